import english from "../en/two-factor.ts";
import { french } from "../wording.ts";

export default french(english, {
  "method.passkey": "Clé d’accès",
  "method.authenticator": "Application d’authentification",
  "method.text": "Texto",
  "method.call": "Appel téléphonique",
  "method.email": "Courriel",
  "method.recoveryCode": "Code de secours",

  title: "Confirmez que c’est vous",
  "why.unknownBrowser":
    "Nous n’avons pas ce navigateur en mémoire. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.failedTries":
    "Plusieurs mots de passe incorrects ont précédé celui-ci. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.afterReset":
    "C’est votre première ouverture de session avec un nouveau mot de passe. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.dormant":
    "Votre dernière ouverture de session remonte à plus de douze mois. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.manyAccounts":
    "Beaucoup de mots de passe incorrects sont venus de votre connexion Internet depuis une heure. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.knownPassword":
    "Votre mot de passe est facile à deviner. Pour protéger votre compte, nous vérifions que c’est bien vous.",
  "why.everySignIn": "Pour protéger votre compte, nous vérifions à chaque fois que c’est bien vous.",
  "why.application": "Le site que vous ouvrez nous demande de vérifier que c’est bien vous.",
  "sent.text": "Un code à six chiffres est parti par texto à {time}, au numéro qui se termine par {digits}.",
  "sent.call":
    "Nous avons appelé à {time} le numéro qui se termine par {digits}. Une voix y dit deux fois votre code à six chiffres.",
  "sent.email": "Un code à six chiffres est parti par courriel à {time}, à {email}.",
  "sent.email.spoken":
    "Un code à six chiffres est parti par courriel à {time}, à votre adresse qui commence par {initial}.",
  choose: "Choisissez comment recevoir votre code.",
  help: "Valable jusqu’à {time}.",
  remember: {
    one: "Se souvenir de ce navigateur pendant {count} jour. Pas sur un ordinateur partagé.",
    other: "Se souvenir de ce navigateur pendant {count} jours. Pas sur un ordinateur partagé.",
  },
  submit: "Confirmer et ouvrir la session",
  "lastTry.title": "Il vous reste un essai.",
  lastTry: "Ensuite, entrez de nouveau votre mot de passe pour recevoir un nouveau code.",
  sentAgain: "Un nouveau code est parti à {time}. Seul le plus récent fonctionne.",
  tooSoon: "Un code vient de partir. Laissez-lui le temps d’arriver.",
  "sentAgain.call": "Nous avons rappelé à {time}. Seul le code de cet appel fonctionne.",
  "tooSoon.call": "Nous venons d’appeler. Laissez au téléphone le temps de sonner.",
  resend: "Envoyer un nouveau code",
  "resend.call": "Me rappeler",
  "resend.wait": "Vous pourrez demander un nouveau code à partir de {time}.",
  "wait.title": "Un instant, s’il vous plaît",
  wait: "Il y a eu beaucoup de codes en peu de temps. Réessayez à partir de {time} ou choisissez un autre moyen.",
  "full.title": "Aucun autre code par ce moyen aujourd’hui",
  full: "Pour vous protéger, nous limitons l’envoi de codes. Choisissez un autre moyen ou réessayez à partir du {day} à {time}.",
  "usedUp.title": "Aucun autre code aujourd’hui",
  usedUp:
    "Pour vous protéger, nous limitons le nombre de codes par jour. Réessayez à partir du {day} à {time}. Vous n’avez pas demandé ces codes? Choisissez un nouveau mot de passe, et vous pourrez en recevoir d’autres. Si c’est urgent, appelez-nous au {number}.",
  late: "Le code n’arrive pas?",
  "late.text": "Un texto peut prendre une minute. Pour un courriel, regardez aussi dans vos courriels indésirables.",
  "late.text.call": "Répondez vous-même à l’appel. Nous ne laissons aucun code dans une boîte vocale.",
  delayed: "Les messages sont lents en ce moment; le moyen le plus rapide vient en premier.",
  "delayed.call": "Les appels sont lents en ce moment; un autre moyen vient en premier.",
  newMobile: "Par sécurité, votre nouveau numéro de cellulaire ne reçoit aucun code avant le {day} à {time}.",
  otherWay: "Utiliser un autre moyen",
  "other.text": "Recevoir un texto au numéro qui se termine par {digits}",
  "other.call": "M’appeler au numéro qui se termine par {digits}",
  "other.email": "Recevoir un courriel à {email}",
  "other.email.spoken": "Recevoir un courriel à votre adresse qui commence par {initial}",
  "other.authenticator": "Utiliser mon application d’authentification",
  "other.recoveryCode": "Utiliser un code de secours",
  "own.passkey":
    "Vous avez choisi votre nouveau mot de passe par courriel. Ouvrez maintenant une session avec votre clé d’accès, pour confirmer que c’est vous.",
  "own.passkey.button": "Utiliser ma clé d’accès",
  "own.authenticator": "Entrez le code que votre application d’authentification affiche maintenant.",
  "own.recoveryCode": "Entrez un de vos codes de secours. Il ne fonctionnera plus ensuite.",
  clock: "Le code de l’application est refusé? Réglez votre téléphone pour qu’il prenne l’heure du réseau.",
  none: "Je n’ai aucun moyen de confirmer",
  "none.call":
    "Appelez-nous au {number}. Deux personnes de notre centre d’appels peuvent vous permettre d’ajouter un nouveau moyen de confirmer que c’est vous. Le délai est de 24 heures, et nous prévenons chaque contact du dossier. Un nouveau mot de passe ne remplace pas cette étape.",
  "waived.title": "Vous pouvez maintenant ajouter un moyen",
  waived:
    "Comme convenu au téléphone, ajoutez une application d’authentification au lieu d’entrer un code. C’est possible jusqu’au {day} à {time}.",
  "waived.button": "Ajouter une application",
  "setUp.submit": "Ajouter et ouvrir une session",
  "newPassword.button": "Choisir un nouveau mot de passe",
  cancel: "Ouvrir une session autrement",
  endsAt: "Pour protéger votre compte, cette page se fermera à {time}.",
  "ending.title": "Cette page se fermera à {time}",
  ending: "Avez-vous besoin de plus de temps?",
  "ending.last": "Confirmez avant cette heure. Sinon, entrez de nouveau votre mot de passe.",

  "denial.open.title": "Ce n’était pas vous?",
  "denial.open":
    "Quelqu’un a entré votre mot de passe le {day} à {time}, sur cet appareil : {device}. Nous vous avons alors envoyé un code.",
  "denial.passed": "Quelqu’un a ouvert une session dans votre compte le {day} à {time}, sur cet appareil : {device}.",
  "denial.what":
    "Si ce n’était pas vous, nous refusons cette demande. Aucun code ne passera par ce moyen avant un nouveau mot de passe ou une autre confirmation.",
  "denial.what.passed":
    "Si ce n’était pas vous, nous fermons toutes les sessions. Seul un nouveau mot de passe ouvrira votre compte.",
  "denial.submit": "Dire que ce n’était pas moi",
  "denial.you": "C’est vous? Vous n’avez rien à faire : fermez simplement cette page.",
  "denial.passed.title": "Ce n’était pas vous?",
  "denial.denied.title": "La demande est refusée",
  "denial.denied": "Quelqu’un connaît votre mot de passe. Choisissez-en un nouveau maintenant.",
  "denial.over.title": "Cette demande a pris fin",
  "denial.over":
    "Personne n’est entré avec ce code. Si ce n’était pas vous, choisissez un nouveau mot de passe : quelqu’un connaît le vôtre.",
  "denial.unknown.title": "Cette page s’ouvre avec le lien de votre message",
  "denial.unknown": "Ouvrez de nouveau le lien de votre message. S’il ne fonctionne pas, appelez-nous au {number}.",
  "denial.wait.title": "Un instant, s’il vous plaît",
  "denial.wait":
    "Il y a eu beaucoup de demandes en peu de temps. Réessayez à partir de {time} ou appelez-nous au {number}.",
  "denial.unavailable.title": "Nous ne pouvons pas refuser la demande pour le moment",
  "denial.unavailable": "Réessayez dans une minute ou appelez-nous au {number}.",
  "device.none": "inconnu",
});
