import english from "../en/login.ts";
import { french } from "../wording.ts";

export default french(english, {
  title: "Ouvrir une session",
  submit: "Ouvrir une session",
  submitting: "Vérification…",
  forgot: "Mot de passe oublié?",
  signUp: "Créer un compte",
  "firstVisit.title": "Première visite?",
  "firstVisit.lead": "Créer votre compte prend environ cinq minutes.",
  "notice.sessionEnded.title": "Votre session a pris fin. Veuillez réessayer.",
  "notice.sessionEnded": "Après {minutes} minutes sans activité, nous la fermons pour protéger vos renseignements.",
  "notice.accountReady.title": "Votre compte est prêt.",
  "notice.accountReady": "Ouvrez une session avec votre nouveau mot de passe.",
  "notice.signedOut.title": "Votre session est fermée.",
  "wait.title": "Un instant, s’il vous plaît.",
  wait: "Plusieurs essais sont venus de votre réseau. Vous pourrez réessayer à partir de {time}.",
  "handOff.title": "Une dernière étape",
  "handOff.lead": "Appuyez sur Continuer pour ouvrir votre session.",
  "forgot.title": "Choisissons ensemble un nouveau mot de passe",
  "forgot.lead":
    "Appelez-nous. L’agent s’assure que c’est bien vous, puis vous aide à choisir un nouveau mot de passe.",
});
