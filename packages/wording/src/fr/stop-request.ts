import english from "../en/stop-request.ts";
import { french } from "../wording.ts";

export default french(english, {
  "open.title": "Arrêter cette demande?",
  "open.what":
    "Quelqu’un a demandé à notre centre d’appels d’envoyer un lien à une autre adresse courriel. Cette nouvelle adresse ne figure pas à votre dossier. Le lien servirait à votre compte en ligne.",
  "open.when": "Si personne ne l’arrête, le lien sera envoyé le {day} à {time}.",
  "open.waiver":
    "Quelqu’un a demandé à notre centre d’appels d’ouvrir votre compte en ligne sans code. Cette personne y ajouterait un nouveau moyen de confirmer que c’est vous.",
  "open.when.waiver":
    "Si personne ne l’arrête, ce sera possible à partir du {day} à {time}. Le mot de passe reste nécessaire.",
  "open.submit": "Arrêter cette demande",
  "open.you": "C’est vous? Vous n’avez rien à faire : fermez simplement cette page.",
  "inForce.title": "L’arrêter maintenant?",
  inForce:
    "Notre centre d’appels a permis d’ouvrir une fois votre compte en ligne sans code. Personne ne s’en est encore servi.",
  "used.title": "Cette demande a pris fin",
  used: "Elle ne peut plus être arrêtée ici. Si ce n’est pas vous, appelez-nous sans attendre au {number}.",
  "stopped.title": "La demande est arrêtée",
  stopped:
    "Rien ne sera envoyé, et votre compte en ligne reste le même. Notre centre d’appels voit que la demande est arrêtée.",
  "stopped.call": "Vous voulez nous en parler? Appelez au {number}.",
  "sent.title": "Le lien est déjà parti",
  sent: "Il est trop tard pour l’arrêter ici. Si ce n’est pas vous, appelez-nous sans attendre au {number}.",
  "ended.title": "Cette demande a pris fin",
  ended: "Rien n’a été envoyé et rien ne le sera. Vous n’avez rien à faire.",
  "unknown.title": "Cette page s’ouvre avec le lien de votre message",
  unknown: "Ouvrez de nouveau le lien de votre message. S’il ne fonctionne pas, appelez-nous au {number}.",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Il y a eu beaucoup de demandes en peu de temps. Réessayez à partir de {time} ou appelez-nous au {number}.",
  "unavailable.title": "Nous ne pouvons pas arrêter la demande pour le moment",
  unavailable: "Réessayez dans une minute ou appelez-nous au {number}.",
});
