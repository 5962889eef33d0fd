import english from "../en/undo-removal.ts";
import { french } from "../wording.ts";

export default french(english, {
  "open.title": "Annuler le retrait?",
  "open.authenticator":
    "L’application d’authentification confirmera de nouveau que c’est vous. Toutes les sessions seront fermées, et vous choisirez un nouveau mot de passe.",
  "open.passkey":
    "La clé d’accès reviendra, désactivée tant que vous ne la gardez pas. Toutes les sessions seront fermées, et vous choisirez un nouveau mot de passe.",
  "open.submit": "Annuler le retrait",
  "open.you": "C’est vous? Vous n’avez rien à faire : fermez cette page.",
  "undone.title": "Le retrait est annulé",
  undone: "Toutes les sessions sont fermées. Pour entrer, choisissez un nouveau mot de passe.",
  "undone.next": "Choisir un nouveau mot de passe",
  "ended.title": "Ce lien ne fonctionne plus",
  ended: "Il fonctionne trois jours. Si vous n’avez rien retiré, appelez-nous au {number}.",
  "unknown.title": "Nous ne trouvons pas ce lien",
  unknown: "Ouvrez-le de nouveau à partir du message. Si cela ne suffit pas, appelez-nous au {number}.",
  "unavailable.title": "Cette page ne fonctionne pas pour le moment",
  unavailable: "Rien n’a changé. Réessayez dans quelques minutes, ou appelez-nous au {number}.",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Réessayez à partir de {time}, ou appelez-nous au {number}.",
});
