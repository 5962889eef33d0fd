import english from "../en/gateway.ts";
import { french } from "../wording.ts";

export default french(english, {
  "busy.title": "Un instant, s’il vous plaît",
  "busy.what":
    "Beaucoup de personnes ouvrent une session en ce moment. Votre compte et votre mot de passe ne sont pas en cause.",
  "busy.again": "Réessayer",
  "leave.title": "Un instant, s’il vous plaît",
  "leave.what": "La page suivante s’ouvre. Si elle n’apparaît pas, utilisez le bouton ci-dessous.",
  "signOut.title": "Voulez-vous fermer votre session?",
  "signOut.what": "Vous n’arrivez pas d’une page de ce site. Votre session est toujours ouverte.",
  "signOut.stay": "Garder ma session ouverte",
  "application.refused.title": "Nous n’avons pas pu terminer l’ouverture de session",
  "application.refused.what":
    "Le site ou l’application d’où vous venez a envoyé une demande que nous ne reconnaissons pas. Votre compte n’a pas changé. Retournez-y et réessayez.",
  "application.refused.code": "Si vous nous appelez, donnez ce code : {code}",
  "application.unavailable.title": "Cette page n’est pas disponible pour le moment",
  "application.unavailable.what":
    "Le problème vient de nous. Votre compte et votre mot de passe ne sont pas en cause. Attendez quelques secondes, puis réessayez.",
  "application.signOutRefused.title": "Votre session est toujours ouverte ici",
  "application.signOutRefused.what":
    "Nous ne reconnaissons pas la demande de fermeture de session du site ou de l’application d’où vous venez. Pour fermer votre session ici, utilisez le bouton ci-dessous.",
  "application.expired.title": "Cette ouverture de session ne peut pas se terminer",
  "application.expired.what":
    "Pour vous protéger, elle prend fin après une heure. Elle fonctionne seulement dans le navigateur où elle a commencé. Ce navigateur doit accepter les témoins. Retournez au site ou à l’application d’où vous venez et recommencez.",
  "application.passkey.title": "Votre clé d’accès est nécessaire",
  "application.passkey.what":
    "Le site ou l’application d’où vous venez la demande. Pour continuer, ouvrez une session avec votre clé d’accès plutôt qu’avec votre mot de passe.",
  "application.consent.title": "Donner un accès à « {name} »?",
  "application.consent.what": "« {name} » appartient à une autre entreprise et demande à {brand} :",
  "application.consent.account": "Votre session est ouverte avec l’adresse {email}.",
  "application.consent.host": "Vous retournerez ensuite à {host}.",
  "application.consent.later":
    "Vous pourrez mettre fin à cet accès en tout temps dans votre compte, sous « Sites et applications ».",
  "application.consent.allow": "Donner l’accès",
  "application.consent.refuse": "Ne pas donner l’accès",
  "application.login": "Ouvrir une session",
  "application.signOut":
    "Votre session prendra fin aussi dans les sites et les applications que vous avez ouverts avec ce compte.",
  "application.signedOut.title": "Votre session est fermée",
  "application.signedOut.what": "Vous pouvez fermer cette page.",
});
