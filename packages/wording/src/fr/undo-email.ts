import english from "../en/undo-email.ts";
import { french } from "../wording.ts";

export default french(english, {
  "open.title": "Annuler le changement d’adresse courriel?",
  open: "Votre compte utilisera de nouveau {email}. Toutes les sessions seront fermées, et vous choisirez un nouveau mot de passe.",
  "open.submit": "Annuler le changement",
  "open.you": "C’est vous? Vous n’avez rien à faire : fermez cette page.",
  "undone.title": "Le changement est annulé",
  undone:
    "Votre ancienne adresse courriel fonctionne de nouveau. Toutes les sessions sont fermées. Pour entrer, choisissez un nouveau mot de passe.",
  "undone.next": "Choisir un nouveau mot de passe",
  "ended.title": "Ce lien ne fonctionne plus",
  ended:
    "Il fonctionne pendant trois jours, mais pas après l’annulation d’un changement antérieur. Si ce changement n’est pas de vous, appelez-nous au {number}.",
  "taken.title": "Regardons cela ensemble",
  taken: "Un autre compte utilise maintenant l’ancienne adresse. Appelez-nous au {number}.",
  "unknown.title": "Nous ne trouvons pas ce lien",
  unknown: "Ouvrez-le de nouveau à partir du message. Si cela ne suffit pas, appelez-nous au {number}.",
  "unavailable.title": "Cette page ne fonctionne pas pour le moment",
  unavailable: "Rien n’a changé. Réessayez dans quelques minutes, ou appelez-nous au {number}.",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Réessayez à partir de {time}, ou appelez-nous au {number}.",
});
