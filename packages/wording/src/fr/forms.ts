import english from "../en/forms.ts";
import { french } from "../wording.ts";
import error from "./error.ts";

export default french(english, {
  "summary.title": { one: "Il y a un point à corriger", other: "Il y a {count} points à corriger" },
  "login.error":
    "L’adresse courriel ou le mot de passe est incorrect. S’il s’agit de votre première visite, créez votre compte.",
  "code.ending.title": "Ce code fonctionne jusqu’à {time}",
  "code.ending": "Ensuite, demandez-en un nouveau.",
  "code.ending.last": "Ensuite, nous vous aiderons au téléphone.",
  "code.sends": "Nous le vérifions dès le dernier caractère.",
  "code.validation.wrong": "Ce code de sécurité est incorrect. Essayez de nouveau.",
  "confirmation.match": error.errorPasswordDontMatch,
  "emailConfirmation.validation.match": "Entrez la même adresse courriel dans les deux champs.",
  "emailConfirmation.validation.alreadyExists":
    "Un compte utilise déjà cette adresse. Vous la partagez? Chaque personne a besoin de la sienne : entrez-en une autre.",
  "password.show": "Afficher",
  "password.hide": "Masquer",
  "password.showAria": "Afficher ce que vous tapez : {label}",
  "password.hideAria": "Masquer ce que vous tapez : {label}",
  "password.rules.composition": "Règles du mot de passe :",
  "password.rules.passphrase": "Choisissez plusieurs mots faciles à retenir. Règles à respecter :",
  "password.met": "(fait)",
  "password.rule.minlength": "{limit} caractères ou plus",
  "password.rule.lowercase": "une minuscule",
  "password.rule.uppercase": "une majuscule",
  "password.rule.digit": "un chiffre",
  "password.rule.special": "un symbole, comme ! ou ?",
  "password.rule.containsEmail": "aucune partie de votre adresse courriel",
  "password.containsEmail.help": "N’utilisez aucune partie de votre adresse courriel.",
  "date.day": "Jour",
  "date.month": "Mois",
  "date.year": "Année",
  "date.choose": "Choisir",
  choose: "Choisir",
});
