import english from "../en/policy-number-registration.ts";
import { french } from "../wording.ts";

export default french(english, {
  "identification.title": "Créez votre compte en ligne",
  "identification.lead.ubi":
    "Vous adhérez au programme de conduite. Entrez ces renseignements tels qu’ils figurent dans la police et sur votre permis de conduire.",
  "identification.elsewhere.title": "Entrez de nouveau vos renseignements.",
  "identification.elsewhere": "Pour les protéger, nous gardons peu de temps ce que vous entrez.",

  "handover.title": "Vérifiez vos renseignements",
  "handover.lead": "Nous avons trouvé votre police et gardé tout ce que vous avez entré.",
  "handover.licence": "Il manque un seul renseignement : votre permis de conduire.",
  "handover.name": "Nom",
  "handover.change": "Modifier ces renseignements",

  "identification.notFound.title":
    "Nous ne trouvons pas votre dossier. Vérifiez vos renseignements ou communiquez avec nous.",
  "identification.known.title": "Vous avez déjà un compte.",
  "identification.known": "Retournez à la page d’ouverture de session et utilisez votre adresse courriel.",

  "options.one.title": "Envoyons votre code",
  "options.one.none": "Ce moyen ne me convient pas",
  "options.one.lost": "Ce moyen ne vous convient pas?",
  "options.none": "Aucun de ces moyens ne me convient",
  "options.none.help": "Nous vous aiderons au téléphone.",

  "account.label": "Compte",

  "passwordValidation.title": "Confirmez votre identité",
  "passwordValidation.lead": "Entrez le mot de passe de votre compte, puis les renseignements de votre dossier.",
  "passwordValidation.lead.driver":
    "Entrez le mot de passe du compte de la personne titulaire, puis vos propres renseignements.",
  "passwordValidation.lead.driver.cellPhone":
    "Entrez le mot de passe du compte de la personne titulaire, puis votre numéro de cellulaire.",
  "passwordValidation.lead.household":
    "Une personne qui figure dans votre police a déjà un compte avec votre adresse courriel. Entrez le mot de passe de ce compte pour y ajouter votre profil.",
  "passwordValidation.submit": "Ouvrir une session",
  "passwordValidation.join": "Ajouter mon profil",
  "passwordValidation.forgot": "Mot de passe oublié?",
  "passwordValidation.ask.title": "Vous n’avez pas ce mot de passe?",
  "passwordValidation.ask":
    "Demandez plutôt l’accord de la personne titulaire. Si elle accepte, vous créerez un compte distinct.",
  "passwordValidation.register":
    "Vous conduisez une voiture assurée par cette police? Inscrivez-vous avec son numéro : après avoir entré un code, vous pourrez demander l’accord de la personne titulaire.",
  "passwordValidation.register.start": "Utiliser le numéro de police",

  "askPolicyholder.title": "Demander à la personne titulaire",
  "askPolicyholder.lead":
    "Nous lui enverrons un courriel avec votre prénom. Elle aura 72 heures pour accepter, et vous n’avez pas besoin de son mot de passe.",
  "askPolicyholder.to": "Personne titulaire",
  "askPolicyholder.email": "Vous recevrez la réponse à cette adresse, et vous ouvrirez vos sessions avec elle.",
  "askPolicyholder.submit": "Envoyer ma demande",
  "askPolicyholder.password": "J’ai le mot de passe, finalement",

  "policyholderAsked.title": "Votre demande est partie",
  "policyholderAsked.lead": "Nous avons écrit à la personne titulaire à {email}.",
  "policyholderAsked.until": "Elle peut répondre jusqu’au {day} à {time}.",
  "policyholderAsked.next": "Vous recevrez la réponse à {email}. Vous pouvez fermer cette page.",
  "policyholderAsked.approved":
    "Si elle accepte, notre courriel contiendra un lien pour créer votre compte. Si elle ne répond pas à temps, nous vous le dirons aussi.",
  "policyholderAsked.call": "Une adresse inexacte ou une question? Appelez-nous au {number}.",
  "handOff.title": "C’est bien vous. Bienvenue!",

  "newEmail.help": "Nous enverrons un lien à cette adresse.",
  "newEmail.send": "Envoyer le lien",
  "newEmail.typed": "Vous avez entré celle-ci plus tôt. Changez-la si vous en préférez une autre.",

  "emailSent.title": "Votre lien est en route",
  "emailSent.lead": "Ouvrez le lien que vous recevrez à {email} pour choisir votre mot de passe.",
  "emailSent.late": "Le lien n’arrive pas?",
  "emailSent.late.text": "Seul le plus récent fonctionne. Regardez aussi dans vos courriels indésirables.",
  "emailSent.again": "Envoyer un nouveau lien",
  "emailSent.sentAgain": "C’est fait. Ouvrez le lien le plus récent : lui seul fonctionne.",
  "emailSent.change": "Changer l’adresse",

  "password.title": "Créez votre compte",
  "password.lead": "D’abord, votre date de naissance et votre code postal : ils confirment que c’est bien vous.",
  "password.lead.driver": "D’abord, le numéro de cellulaire de votre dossier : il confirme que c’est bien vous.",
  "password.lead.known":
    "Votre date de naissance et votre code postal sont ceux que vous avez déjà entrés. Choisissez maintenant un mot de passe.",

  notSaved: "Nous n’avons pas pu mettre votre dossier à jour. Réessayez dans quelques minutes ou appelez-nous.",
});
