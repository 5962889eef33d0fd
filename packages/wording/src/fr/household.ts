import english from "../en/household.ts";
import { french } from "../wording.ts";

export default french(english, {
  "open.title": "{driver} demande un compte",
  "open.what":
    "{driver} conduit une voiture assurée par votre police et l’a confirmé avec un code. Acceptez-vous que {driver} ait un compte en ligne?",
  "open.separate": "{driver} choisira un mot de passe et ouvrira une session dans un compte distinct.",
  "open.yours": "Votre compte et votre mot de passe restent les mêmes.",
  "open.until": "Vous pouvez répondre jusqu’au {day} à {time}.",
  "open.approve": "J’accepte",
  "open.refuse": "Je refuse",
  "open.unknownPerson": "Vous ne connaissez pas cette personne? Refusez, puis appelez-nous au {number}.",
  "paused.title": "Vous ne pouvez pas accepter pour le moment",
  "paused.until":
    "Votre compte a été modifié récemment. Pour le protéger, vous pourrez accepter à partir du {day} à {time}. Vous pouvez refuser en tout temps.",
  "paused.call":
    "Pour protéger votre compte, rien ne peut y être accepté. Appelez-nous au {number}. Vous pouvez refuser en tout temps.",
  "approved.title": "Vous avez accepté",
  approved:
    "Nous avons envoyé un lien pour créer le compte. Rien n’a changé dans le vôtre. C’est une erreur? Appelez-nous au {number}.",
  "refused.title": "Vous avez refusé",
  refused:
    "Nous en avons informé la personne. Rien n’a changé dans votre compte. Des questions? Appelez-nous au {number}.",
  "ended.title": "Cette demande a pris fin",
  ended:
    "Elle n’a pas été acceptée à temps, ou la police a changé. La personne peut la refaire. Des questions? Appelez-nous au {number}.",
  "unknown.title": "Cette page s’ouvre avec le lien de votre message",
  unknown: "Ouvrez de nouveau le lien de votre message. S’il ne fonctionne pas, appelez-nous au {number}.",
  "unavailable.title": "Cette page ne fonctionne pas pour le moment",
  unavailable: "Rien n’a changé. Réessayez dans quelques minutes, ou appelez-nous au {number}.",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Réessayez à partir de {time}, ou appelez-nous au {number}.",
  "account.title": "Demandes de compte",
  "account.lead": "Une personne assurée dans votre police voudrait un compte en ligne et a besoin de votre accord.",
  "account.none": "Aucune demande n’attend votre réponse.",
  "account.approve": "J’accepte un compte pour {driver}",
  "account.refuse": "Je refuse un compte pour {driver}",
  "overview.title": "Une personne assurée dans votre police demande un compte",
  "overview.answer": "Voir la demande",
});
