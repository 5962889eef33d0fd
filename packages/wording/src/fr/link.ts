import english from "../en/link.ts";
import { french } from "../wording.ts";

export default french(english, {
  "endsAt.page":
    "Pour protéger vos renseignements, cette page se fermera à {time}. Vous pourrez ensuite rouvrir votre lien.",
  "endsAt.link": "Votre lien fonctionne jusqu’à {time}. Ensuite, vous pourrez en demander un nouveau ici.",
  "ending.page.title": "Cette page se fermera à {time}",
  "ending.page": "Nous la fermons après un moment sans activité. Vous pourrez ensuite rouvrir votre lien.",
  "ending.link.title": "Votre lien fonctionne jusqu’à {time}",
  "ending.link": "Terminez avant cette heure. Ensuite, vous pourrez demander un nouveau lien ici.",
  "inbox.title": "Consultez vos courriels",
  "inbox.lead": "Si nous reconnaissons ce lien, nous en envoyons un nouveau à la même adresse.",
  "inbox.late": "Toujours rien?",
  "inbox.late.text": "Cela peut prendre quelques minutes. Regardez aussi dans vos courriels indésirables.",
  "inbox.again": "Demander un autre lien",
  "inbox.askedAgain":
    "C’est fait. Si nous reconnaissons ce lien, un autre est en route. Seul le plus récent fonctionne.",
  "wait.title": "Un instant, s’il vous plaît.",
  wait: "Il y a eu beaucoup de demandes en peu de temps. Réessayez à partir de {time}.",
});
