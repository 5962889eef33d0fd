import english from "../en/account.ts";
import { french } from "../wording.ts";

export default french(english, {
  title: "Votre session est ouverte",
  greeting: "Bonjour, {name}",
  lastSignIn: "Dernière session : le {day} à {time}",
  "failedSignIns.title": {
    one: "{count} mot de passe incorrect depuis votre dernière visite",
    other: "{count} mots de passe incorrects depuis votre dernière visite",
  },
  "failedSignIns.title.firstTime": {
    one: "{count} mot de passe incorrect a été essayé pour votre compte",
    other: "{count} mots de passe incorrects ont été essayés pour votre compte",
  },
  failedSignIns: "Dernier essai : le {day} à {time}. Si ce n’était pas vous, choisissez un nouveau mot de passe.",
  "failedSignIns.newPassword": "Choisir un nouveau mot de passe",
  signOut: "Fermer la session",
  endsAt: "Pour protéger vos renseignements, votre session se fermera à {time}, sauf si vous la prolongez.",
  "endsAt.last":
    "Pour protéger vos renseignements, votre session se fermera à {time}. Vous pourrez ensuite en ouvrir une autre.",
  "ending.title": "Votre session se fermera à {time}",
  ending: "Il ne se passe rien ici depuis un moment. Nous la fermons pour protéger vos renseignements.",
  "ending.last":
    "Pour protéger vos renseignements, une session dure au plus {minutes} minutes. Vous pourrez ensuite en ouvrir une autre.",
  stay: "Prolonger ma session",
  back: "Revenir à votre compte",
  sections: "Votre compte",
  "policies.title": "Vos polices",
  "policies.note": "Automobile et habitation, pour vous et votre ménage",
  "policies.lead": "Ce que nous assurons pour vous et votre ménage, selon nos dossiers d’aujourd’hui.",
  "policies.line.auto": "Assurance automobile",
  "policies.line.home": "Assurance habitation",
  "policies.ending": "Numéro de police se terminant par {ending}",
  "policies.part": "{province} – {role}",
  "policies.role.policyHolder": "titulaire",
  "policies.role.insuredDriver": "conductrice ou conducteur additionnel",
  "policies.change": "Pour modifier une police, appelez-nous au {number}.",
  "policies.none":
    "Nous ne trouvons aucune police pour ce compte. Appelez-nous au {number} : nous chercherons ensemble.",
  "policies.away.title": "Vos polices ne peuvent pas s’afficher pour le moment",
  "policies.away": "Elles n’ont pas changé. Réessayez dans quelques minutes, ou appelez-nous au {number}.",
  "sign-in.title": "Votre ouverture de session",
  "sign-in.note": "Votre mot de passe",
  "sign-in.passwordChanged": "Votre mot de passe a été changé. Toutes les autres sessions ont été fermées.",
  "proof.title": "Confirmez que c’est bien vous",
  "proof.lead": "Avant une modification, nous vous redemandons votre mot de passe.",
  "password.title": "Changer de mot de passe",
  "password.note": "Ayez sous la main votre mot de passe actuel",
  "password.lead": "Votre session reste ouverte ici. Toutes les autres sessions seront fermées.",
  "password.present": "Mot de passe actuel",
  "password.submit": "Changer le mot de passe",
});
