import english from "../en/gateway.ts";
import { french } from "../wording.ts";

export default french(english, {
  "busy.title": "Un instant, s’il vous plaît",
  "busy.what":
    "Beaucoup de personnes ouvrent une session en ce moment. Votre compte et votre mot de passe ne sont pas en cause.",
  "busy.again": "Réessayer",
  "signOut.title": "Voulez-vous fermer votre session?",
  "signOut.what": "Vous n’arrivez pas d’une page de ce site. Votre session est toujours ouverte.",
  "signOut.stay": "Garder ma session ouverte",
});
