import english from "../en/registration-error.ts";
import { french } from "../wording.ts";
import error from "./error.ts";

export default french(english, {
  "ACCOUNT_ALREADY_EXISTS.title": "Vous avez déjà un compte",
  ACCOUNT_ALREADY_EXISTS: "Ouvrez une session avec l’adresse de ce compte.",
  "ACCOUNT_ALREADY_EXISTS.which": "Vous ne savez plus laquelle? Un code vous aidera à la retrouver.",
  "ACCOUNT_ALREADY_EXISTS.login": "Ouvrir une session",
  "ACCOUNT_ALREADY_EXISTS.find": "Retrouver mon adresse",

  "POLICY_NUMBER_NOT_FOUND.title": "Ces renseignements ne correspondent pas à nos dossiers",
  POLICY_NUMBER_NOT_FOUND:
    "Comparez chaque champ avec votre police. Un déménagement récent? Essayez votre ancien code postal.",
  "moreInfo.error.8": "Un numéro de police compte 7 lettres et chiffres, par exemple A1B-2C3D.",
  "moreInfo.error.9": "Un numéro de police compte 9 lettres et chiffres, sans trait d’union.",
  lastTry: "Il reste un essai; ensuite, nous vous aiderons au téléphone.",

  "DRIVE_LICENSE_NUMBER_NOT_FOUND.title": "Ces renseignements ne correspondent pas à nos dossiers",
  DRIVE_LICENSE_NUMBER_NOT_FOUND:
    "Vérifiez votre date de naissance et votre code postal. Si vous avez donné un numéro de permis, comparez-le avec votre permis de conduire.",

  "EMAIL_ALREADY_EXISTS.title": "Un compte utilise déjà cette adresse",
  "chooseUsername.error":
    "Une autre personne ouvre une session avec {email}. Partagez-vous cette adresse? Chaque personne a besoin de la sienne : entrez-en une autre.",
  "EMAIL_ALREADY_EXISTS.concurrently":
    "Une autre personne vient de créer un compte avec cette adresse. Entrez-en une qui n’est qu’à vous.",

  "EMAIL_UPDATE_FAILED.title": "Nous ne pouvons pas créer votre compte pour le moment",
  EMAIL_UPDATE_FAILED: error.errorClientUpdate,
  "EMAIL_UPDATE_FAILED.code": "Code de l’écran, si on vous le demande : {code}",

  "TOO_MANY_REQUESTS.title": "Un instant, s’il vous plaît",
  TOO_MANY_REQUESTS: "Il y a eu beaucoup de demandes en peu de temps. Réessayez à partir de {time}.",
  "codeJustSent.title": "Un instant, s’il vous plaît",
  codeJustSent: "Nous venons d’envoyer un code. Vous pourrez en demander un autre à partir de {time}.",
});
