import english from "../en/fields.ts";
import { french } from "../wording.ts";
import error from "./error.ts";
import forms from "./forms.ts";

export default french(english, {
  "email.label": "Adresse courriel",
  "email.required": error.errorEmailRequired,
  "email.email": error.errorEmailFormat,
  // An API of an earlier version answers with this key.
  "email.format": error.errorEmailFormat,
  "email.maxlength": "Entrez une adresse courriel de {limit} caractères ou moins.",
  "email.maxlength.plain": "Entrez une adresse courriel de 79 caractères ou moins.",
  "email.alreadyExists": forms["emailConfirmation.validation.alreadyExists"],

  "emailConfirmation.label": "Confirmez votre adresse courriel",
  "emailConfirmation.required": "Entrez votre adresse courriel une deuxième fois.",
  "emailConfirmation.match": forms["emailConfirmation.validation.match"],
  "emailConfirmation.alreadyExists": forms["emailConfirmation.validation.alreadyExists"],

  "loginPassword.label": "Mot de passe",
  "loginPassword.required": "Entrez votre mot de passe.",
  "loginPassword.wrong": "Ce mot de passe n’est pas celui de ce compte. Essayez de nouveau.",

  "password.label": "Nouveau mot de passe",
  "password.label.first": "Mot de passe",
  "password.required": "Choisissez un mot de passe.",
  "password.minlength": "Utilisez au moins {limit} caractères dans votre mot de passe.",
  "password.minlength.plain": "Utilisez plus de caractères dans votre mot de passe.",
  "password.maxlength": "Utilisez au plus {limit} caractères dans votre mot de passe.",
  "password.maxlength.plain": "Utilisez moins de caractères dans votre mot de passe.",
  "password.lowercase": "Ajoutez une minuscule à votre mot de passe.",
  "password.uppercase": "Ajoutez une majuscule à votre mot de passe.",
  "password.digit": "Ajoutez un chiffre à votre mot de passe.",
  "password.special": "Ajoutez un symbole à votre mot de passe, par exemple ! ou ?",
  "password.invalidCharacter":
    "Votre mot de passe contient un caractère qui n’est pas accepté. Remplacez « {character} ». Utilisez des lettres sans accent, des chiffres, des espaces et des symboles.",
  "password.invalidCharacter.hidden":
    "Votre mot de passe contient un caractère invisible, qui n’est pas accepté. Tapez-le de nouveau, sans le coller.",
  "password.invalidCharacter.plain": error.invalidCharacter,
  "password.containsEmail":
    "Votre mot de passe ne peut pas contenir une partie de votre adresse courriel. Retirez « {piece} ».",
  "password.containsEmail.plain": error.passwordContentError,
  "password.reused": "Vous avez déjà utilisé ce mot de passe. Choisissez-en un nouveau.",
  "password.common": "Ce mot de passe est très répandu, donc facile à deviner. Choisissez-en un autre.",

  "passwordConfirmation.label": "Confirmez votre nouveau mot de passe",
  "passwordConfirmation.label.first": "Confirmez votre mot de passe",
  "passwordConfirmation.required": error.errorPasswordConfirmationRequired,
  "passwordConfirmation.match": forms["confirmation.match"],

  "policyNumber.label": "Numéro de police",
  "policyNumber.required": "Entrez votre numéro de police.",
  "policyNumber.format":
    "Entrez votre numéro de police de {length} caractères. Utilisez seulement des lettres et des chiffres.",
  "policyNumber.format.plain": "Entrez votre numéro de police. Utilisez seulement des lettres et des chiffres.",
  "policyNumber.length": "Entrez votre numéro de police de {length} caractères.",
  "policyNumber.lengthByProvince": "Entrez votre numéro de police : {lengths}.",
  "policyNumber.lengthByProvince.plain":
    "Comparez le numéro avec votre attestation d’assurance. Il manque un caractère, ou il y en a un de trop.",
  "policyNumber.length.plain":
    "Comparez le numéro avec votre attestation d’assurance. Il manque un caractère, ou il y en a un de trop.",

  "firstName.label": "Prénom",
  "firstName.help": "Tel qu’il figure dans la police.",
  "firstName.required": "Entrez votre prénom.",
  "firstName.minlength": "Votre prénom doit compter au moins {limit} lettres.",
  "firstName.minlength.plain": "Votre prénom doit compter au moins deux lettres.",
  "firstName.maxlength": "Raccourcissez votre prénom à {limit} caractères ou moins.",
  "firstName.maxlength.plain": "Raccourcissez votre prénom.",
  "firstName.format":
    "Entrez votre prénom. Utilisez seulement des lettres, des espaces, des traits d’union, des apostrophes et des points.",

  "lastName.label": "Nom de famille",
  "lastName.help": "Tel qu’il figure dans la police : nom de naissance ou nom après le mariage.",
  "lastName.required": "Entrez votre nom de famille.",
  "lastName.minlength": "Votre nom de famille doit compter au moins {limit} lettres.",
  "lastName.minlength.plain": "Votre nom de famille doit compter au moins deux lettres.",
  "lastName.maxlength": "Raccourcissez votre nom de famille à {limit} caractères ou moins.",
  "lastName.maxlength.plain": "Raccourcissez votre nom de famille.",
  "lastName.format":
    "Entrez votre nom de famille. Utilisez seulement des lettres, des espaces, des traits d’union, des apostrophes et des points.",

  "dob.label": "Date de naissance",
  "dob.help": "Par exemple : 31 mars 1980.",
  "dob.required": "Entrez votre date de naissance.",
  "dob.date": "Entrez votre date de naissance dans le format suivant : AAAA/MM/JJ.",
  "dob.day": "Entrez le jour de votre naissance, de 1 à 31.",
  "dob.month": "Choisissez le mois de votre naissance.",
  "dob.year": "Entrez l’année de votre naissance en quatre chiffres.",
  "dob.dayMonth": "Entrez le jour de votre naissance, de 1 à 31, et choisissez le mois.",
  "dob.dayYear": "Entrez le jour de votre naissance, de 1 à 31, et l’année, en quatre chiffres.",
  "dob.monthYear": "Choisissez le mois de votre naissance et entrez l’année, en quatre chiffres.",
  "dob.dayMonthYear": "Entrez un jour de 1 à 31, le mois et l’année en quatre chiffres.",
  "dob.noSuchDay": "Vérifiez le jour : ce mois en compte moins.",
  "dob.age": "Vérifiez l’année de votre date de naissance. L’accès en ligne est offert de {youngest} à {oldest} ans.",
  "dob.age.plain": "Vérifiez l’année de votre date de naissance.",
  "dob.wrong": error.securityQuestions,

  "postalCode.label": "Code postal",
  "postalCode.required": "Entrez votre code postal.",
  "postalCode.format": "Entrez votre code postal dans le format A9A 9A9.",
  "postalCode.wrong": error.wrongPostalCode,

  "postalCode.doubtful": "Vérifiez aussi votre code postal. Un déménagement récent? Essayez l’ancien.",

  "driverLicense.label": "Numéro de permis de conduire",
  "driverLicense.required": "Entrez un numéro de permis de conduire pour continuer.",
  "driverLicense.mask":
    "Comparez le numéro avec votre permis de conduire. Un caractère manque, est de trop ou n’est pas à sa place.",
  "driverLicense.maxlength": "Raccourcissez le numéro de permis à {limit} caractères ou moins.",
  "driverLicense.maxlength.plain": "Raccourcissez le numéro de permis.",

  "driverLicenseProvince.label": "Province de votre permis de conduire",
  "driverLicenseProvince.required": "Veuillez choisir une province.",

  "phone.label": "Numéro de cellulaire",
  "phone.required": "Entrez votre numéro de cellulaire.",
  "phone.phone": error.errorPhoneFormat,
  "phone.wrong": error.wrongPhone,

  "securityCode.label": "Code de sécurité",
  "securityCode.required": "Entrez le code de sécurité à six chiffres pour continuer.",
  "securityCode.incomplete": "Entrez le code de sécurité à six chiffres pour continuer.",
  "securityCode.wrong": forms["code.validation.wrong"],
  "securityCode.wrongApp":
    "Ce code ne correspond pas. L’application en affiche un nouveau toutes les 30 secondes : entrez celui qu’elle affiche maintenant.",
  "securityCode.clockAhead":
    "L’horloge de ce téléphone avance. Dans ses réglages, choisissez la date et l’heure automatiques, puis entrez le code suivant.",
  "securityCode.clockBehind":
    "L’horloge de ce téléphone retarde. Dans ses réglages, choisissez la date et l’heure automatiques, puis entrez le code suivant.",

  "securityPin.label": "NIP",
  "securityPin.required": "Entrez un NIP de 8 caractères pour continuer.",
  "securityPin.incomplete": "Entrez un NIP de 8 caractères pour continuer.",
  "securityPin.wrong": "Ce NIP ne correspond pas. Comparez-le avec votre lettre.",

  "codeOption.label": "Comment souhaitez-vous recevoir votre code?",
  "codeOption.required": "Choisissez comment recevoir votre code.",

  "profileOption.label": "Laquelle de ces polices est la vôtre?",
  "profileOption.required": "Choisissez votre police.",

  "accountType.label": "Quel est votre rôle dans la police?",
  "accountType.required": "Choisissez votre rôle dans la police.",

  "closing.label": "Oui, fermer mon compte et supprimer ce qu’il contient.",
  "closing.required": "Cochez cette case pour fermer votre compte.",
  "terms.label": "J’accepte les conditions d’utilisation.",
  "terms.required": error.errorCheckboxRequired,

  "rememberMe.label": "Mémoriser mon adresse courriel",

  "province.label": "Province",
  "province.required": "Veuillez choisir une province.",
  "passkeyName.label": "Nom de la clé d’accès",
  "passkeyName.required": "Entrez un nom pour la clé d’accès.",
  "passkeyName.maxlength": "Raccourcissez le nom à {limit} caractères ou moins.",
  "passkeyName.maxlength.plain": "Raccourcissez le nom.",
  "authenticatorName.label": "Nom de l’application",
  "authenticatorName.required": "Entrez un nom pour l’application.",
  "authenticatorName.maxlength": "Raccourcissez le nom à {limit} caractères ou moins.",
  "authenticatorName.maxlength.plain": "Raccourcissez le nom.",
  "recoveryCode.label": "Code de secours",
  "recoveryCode.required": "Entrez un de vos codes de secours.",
  "recoveryCode.incomplete": "Entrez les 12 lettres et chiffres du code.",
  "recoveryCode.wrong": "Ce code ne correspond pas ou a déjà servi. Essayez-en un autre.",
});
