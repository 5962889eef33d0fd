import english from "../en/team.ts";
import { french } from "../wording.ts";

export default french(english, {
  bar: "Équipe numérique",
  "signIn.title": "Équipe numérique",
  "signIn.lead":
    "Réservé aux personnes qui s’occupent de ce portail. Ce que vous faites ici est consigné sous votre nom.",
  "home.title": "Ce que vous pouvez faire ici",
  "home.lead": "Votre compte professionnel en décide. S’il vous manque un accès, demandez-le à votre gestionnaire.",
  "home.later": "Cette page ne l’offre pas encore.",
  "role.look.title": "Voir ce qui se passe",
  "role.look":
    "Combien de personnes commencent, terminent ou restent bloquées, et où. Des nombres seulement, jamais de noms.",
  "role.edit.title": "Préparer des changements",
  "role.edit": "Modifier en brouillon les phrases, les heures et l’apparence d’une marque.",
  "role.publish.title": "Publier des changements",
  "role.publish": "Approuver et publier ce qu’une autre personne a préparé.",
  "role.operate.title": "Annoncer un entretien",
  "role.operate": "Fermer le portail d’une marque pour un entretien prévu, puis le rouvrir.",
});
