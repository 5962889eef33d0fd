import english from "../en/message.ts";
import { french } from "../wording.ts";

export default french(english, {
  "shared.telephone": "Des questions? Appelez au {telephone}.",
  "shared.callNow": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "shared.automatic": "Ce message est automatique; personne ne lit les réponses.",
  "shared.once": "Valable une seule fois, jusqu’à {time}.",

  "shared.secret": "Ne donnez ce code à personne : nous ne le demandons jamais.",
  "shared.linkOnce": "Le bouton fonctionne une seule fois, jusqu’au {day} à {time}.",
  "shared.linkOnce.text": "Le lien fonctionne une seule fois, jusqu’au {day} à {time}.",
  "shared.device": "{browser} sur {system}",
  "shared.happened": "C’était le {day} à {time}.",
  "shared.happenedOn": "C’était le {day} à {time}, avec {device}.",
  "shared.requested": "La demande a été faite le {day} à {time}.",
  "shared.requestedOn": "La demande a été faite le {day} à {time}, avec {device}.",
  "shared.greeting": "Bonjour {firstName},",
  "shared.notExpected": "Ce n’est pas vous? Ignorez ce message : rien ne changera.",

  "registrationCode.subject": "Votre code pour créer votre compte {brand}",
  "registrationCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "registrationCode.title": "Voici votre code.",
  "registrationCode.purpose": "Entrez-le sur la page où vous créez votre compte {brand}.",
  "registrationCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, aucun compte n’est créé.",
  "registrationCode.sms":
    "{brand} : {code}, code pour créer votre compte, valable jusqu’à {time}. Ne le donnez à personne.",

  "findAccountCode.subject": "Votre code pour retrouver votre compte {brand}",
  "findAccountCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "findAccountCode.title": "Voici votre code.",
  "findAccountCode.purpose": "Entrez-le sur la page où vous cherchez votre compte {brand}.",
  "findAccountCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, rien de votre compte ne s’affiche.",
  "findAccountCode.sms":
    "{brand} : {code}, code pour trouver votre compte, valable jusqu’à {time}. Ne le donnez à personne.",

  "secondFactorCode.subject": "Votre code pour ouvrir une session chez {brand}",
  "secondFactorCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "secondFactorCode.title": "Voici votre code.",
  "secondFactorCode.purpose": "Entrez-le sur la page où vous ouvrez une session.",
  "secondFactorCode.device": "La demande vient de cet appareil : {device}.",
  "secondFactorCode.device.none": "appareil inconnu",
  "secondFactorCode.button": "Refuser cette demande",
  "secondFactorCode.notYou":
    "Ce n’est pas vous? Quelqu’un connaît votre mot de passe. Refusez cette demande et choisissez un nouveau mot de passe.",
  "secondFactorCode.sms":
    "{brand} : {code} pour ouvrir une session ({device}), jusqu’à {time}. Ne le donnez à personne. Pas vous?",

  "secondFactorCode.call.hello": "Bonjour, ici {brand}.",
  "secondFactorCode.call.purpose": "Quelqu’un ouvre une session dans votre compte.",
  "secondFactorCode.call.code": "Si c’est vous, votre code est : {digits}.",
  "secondFactorCode.call.repeat": "Je répète, votre code est : {digits}.",
  "secondFactorCode.call.notYou":
    "Ce n’est pas vous? Raccrochez, puis choisissez un nouveau mot de passe sur notre site : quelqu’un connaît le vôtre.",

  "secondFactorGuessed.subject": "Codes incorrects à l’ouverture d’une session de votre compte {brand}",
  "secondFactorGuessed.preheader": "Ce n’est pas vous? Choisissez un nouveau mot de passe sans attendre.",
  "secondFactorGuessed.title": "Des codes incorrects ont suivi votre mot de passe.",
  "secondFactorGuessed.what":
    "Quelqu’un a entré le bon mot de passe de votre compte, puis trois codes incorrects. Personne n’a pu entrer.",
  "secondFactorGuessed.next":
    "C’est vous? Vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur notre site.",

  "newBrowser.subject": "Nouvelle ouverture de session dans votre compte {brand}",
  "newBrowser.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "newBrowser.title": "Une session a été ouverte dans un nouveau navigateur.",
  "newBrowser.what": "Quelqu’un a ouvert une session dans votre compte avec un navigateur encore jamais utilisé.",
  "newBrowser.next": "C’est vous? Vous n’avez rien à faire.",

  "policyCode.subject": "Votre code pour ajouter une police à votre compte {brand}",
  "policyCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "policyCode.title": "Voici votre code.",
  "policyCode.purpose": "Entrez-le sur la page où vous ajoutez une police à votre compte {brand}.",
  "policyCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, aucune police n’est ajoutée.",
  "policyCode.sms": "{brand} : {code}, code pour ajouter une police, valable jusqu’à {time}. Ne le donnez à personne.",

  "usernameCode.subject": "Votre code {brand} pour confirmer cette adresse",
  "usernameCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "usernameCode.title": "Voici votre code.",
  "usernameCode.purpose":
    "Entrez-le pour confirmer que vous ouvrirez une session {brandAt} avec cette adresse courriel.",
  "usernameCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, cette adresse n’est pas utilisée.",

  "emailChangeCode.subject": "Votre code {brand} pour confirmer cette adresse",
  "emailChangeCode.preheader": "{code} : votre code, valable jusqu’à {time}",
  "emailChangeCode.title": "Voici votre code.",
  "emailChangeCode.purpose":
    "Entrez-le pour confirmer que vous ouvrirez une session {brandAt} avec cette adresse courriel.",
  "emailChangeCode.notYou": "Ce n’est pas vous? Ne faites rien : sans le code, cette adresse n’est pas utilisée.",

  "pinIssued.title": "Votre NIP pour créer votre compte {brand}",
  "pinIssued.greeting": "Bonjour {firstName},",
  "pinIssued.pin": "Votre NIP est {code}.",
  "pinIssued.use": "Rendez-vous à {link} et choisissez « Créer un compte ». Quand un code est demandé, entrez ce NIP.",
  "pinIssued.once": "Il sert une seule fois. Vous pouvez l’entrer en majuscules ou en minuscules.",
  "pinIssued.keep": "Ne le donnez à personne : notre équipe ne le demande jamais.",

  "welcome.subject": "Votre compte {brand} est prêt",
  "welcome.preheader": "Vous pouvez ouvrir une session quand vous voulez.",
  "welcome.title": "Bienvenue.",
  "welcome.titleWithName": "Bienvenue, {firstName}.",
  "welcome.what":
    "Votre compte {brandAt} est prêt. Ouvrez une session avec cette adresse courriel et le mot de passe que vous avez choisi.",
  "welcome.button": "Ouvrir une session",

  "alreadyRegistered.subject": "Vous avez déjà un compte {brand}",
  "alreadyRegistered.preheader": "Ouvrez une session avec cette adresse; rien n’a changé.",
  "alreadyRegistered.title": "Vous avez déjà un compte.",
  "alreadyRegistered.what": "Quelqu’un, peut-être vous, a voulu utiliser cette adresse pour un autre compte {brand}.",
  "alreadyRegistered.link.what":
    "Quelqu’un, peut-être vous, a demandé un nouveau lien pour créer votre compte {brand}.",
  "alreadyRegistered.next":
    "Ouvrez une session avec le mot de passe de votre compte. Vous l’avez oublié? Choisissez-en un nouveau.",
  "alreadyRegistered.button": "Ouvrir une session",
  "alreadyRegistered.notYou": "Ce n’est pas vous? Ne faites rien : votre compte n’a pas changé.",

  "passwordDisabled.subject": "Choisissez un nouveau mot de passe pour votre compte {brand}",
  "passwordDisabled.preheader": "Nous avons désactivé votre mot de passe pour protéger votre compte.",
  "passwordDisabled.title": "Nous avons désactivé votre mot de passe.",
  "passwordDisabled.what":
    "Quelqu’un a entré beaucoup de mots de passe incorrects pour votre compte. Par précaution, votre mot de passe actuel ne fonctionne plus.",
  "passwordDisabled.last": "Le dernier essai a eu lieu le {day} à {time}.",
  "passwordDisabled.lastOn": "Le dernier essai a eu lieu le {day} à {time}, avec {device}.",
  "passwordDisabled.next":
    "Votre dossier n’a pas été ouvert. Choisissez un nouveau mot de passe pour ouvrir une session.",
  "passwordDisabled.button": "Choisir un nouveau mot de passe",
  "passwordDisabled.notYou": "Ces essais ne viennent pas de vous? Un nouveau mot de passe protège votre compte.",

  "passwordReset.subject": "Votre code pour changer le mot de passe de votre compte {brand}",
  "passwordReset.preheader": "{code} : votre code, valable jusqu’à {time}",
  "passwordReset.title": "Voici votre code.",
  "passwordReset.use": "Entrez le code sur la page où vous l’avez demandé, ou appuyez sur le bouton.",
  "passwordReset.use.text": "Entrez le code sur la page où vous l’avez demandé, ou ouvrez le lien.",
  "passwordReset.button": "Choisir un nouveau mot de passe",
  "passwordReset.notYou": "Ce n’est pas vous? Ne faites rien : votre mot de passe reste le même.",

  "noAccount.subject": "Aucun compte {brand} n’utilise cette adresse",
  "noAccount.preheader": "Retrouvez votre compte avec votre numéro de police.",
  "noAccount.title": "Aucun compte n’utilise cette adresse.",
  "noAccount.what": "Quelqu’un, peut-être vous, a demandé un nouveau mot de passe {brand} avec cette adresse.",
  "noAccount.next": "Si vous avez une assurance {brandAt}, retrouvez votre compte avec votre numéro de police.",
  "noAccount.button": "Retrouver mon compte",
  "noAccount.notYou": "Ce n’est pas vous? Ne faites rien : aucun compte n’a été créé ni modifié.",

  "passwordChanged.subject": "Le mot de passe de votre compte {brand} a été changé",
  "passwordChanged.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "passwordChanged.title": "Votre mot de passe a été changé.",
  "passwordChanged.what": "Votre compte {brand} a un nouveau mot de passe.",
  "passwordChanged.next": "C’est vous? Vous n’avez rien d’autre à faire. Toutes les autres sessions ont été fermées.",

  "policyAdded.subject": "Une police a été ajoutée à votre compte {brand}",
  "policyAdded.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "policyAdded.title": "Une police a été ajoutée.",
  "policyAdded.what":
    "Votre compte {brand} affiche maintenant une autre police, ou le rôle d’une autre personne dans une police. L’ajout s’est fait à l’aide d’un code ou d’un lien envoyé aux coordonnées de cette police.",
  "policyAdded.next": "C’est vous? Vous n’avez rien d’autre à faire.",

  "policyInOtherAccount.subject": "Un autre compte {brand} affiche maintenant votre police",
  "policyInOtherAccount.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "policyInOtherAccount.title": "Un autre compte affiche votre police.",
  "policyInOtherAccount.what":
    "Une police de votre compte {brand} a été ajoutée à un autre compte. L’ajout s’est fait à l’aide d’un code envoyé aux coordonnées de cette police.",
  "policyInOtherAccount.next": "C’est vous? Vous n’avez rien d’autre à faire.",

  "contactAdded.subject": "Des coordonnées ont été confirmées pour votre compte {brand}",
  "contactAdded.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "contactAdded.title": "Des coordonnées ont été confirmées.",
  "contactAdded.what":
    "Quelqu’un, peut-être vous, a cherché votre compte {brand}. Cette personne a entré un code envoyé au courriel ou au cellulaire inscrit dans l’une de vos polices. Dans trois jours, ces coordonnées compteront comme les vôtres.",
  "contactAdded.next": "C’est vous? Vous n’avez rien d’autre à faire.",

  "passkeyAdded.subject": "Une clé d’accès a été ajoutée à votre compte {brand}",
  "passkeyAdded.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "passkeyAdded.title": "Une clé d’accès a été ajoutée.",
  "passkeyAdded.what":
    "Un appareil peut maintenant ouvrir votre compte {brand} sans mot de passe. Il demande une empreinte, un visage ou son propre code.",
  "passkeyAdded.next": "C’est vous? Vous n’avez rien d’autre à faire. Votre mot de passe fonctionne comme avant.",

  "passkeyRemoved.subject": "Une clé d’accès a été retirée de votre compte {brand}",
  "passkeyRemoved.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "passkeyRemoved.title": "Une clé d’accès a été retirée.",
  "passkeyRemoved.what": "Elle ne permet plus d’ouvrir une session dans votre compte {brand}.",
  "passkeyRemoved.next": "C’est vous? Vous n’avez rien d’autre à faire. Votre mot de passe fonctionne comme avant.",

  "passkeyKept.subject": "Une clé d’accès de votre compte {brand} fonctionne de nouveau",
  "passkeyKept.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "passkeyKept.title": "Une clé d’accès fonctionne de nouveau.",
  "passkeyKept.what":
    "Nous l’avions désactivée pour protéger votre compte {brand}. Elle permet de nouveau d’ouvrir une session.",
  "passkeyKept.next": "C’est vous? Vous n’avez rien d’autre à faire.",

  "passkeyBlocked.subject": "Une clé d’accès de votre compte {brand} a été bloquée",
  "passkeyBlocked.preheader": "Ouvrez une session avec votre mot de passe.",
  "passkeyBlocked.title": "Nous avons bloqué une clé d’accès.",
  "passkeyBlocked.what":
    "Elle semble avoir été copiée sur un autre appareil. Par précaution, elle ne permet plus d’ouvrir une session dans votre compte {brand}.",
  "passkeyBlocked.next": "Ouvrez une session avec votre mot de passe, retirez cette clé d’accès et créez-en une autre.",
  "passkeyBlocked.callNow": "Cette clé n’est pas à vous, ou un appareil est perdu? Appelez-nous sans attendre.",

  "authenticatorAdded.subject": "Une application d’authentification a été ajoutée à votre compte {brand}",
  "authenticatorAdded.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "authenticatorAdded.title": "Une application d’authentification a été ajoutée.",
  "authenticatorAdded.what": "Ses codes confirment maintenant qui ouvre une session dans votre compte {brand}.",
  "authenticatorAdded.next": "C’est vous? Vous n’avez rien d’autre à faire.",
  "authenticatorRemoved.subject": "Une application d’authentification a été retirée de votre compte {brand}",
  "authenticatorRemoved.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "authenticatorRemoved.title": "Une application d’authentification a été retirée.",
  "authenticatorRemoved.what": "Ses codes ne confirment plus qui ouvre une session dans votre compte {brand}.",
  "authenticatorRemoved.next": "C’est vous? Vous n’avez rien d’autre à faire.",
  "recoveryCodesMade.subject": "De nouveaux codes de secours ont été créés pour votre compte {brand}",
  "recoveryCodesMade.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "recoveryCodesMade.title": "De nouveaux codes de secours ont été créés.",
  "recoveryCodesMade.what": "Les anciens codes de votre compte {brand} ne fonctionnent plus.",
  "recoveryCodesMade.next": "C’est vous? Gardez les nouveaux en lieu sûr.",
  "recoveryCodeUsed.subject": "Un code de secours de votre compte {brand} a servi",
  "recoveryCodeUsed.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "recoveryCodeUsed.title": "Un code de secours a servi.",
  "recoveryCodeUsed.what":
    "Quelqu’un a utilisé un des codes de secours de votre compte {brand} pour confirmer que c’était vous.",
  "recoveryCodeUsed.left": "Codes restants : {count}. Vous pouvez en obtenir de nouveaux dans votre compte.",
  "removalUndone.subject": "Un retrait dans votre compte {brand} a été annulé",
  "removalUndone.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "removalUndone.title": "Un retrait a été annulé.",
  "removalUndone.what":
    "Le lien de notre message a servi. Votre compte {brand} a de nouveau ses anciens moyens d’accès, et le mot de passe ne fonctionne plus.",
  "removalUndone.next": "C’est vous? Pour ouvrir une session, choisissez un nouveau mot de passe.",

  "emailChangeAsked.subject": "Une nouvelle adresse courriel a été demandée pour votre compte {brand}",
  "emailChangeAsked.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "emailChangeAsked.title": "Un changement d’adresse courriel a été demandé.",
  "emailChangeAsked.what":
    "Nous avons préparé un lien pour une autre adresse. Tant qu’il n’a pas servi, votre compte {brand} garde celle-ci.",
  "emailChangeAsked.next": "C’est vous? Ouvrez le lien reçu à la nouvelle adresse.",

  "emailChanged.subject": "L’adresse courriel de votre compte {brand} a été changée",
  "emailChanged.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "emailChanged.title": "Votre adresse courriel a été changée.",
  "emailChanged.what":
    "Votre compte {brand} utilise maintenant une autre adresse. Celle d’avant ne permet plus d’ouvrir une session.",
  "emailChanged.next": "C’est vous? Vous n’avez rien d’autre à faire : ouvrez une session avec la nouvelle adresse.",

  "emailChangeUndone.subject": "Le changement d’adresse courriel de votre compte {brand} a été annulé",
  "emailChangeUndone.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "emailChangeUndone.title": "Le changement d’adresse courriel a été annulé.",
  "emailChangeUndone.what":
    "Votre compte {brand} utilise de nouveau l’adresse d’avant. L’adresse qui reçoit ce message ne permet plus d’ouvrir une session. Le mot de passe ne fonctionne plus.",
  "emailChangeUndone.next":
    "C’est vous? Pour ouvrir une session, choisissez un nouveau mot de passe avec l’adresse d’avant.",

  "changePutBack.subject": "Un changement dans votre compte {brand} a été annulé",
  "changePutBack.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "changePutBack.title": "Un changement a été annulé.",
  "changePutBack.what":
    "Notre centre d’appels a annulé un changement dans votre compte {brand}. Le mot de passe ne fonctionne plus et les clés d’accès sont désactivées.",
  "changePutBack.next": "C’est vous? Pour ouvrir une session, choisissez un nouveau mot de passe.",

  "accountClosed.subject": "Votre compte {brand} est fermé",
  "accountClosed.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "accountClosed.title": "Votre compte est fermé.",
  "accountClosed.what":
    "Le compte {brand} qui utilisait cette adresse est fermé et supprimé. Votre assurance reste en vigueur.",
  "accountClosed.next": "C’est vous? Vous n’avez rien d’autre à faire. Vous pourrez recréer un compte en tout temps.",

  "accountFrozen.subject": "Votre compte {brand} est bloqué",
  "accountFrozen.preheader": "Personne ne peut y ouvrir une session. Appelez-nous pour le rouvrir.",
  "accountFrozen.title": "Votre compte est bloqué.",
  "accountFrozen.what":
    "Quelqu’un qui avait ouvert une session dans votre compte {brand} a signalé une activité inconnue. Plus personne ne peut y ouvrir une session.",
  "accountFrozen.next": "Appelez-nous : nous confirmerons votre identité et rouvrirons le compte avec vous.",
  "emailChangedUndo.preheader": "Ce n’est pas vous? Annulez ce changement avec le bouton de ce message.",
  "emailChangedUndo.button": "Annuler ce changement",
  "emailChangedUndo.when": "Ce n’est pas vous? Le bouton fonctionne jusqu’au {day} à {time}.",

  "emailChangedUndo.when.text": "Ce n’est pas vous? Le lien fonctionne jusqu’au {day} à {time}.",
  "emailChangedUndo.call": "Vous pouvez aussi nous appeler sans attendre.",

  "linkRequested.RESETPWD_LOGIN.subject": "Quelqu’un a demandé de changer l’adresse courriel de votre compte en ligne",
  "linkRequested.RESETPWD_LOGIN.what":
    "Quelqu’un a demandé à notre centre d’appels de changer l’adresse courriel de votre compte {brand}. Cette nouvelle adresse ne figure pas à votre dossier.",
  "linkRequested.RESETPWD_LOGIN.sms":
    "{brand} : une demande vise à changer le courriel de votre compte. Pas vous? Annulez-la :",
  "linkRequested.RESETPWD_LOGIN.when": "Si personne ne l’arrête, un lien ira à la nouvelle adresse le {day} à {time}.",
  "linkRequested.DEFPWD_REGISTER.subject": "Quelqu’un a demandé une autre adresse courriel pour votre compte en ligne",
  "linkRequested.DEFPWD_REGISTER.what":
    "Quelqu’un a donné à notre centre d’appels une autre adresse courriel pour créer votre compte {brandAt}. Cette nouvelle adresse ne figure pas à votre dossier.",
  "linkRequested.DEFPWD_REGISTER.sms":
    "{brand} : une demande vise un autre courriel pour votre compte. Pas vous? Annulez-la :",
  "linkRequested.DEFPWD_REGISTER.when": "Si personne ne l’arrête, un lien ira à la nouvelle adresse le {day} à {time}.",
  "linkRequested.WAIVE_SECOND_FACTOR.subject": "Quelqu’un a demandé de changer votre façon de confirmer que c’est vous",
  "linkRequested.WAIVE_SECOND_FACTOR.what":
    "Quelqu’un a demandé à notre centre d’appels d’ouvrir votre compte {brand} sans code. Cette personne y ajouterait un nouveau moyen de confirmer que c’est vous.",
  "linkRequested.WAIVE_SECOND_FACTOR.sms":
    "{brand} : une demande vise à ouvrir votre compte sans code. Pas vous? Annulez-la :",
  "linkRequested.WAIVE_SECOND_FACTOR.when":
    "Si personne ne l’arrête, ce sera possible à partir du {day} à {time}, avec votre mot de passe.",
  "linkRequested.preheader": "Ce n’est pas vous? Arrêtez la demande avant le {day} à {time}.",
  "linkRequested.title": "Est-ce bien vous?",
  "linkRequested.button": "Arrêter cette demande",
  "linkRequested.call": "Un doute? Appelez-nous sans attendre.",
  "linkRequested.you": "C’est vous? Vous n’avez rien à faire.",
  "linkRequested.sms.when": "Sinon, c’est fait le {day} à {time}. Questions : {telephone}",

  "householdRequested.subject": "Une personne assurée dans votre police demande un compte {brand}",
  "householdRequested.preheader": "Vous pouvez accepter ou refuser jusqu’au {day} à {time}.",
  "householdRequested.title": "{driver} demande un compte.",
  "householdRequested.driver": "Une personne",
  "householdRequested.what":
    "{driver} conduit une voiture assurée par votre police {brand} et voudrait un compte en ligne.",
  "householdRequested.next":
    "Si vous acceptez, {driver} pourra créer un compte distinct. Votre compte et votre mot de passe restent les mêmes.",
  "householdRequested.button": "Voir la demande",
  "householdRequested.when": "Rien ne se fait sans votre réponse. La demande prend fin le {day} à {time}.",
  "householdRequested.account": "Vous pouvez aussi répondre dans votre compte, une fois votre session ouverte.",
  "householdRequested.notYou": "Vous ne connaissez pas cette personne? Refusez, puis appelez-nous.",

  "householdAnswered.approved.subject": "Vous avez accepté une demande de compte {brand}",
  "householdAnswered.approved.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "householdAnswered.approved.title": "Vous avez accepté.",
  "householdAnswered.approved.what": "{driver} peut maintenant créer un compte distinct. Le vôtre n’a pas changé.",
  "householdAnswered.refused.subject": "Vous avez refusé une demande de compte {brand}",
  "householdAnswered.refused.preheader": "Ce n’est pas vous? Appelez-nous sans attendre.",
  "householdAnswered.refused.title": "Vous avez refusé.",
  "householdAnswered.refused.what": "Nous en avons informé {driver}. Votre compte n’a pas changé.",
  "householdAnswered.expired.subject": "Une demande de compte {brand} a pris fin",
  "householdAnswered.expired.preheader": "Vous n’avez rien à faire.",
  "householdAnswered.expired.title": "La demande a pris fin.",
  "householdAnswered.expired.what":
    "{driver} avait demandé un compte. La demande n’a pas été acceptée à temps. Votre compte n’a pas changé.",
  "householdAnswered.expired.notYou": "Vous ne connaissez pas cette personne? Appelez-nous.",

  "householdApproved.subject": "Vous pouvez créer votre compte {brand}",
  "householdApproved.preheader": "La personne titulaire de la police a accepté.",
  "householdApproved.title": "La personne titulaire a accepté.",
  "householdApproved.what":
    "Vous pouvez maintenant créer votre compte {brand}. Vous ouvrirez une session avec cette adresse courriel.",
  "householdApproved.next": "Choisissez un mot de passe et confirmez votre identité : votre compte sera prêt.",
  "householdApproved.button": "Créer mon compte",

  "householdRefused.subject": "Votre demande de compte {brand} a été refusée",
  "householdRefused.preheader": "La personne titulaire de la police n’a pas accepté.",
  "householdRefused.title": "La personne titulaire n’a pas accepté.",
  "householdRefused.what":
    "Vous aviez demandé à la personne titulaire de la police d’accepter votre compte {brand}. Elle a refusé.",
  "householdRefused.next": "Parlez-lui-en ou appelez-nous. Vous pouvez refaire la demande.",
  "householdRefused.button": "Recommencer",
  "householdRefused.notYou": "Ce n’est pas vous? Ne faites rien : aucun compte n’a été créé.",

  "householdExpired.subject": "Votre demande de compte {brand} a pris fin",
  "householdExpired.preheader": "Elle n’a pas été acceptée à temps.",
  "householdExpired.title": "Votre demande a pris fin.",
  "householdExpired.what":
    "Vous aviez demandé à la personne titulaire de la police d’accepter votre compte {brand}. Elle ne l’a pas fait à temps.",
  "householdExpired.next": "Parlez-lui-en, puis refaites la demande. Vous pouvez aussi nous appeler.",
  "householdExpired.button": "Recommencer",
  "householdExpired.notYou": "Ce n’est pas vous? Ne faites rien : aucun compte n’a été créé.",

  "link.unsubscribe": "Ne plus recevoir ces courriels",
  "link.edoc.title": "Vos documents sont prêts en ligne.",
  "link.edoc.why": "Vos documents d’assurance sont dans votre dossier en ligne {brandAt}.",
  "link.BA.title": "Votre agence ou votre cabinet de courtage vous envoie ce lien.",
  "link.BA.why": "Votre agence ou votre cabinet de courtage nous a demandé de vous envoyer ce lien.",
  "link.mrkt.title": "Votre compte en ligne.",
  "link.mrkt.why": "Vous avez une police {brandAt}. Ce lien sert à votre compte en ligne.",
  "link.crm3.title": "Voici le lien de notre équipe.",
  "link.crm3.why": "Vous avez parlé de votre compte en ligne avec une personne de notre équipe.",
  "link.crm3_welcome_agencies.title": "Bienvenue.",
  "link.crm3_welcome_agencies.why":
    "Votre agence a établi votre assurance {brandAt}. Voici comment accéder à votre dossier en ligne.",
  "link.crm3_welcome.title": "Bienvenue.",
  "link.crm3_welcome.why":
    "Vous avez maintenant une assurance {brandAt}. Voici comment accéder à votre dossier en ligne.",
  "link.crm3_reset.title": "Retrouvez l’accès à votre compte.",
  "link.crm3_reset.why":
    "Une personne de notre équipe a demandé ce lien pour que vous retrouviez l’accès à votre compte.",
  "link.app.title": "Continuez à partir de l’application.",
  "link.app.why": "Vous avez commencé dans l’application mobile {brand}. La suite se passe ici.",
  "link.none.title": "Voici votre lien.",
  "link.none.why": "Vous (ou une autre personne) nous avez demandé d’envoyer ce lien.",

  "link.ASKPASSWORD.subject": "Ajoutez votre profil à un compte {brand}",
  "link.ASKPASSWORD.next": "Un compte existe déjà. Entrez son mot de passe pour y ajouter votre profil.",
  "link.ASKPASSWORD.button": "Ajouter mon profil",
  "link.ASKUSERNAME.subject": "Choisissez l’adresse courriel de votre compte {brand}",
  "link.ASKUSERNAME.next": "Choisissez l’adresse courriel avec laquelle vous ouvrirez une session.",
  "link.ASKUSERNAME.button": "Choisir mon adresse courriel",
  "link.DEFPWD_REGISTER.subject": "Créez votre compte {brand}",
  "link.DEFPWD_REGISTER.next": "Choisissez un mot de passe et confirmez votre identité : votre compte sera prêt.",
  "link.DEFPWD_REGISTER.button": "Créer mon compte",
  "link.RESETPWD_LOGIN.subject": "Choisissez un nouveau mot de passe pour votre compte {brand}",
  "link.RESETPWD_LOGIN.next": "Choisissez un nouveau mot de passe, puis ouvrez une session.",
  "link.RESETPWD_LOGIN.button": "Choisir un nouveau mot de passe",

  "lockedAccount.subject": "Votre nouveau lien {brandAt}",
  "lockedAccount.ended.preheader": "Il remplace celui qui ne fonctionnait plus.",
  "lockedAccount.wrongPasswords.preheader": "Il y a eu trop de mots de passe incorrects.",
  "lockedAccount.title": "Voici un nouveau lien.",
  "lockedAccount.ended.what": "Le lien que vous avez ouvert ne fonctionnait plus. Celui-ci vous permet de continuer.",
  "lockedAccount.wrongPasswords.what":
    "Pour protéger le compte, nous avons fait une pause après trop de mots de passe incorrects. Ce lien vous permet de réessayer.",
  "lockedAccount.button": "Continuer",
});
