import english from "../en/message.ts";
import { french } from "../wording.ts";

export default french(english, {
  "shared.telephone": "Des questions? Appelez au {telephone}.",
  "shared.automatic": "Ce message est automatique; personne n’en lit les réponses.",
  "shared.once": "Il sert une seule fois, jusqu’à {time}.",

  "registrationCode.subject": "Votre code pour créer votre compte {brand}",
  "registrationCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "registrationCode.title": "Voici votre code.",
  "registrationCode.purpose": "Entrez-le sur la page où vous créez votre compte {brand}.",
  "registrationCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, aucun compte n’est créé.",
  "registrationCode.sms":
    "{brand} : {code} est votre code pour créer votre compte. Entrez-le avant {time}; ne le donnez à personne.",

  "usernameCode.subject": "Votre code {brand} pour confirmer cette adresse",
  "usernameCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "usernameCode.title": "Voici votre code.",
  "usernameCode.purpose":
    "Entrez-le pour confirmer que vous ouvrirez une session {brandAt} avec cette adresse courriel.",
  "usernameCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, cette adresse ne sert pas.",

  "pinIssued.title": "Votre NIP pour créer votre compte {brand}",
  "pinIssued.greeting": "{firstName},",
  "pinIssued.pin": "Votre NIP est {code}.",
  "pinIssued.use": "Rendez-vous à {link} et choisissez « Créer un compte ». Quand un code est demandé, entrez ce NIP.",
  "pinIssued.once": "Il sert une seule fois. Vous pouvez l’entrer en majuscules ou en minuscules.",
  "pinIssued.keep": "Ne le donnez à personne : notre équipe ne le demande jamais.",

  "welcome.subject": "Votre compte {brand} est prêt",
  "welcome.preheader": "Vous pouvez ouvrir une session quand vous le voulez.",
  "welcome.title": "Bienvenue.",
  "welcome.titleWithName": "Bienvenue, {firstName}.",
  "welcome.what":
    "Votre compte {brandAt} est prêt. Ouvrez une session avec cette adresse courriel et le mot de passe que vous avez choisi.",
  "welcome.button": "Ouvrir une session",
  "welcome.notYou": "Ce n’est pas vous? Appelez-nous sans attendre au {telephone}.",

  "alreadyRegistered.subject": "Vous avez déjà un compte {brand}",
  "alreadyRegistered.preheader": "Ouvrez une session avec cette adresse; rien n’a changé.",
  "alreadyRegistered.title": "Vous avez déjà un compte.",
  "alreadyRegistered.what": "Quelqu’un, peut-être vous, a commencé à créer un compte {brand} avec cette adresse.",
  "alreadyRegistered.next":
    "Ouvrez une session avec le mot de passe de votre compte. Vous l’avez oublié? Choisissez-en un nouveau.",
  "alreadyRegistered.button": "Ouvrir une session",
  "alreadyRegistered.notYou": "Ce n’est pas vous? Ne faites rien : votre compte n’a pas changé.",

  "passwordDisabled.subject": "Choisissez un nouveau mot de passe pour votre compte {brand}",
  "passwordDisabled.preheader": "Votre mot de passe a été désactivé pour protéger votre compte.",
  "passwordDisabled.title": "Votre mot de passe a été désactivé.",
  "passwordDisabled.what":
    "Beaucoup de mots de passe erronés ont été entrés pour votre compte. Pour le protéger, votre mot de passe actuel ne fonctionne plus.",
  "passwordDisabled.next":
    "Votre dossier n’a pas été ouvert. Choisissez un nouveau mot de passe pour ouvrir une session.",
  "passwordDisabled.button": "Choisir un nouveau mot de passe",
  "passwordDisabled.notYou": "Ces essais ne viennent pas de vous? Un nouveau mot de passe protège votre compte.",
});
