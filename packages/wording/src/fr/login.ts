import english from "../en/login.ts";
import { french } from "../wording.ts";

export default french(english, {
  title: "Ouvrir une session",
  application: "Ouvrez une session pour continuer vers {application}.",
  submit: "Ouvrir une session",
  submitting: "Vérification…",
  forgot: "Mot de passe oublié?",
  passkey: "Utiliser une clé d’accès",
  "passkey.how": "Avec votre empreinte, votre visage ou le code de votre appareil.",
  signUp: "Créer un compte",
  "error.forgot": "Mot de passe oublié?",
  "error.newPassword": "Choisissez-en un nouveau",
  "firstVisit.title": "Première visite?",
  "firstVisit.lead": "La création de votre compte prend environ cinq minutes.",
  "notice.sessionEnded.title": "Votre session a pris fin. Veuillez réessayer.",
  "notice.sessionEnded":
    "Après {idle} minutes sans activité, ou {whole} en tout, nous la fermons pour protéger vos renseignements.",
  "notice.passkeyUnknown.title": "Cette clé d’accès n’est plus liée à un compte.",
  "notice.passkeyUnknown":
    "Elle a été retirée. Ouvrez une session avec votre adresse courriel et votre mot de passe. Vous pouvez aussi supprimer la clé d’accès sur cet appareil.",
  "notice.passkeyOff.title": "Nous avons désactivé cette clé d’accès pour protéger votre compte.",
  "notice.passkeyOff":
    "Ouvrez une session avec votre adresse courriel et votre mot de passe. La page de vos clés d’accès, dans votre compte, dira quoi faire.",
  "notice.passkeyRefused.title": "Cette clé d’accès n’a pas fonctionné.",
  "notice.passkeyRefused":
    "Ouvrez une session avec votre adresse courriel et votre mot de passe. Vous verrez vos clés d’accès dans votre compte.",
  "notice.accountReady.title": "Votre compte est prêt.",
  "notice.accountReady": "Il reste une étape : ouvrez une session avec le mot de passe que vous venez d’entrer.",
  "notice.signedOut.title": "Votre session est fermée.",
  "notice.passwordChanged.title": "Votre mot de passe a été changé.",
  "notice.passwordChanged": "Ouvrez une session avec votre nouveau mot de passe.",
  "notice.accountClosed.title": "Votre compte est fermé.",
  "notice.accountClosed": "Un dernier courriel le confirme. Votre assurance reste en vigueur.",
  "notice.temporaryEnded.title": "Ouvrez de nouveau une session.",
  "notice.temporaryEnded":
    "Pour protéger votre compte, la page du nouveau mot de passe ne reste ouverte que quelques minutes.",
  "notice.linkForgotten.title": "Ouvrez de nouveau votre lien.",
  "notice.linkForgotten": "Il est dans notre message. Pour vous protéger, cette page l’oublie après un moment.",
  "notice.secondFactorExpired.title": "Le temps pour confirmer est écoulé.",
  "notice.secondFactorExpired": "Pour protéger votre compte, entrez de nouveau votre mot de passe.",
  "notice.secondFactorWrong.title": "Il y a eu trop de codes incorrects.",
  "notice.secondFactorWrong":
    "Pour protéger votre compte, entrez de nouveau votre mot de passe. Un nouveau code suivra.",
  "notice.secondFactorDenied.title": "Cette demande a été refusée.",
  "notice.secondFactorDenied": "La réponse à notre message a été « Ce n’était pas moi ».",
  "notice.secondFactorEnded.title": "Ouvrez de nouveau une session.",
  "notice.secondFactorEnded": "L’ouverture de session n’était pas terminée, et quelque chose a changé depuis.",
  "wait.title": "Un instant, s’il vous plaît.",
  wait: "Il y a eu beaucoup d’essais à partir de votre connexion Internet. Réessayez à partir de {time}.",
  "handOff.title": "Une dernière étape",
  "handOff.lead": "Appuyez sur « Continuer » : nous vérifierons votre mot de passe.",
});
