import english from "../en/explain.ts";
import { french } from "../wording.ts";

export default french(english, {
  row: "{brand} : {company} {policy}, {role}, {province}",
  none: "Le fichier de cette marque ne contient pas cette ligne.",
  page: "{sentence} ({path})",
  roadblock: "{sentence} ({path}, puis {code})",
  closed: "Dans les prochains jours, le téléphone est fermé : {days}.",
  bookTitle: {
    one: "{brand} : {count} personne dans le fichier",
    other: "{brand} : {count} personnes dans le fichier",
  },
  ending: "résultat",
  people: "personnes",
  "ending.cannotRegister": "Ne peut pas s’inscrire.",
  "ending.asksPolicyNumber": "Introuvable par courriel : entre son numéro de police.",
  "ending.emailNotEnough": "Plusieurs polices de cette adresse courriel se ressemblent : entre un numéro de police.",
  "ending.choosesProfile": "Plusieurs polices ont cette adresse courriel : en choisit une.",
  "ending.noPostalCode": "Introuvable par numéro de police : aucun code postal au dossier.",
  "ending.legacyRegistry": "Continue dans l’ancien portail.",
  "ending.hasAccount": "A déjà un compte : un code montre l’adresse courriel de ce compte.",
  "ending.asksLicence": "Par numéro de police, doit donner le permis de conduire au dossier.",
  "ending.noContact": "Aucun code ne peut être envoyé : rien au dossier ne permet d’en recevoir un.",
  "ending.mobileWithoutTexts": "Le cellulaire au dossier ne peut pas recevoir de textos.",
  "ending.codeByEmail": "Peut recevoir un code par courriel.",
  "ending.codeByText": "Peut recevoir un code par texto.",
  "ending.pin": "Peut utiliser le NIP reçu par la poste.",
  "ending.confirmsDriver": "Confirme la date de naissance et le code postal, et le permis s’il est au dossier.",
  "ending.driverWithoutPostalCode": "Ne peut pas confirmer le code postal : aucun au dossier.",
  "ending.asksEmail": "Choisit une adresse courriel : aucune au dossier.",
  "ending.confirmsEmail": "Confirme par un code l’adresse courriel au dossier.",
  "ending.asksOtherEmail":
    "Choisit une autre adresse courriel : le compte d’une autre personne utilise celle au dossier.",
  "ending.choosesPassword": "Choisit un mot de passe pour l’adresse courriel au dossier.",
  "ending.welcomeBack": "Apprend qu’un compte existe déjà.",
});
