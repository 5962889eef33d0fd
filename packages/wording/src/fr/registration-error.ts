import english from "../en/registration-error.ts";
import { french } from "../wording.ts";

export default french(english, {
  "ACCOUNT_ALREADY_EXISTS.title": "Vous avez déjà un compte",
  ACCOUNT_ALREADY_EXISTS: "Ouvrez une session avec l’adresse de ce compte.",
  "ACCOUNT_ALREADY_EXISTS.which": "Vous ne savez plus laquelle? Un code vous aidera à la retrouver.",
  "ACCOUNT_ALREADY_EXISTS.login": "Ouvrir une session",
  "ACCOUNT_ALREADY_EXISTS.find": "Retrouver mon adresse",

  "POLICY_NUMBER_NOT_FOUND.title": "Ces renseignements ne correspondent pas à nos dossiers",
  POLICY_NUMBER_NOT_FOUND:
    "Comparez chaque champ avec votre police. Un déménagement récent? Essayez votre ancien code postal.",
  "moreInfo.error.8": "Un numéro de police compte 7 lettres et chiffres, dans ce format : XXX-XXXX.",
  "moreInfo.error.9": "Un numéro de police compte 9 lettres et chiffres, sans trait d’union.",
  lastTry: "Il reste un essai; ensuite, nous vous aiderons au téléphone.",

  "DRIVE_LICENSE_NUMBER_NOT_FOUND.title": "Ces renseignements ne correspondent pas à nos dossiers",
  DRIVE_LICENSE_NUMBER_NOT_FOUND:
    "Comparez le numéro avec celui de votre permis de conduire. Vérifiez aussi votre date de naissance et votre code postal.",

  "EMAIL_ALREADY_EXISTS.title": "Cette adresse a déjà un compte",
  "chooseUsername.error":
    "{email} est le nom d’utilisateur d’une autre personne. Partagez-vous cette adresse? Chaque personne doit avoir la sienne.",
  "EMAIL_ALREADY_EXISTS.meanwhile":
    "Une autre personne vient de s’inscrire avec cette adresse. Entrez-en une que vous ne partagez pas.",

  "EMAIL_UPDATE_FAILED.title": "Nous ne pouvons pas créer votre compte pour le moment",
  EMAIL_UPDATE_FAILED:
    "Nous n’avons pas pu enregistrer votre adresse courriel. Réessayez dans quelques minutes ou appelez-nous.",
  "EMAIL_UPDATE_FAILED.code": "Code à nous donner : {code}",

  "TOO_MANY_REQUESTS.title": "Un instant, s’il vous plaît",
  TOO_MANY_REQUESTS: "Beaucoup de demandes sont arrivées en peu de temps. Réessayez à partir de {time}.",
});
