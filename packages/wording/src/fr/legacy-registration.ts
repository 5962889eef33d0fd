import english from "../en/legacy-registration.ts";
import { french } from "../wording.ts";

export default french(english, {
  "account.label": "Compte",
  "account.spoken": "l’adresse qui commence par {initial}, chez {domain}",
  "account.spoken.ending": "l’adresse qui commence par {initial} et finit par {ending}",

  "passwordValidation.title": "Confirmez votre identité",
  "passwordValidation.lead": "Entrez le mot de passe de votre compte, puis les renseignements de votre dossier.",
  "passwordValidation.lead.driver":
    "Entrez le mot de passe du compte de la personne titulaire, puis vos propres renseignements.",
  "passwordValidation.submit": "Ouvrir une session",
  "passwordValidation.forgot": "Mot de passe oublié?",
  "handOff.title": "C’est bien vous. Bienvenue!",

  "newEmail.help": "Nous enverrons un lien à cette adresse.",
  "newEmail.send": "Envoyer le lien",

  "emailSent.title": "Regardez dans vos courriels",
  "emailSent.lead": "Ouvrez le lien que vous recevrez à {email} pour choisir votre mot de passe.",
  "emailSent.late": "Le lien n’arrive pas?",
  "emailSent.late.text": "Seul le plus récent fonctionne. Regardez aussi dans vos courriels indésirables.",
  "emailSent.again": "Envoyer un nouveau lien",
  "emailSent.sentAgain": "C’est fait. Ouvrez le lien le plus récent : lui seul fonctionne.",
  "emailSent.change": "Changer l’adresse",

  "password.title": "Créez votre compte",
  "password.lead": "D’abord, votre date de naissance et votre code postal : ils nous montrent que c’est bien vous.",
  "password.lead.driver": "D’abord, le numéro de cellulaire de votre dossier : il nous montre que c’est bien vous.",

  "notSaved.title": "Nous ne pouvons pas créer votre compte pour le moment",
  notSaved: "Nous n’avons pas pu mettre votre dossier à jour. Réessayez dans quelques minutes ou appelez-nous.",
  "notSaved.code": "Code à donner au téléphone : {code}",
});
