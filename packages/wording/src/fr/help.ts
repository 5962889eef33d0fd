import english from "../en/help.ts";
import { french } from "../wording.ts";

export default french(english, {
  "week.title": "Nos heures au téléphone, pour les sept prochains jours",
  "week.today": "{day}, aujourd’hui",
  "relay.title": "Services de relais",
  "relay.text": "Avec un téléimprimeur, composez le 711 et donnez notre numéro au service de relais : {number}.",
  "relay.video": "En langue des signes, appelez le même numéro par votre service de relais vidéo (SRV).",
  "technical.title": "Un problème avec ce site?",
  "technical.text": "Appelez notre soutien technique :",
  "more.hours": "Heures au téléphone et services de relais",
  "more.relay": "Services de relais",
});
