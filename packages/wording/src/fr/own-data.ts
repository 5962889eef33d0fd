import english from "../en/own-data.ts";
import { french } from "../wording.ts";

export default french(english, {
  title: "Vos renseignements",
  lead: "Tout ce que ce service sait de vous, en date du {time}.",
  download: "Télécharger ces renseignements",
  "download.note": "Un fichier JSON, que d’autres services peuvent lire.",
  correct: "Une erreur? Appelez-nous au {number} et nous la corrigerons.",
  close: "Fermer votre compte",

  "closing.title": "Fermer votre compte?",
  "closing.lead": "Vous pouvez le faire en tout temps. Votre assurance reste en vigueur.",
  "closing.deletes": "Ce que nous supprimons tout de suite",
  "closing.keeps": "Ce que nous devons conserver",
  "closing.keeps.insurerBook":
    "Vos polices et vos coordonnées dans nos dossiers : aussi longtemps que votre police et la loi l’exigent.",
  "closing.keeps.events":
    "Un registre de ce qui s’est passé, sans votre nom ni votre adresse : tant que ce service existe. Il ne permet plus de vous identifier.",
  "closing.message":
    "Un dernier courriel confirmera la fermeture. Nous effacerons votre adresse de ce message 30 jours plus tard.",
  "closing.later": "Vous pourrez recréer un compte plus tard, tant que vous avez une police chez nous.",
  "closing.do": "Fermer mon compte",
  "closing.cancel": "Garder mon compte",
});
