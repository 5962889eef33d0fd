import english from "../en/error.ts";
import { french } from "../wording.ts";

export default french(english, {
  errorEmailRequired: "Entrez votre adresse courriel.",
  errorEmailFormat: "Entrez votre adresse courriel dans le format suivant : nom@exemple.ca.",
  errorPasswordConfirmationRequired: "Entrez votre mot de passe une deuxième fois.",
  errorPasswordDontMatch: "Les deux mots de passe doivent être identiques.",
  errorPhoneFormat: "Entrez les dix chiffres de votre numéro dans ce format : 999-999-9999.",
  errorCheckboxRequired: "Vous devez accepter les conditions d’utilisation pour créer votre compte.",
  wrongPhone: "Ce numéro diffère de celui de votre dossier. Essayez le numéro que vous aviez avant.",
  wrongPostalCode:
    "Ce code postal diffère de celui de votre dossier. Un déménagement récent? Essayez votre ancien code postal.",
  securityQuestions:
    "Votre date de naissance ou votre code postal diffère de celui de votre dossier. Vérifiez les deux.",
  passwordContentError: "Votre mot de passe ne peut pas contenir une partie de votre adresse courriel.",
  invalidCharacter:
    "Votre mot de passe contient un caractère qui n’est pas accepté. Utilisez des lettres sans accent, des chiffres, des espaces et des symboles.",
  errorClientUpdate:
    "Nous n’avons pas pu enregistrer vos renseignements. Réessayez dans quelques minutes ou appelez-nous.",
});
