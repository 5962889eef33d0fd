import english from "../en/home.ts";
import { french } from "../wording.ts";

export default french(english, {
  title: "Votre session est ouverte",
  greeting: "Bonjour, {name}",
  lead: "Vous trouverez ici vos polices et vos documents.",
  lastSignIn: "Dernière session : le {day} à {time}",
  signOut: "Fermer la session",
});
