import english from "../en/recovery.ts";
import { french } from "../wording.ts";

export default french(english, {
  find: "Retrouver mon compte",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Il y a eu beaucoup de demandes en peu de temps. Réessayez à partir de {time}.",

  "forgot.title": "Choisissons un nouveau mot de passe",
  "forgot.lead":
    "Entrez l’adresse courriel qui vous sert à ouvrir une session. Un code à six chiffres confirmera que c’est bien vous.",
  "forgot.submit": "Envoyer le code",
  "forgot.other": "Vous ne savez plus quelle adresse utiliser?",
  "forgot.other.text": "Votre numéro de police mène aussi à votre compte.",
  "forgot.ended.title": "Demandez un nouveau code",
  "forgot.ended": "Pour protéger votre compte, un code permet de choisir un mot de passe pendant {minutes} minutes.",

  "verify.title": "Entrez votre code",
  "verify.lead": "Si un compte utilise l’adresse {email}, un code à six chiffres est en route.",
  "verify.lead.plain": "Si un compte utilise cette adresse, un code à six chiffres est en route.",
  "verify.help": "Code demandé à {asked}, valable jusqu’à {time}. Le lien du même courriel fonctionne aussi.",
  "verify.submit": "Vérifier le code",
  "verify.lastTry.title": "Il reste un essai.",
  "verify.lastTry": "Ensuite, demandez un nouveau code ou appelez-nous.",
  "verify.late": "Toujours rien après cinq minutes?",
  "verify.late.text":
    "Regardez aussi dans vos courriels indésirables. Votre compte utilise peut-être une autre adresse.",
  "verify.resend": "Envoyer un nouveau code",
  "verify.resend.wait": "Vous pourrez demander un nouveau code à partir de {time}.",
  "verify.sentAgain":
    "Si un compte utilise cette adresse, un nouveau code est en route. Seul le plus récent fonctionne.",
  "verify.tooSoon": "Vous venez de demander un code. Laissez-lui le temps d’arriver.",
  "verify.otherEmail": "Utiliser une autre adresse",
  "verify.noLongerMine": "Ce n’est plus mon adresse",

  "reset.title": "Choisissez votre nouveau mot de passe",
  "reset.lead.postalCode": "Nous demandons aussi votre code postal, pour confirmer que c’est bien vous.",
  "reset.lead.cellPhone": "Nous demandons aussi votre numéro de cellulaire, pour confirmer que c’est bien vous.",
  "reset.lead.temporary": "Mot de passe temporaire accepté. Remplacez-le par un mot de passe bien à vous.",
  "reset.endsAt": "Pour protéger votre compte, cette page se fermera à {time}.",
  "reset.endingSoon.title": "Cette page se fermera à {time}",
  "reset.endingSoon.extended": "Avez-vous besoin de plus de temps? Rien de ce que vous avez entré n’est perdu.",
  "reset.endingSoon.code":
    "Enregistrez votre mot de passe avant cette heure. Sinon, un nouveau code vous permettra de recommencer.",
  "reset.endingSoon.temporary":
    "Enregistrez votre mot de passe avant cette heure. Sinon, vous pourrez reprendre avec votre mot de passe temporaire.",
  "reset.endingSoon.link":
    "Enregistrez votre mot de passe avant cette heure. Sinon, vous pourrez demander un nouveau lien ici.",
  "reset.email": "Adresse courriel de votre compte",
  "reset.after": "Votre session s’ouvrira ensuite. Les sessions ouvertes ailleurs seront fermées.",
  "reset.after.login":
    "Vous ouvrirez ensuite une session avec ce mot de passe. Les sessions ouvertes ailleurs seront fermées.",
  "reset.submit": "Enregistrer mon mot de passe",
  "reset.busy": "Enregistrement…",
  "reset.startOver": "Recommencer",

  "done.title": "Votre mot de passe a été changé",
  "done.lead": "Les sessions ouvertes ailleurs sont maintenant fermées.",
});
