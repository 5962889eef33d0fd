import english from "../en/roadblock.ts";
import { french } from "../wording.ts";

const severalCodes = "Plusieurs codes ont été envoyés ou ne correspondaient pas.";
const wrongCodes = "Plusieurs codes ne correspondaient pas.";
const codesSent = "Nous avons envoyé plusieurs codes, le maximum pour une inscription.";
const nothingChanged = "Rien n’a été modifié dans votre dossier.";
const notAffected = "Cela ne change rien à votre assurance.";
const onlineAlone = "Cela concerne seulement votre accès en ligne.";
const notDone = "Nous n’avons pas pu traiter votre demande.";
const pause = "L’inscription est en pause pour protéger votre dossier.";
const startOver = "Reprenons du début pour protéger votre dossier.";
const startAgainNow = "Vous pouvez recommencer tout de suite, ou nous appeler.";
const emailTitle = "Trouvons une adresse courriel pour vous.";
const emailsTaken = "Chaque adresse entrée appartient déjà à un autre compte.";
const known = {
  title: "Vous avez déjà un compte.",
  what: "Un compte correspond aux renseignements que vous avez entrés.",
  affected: "Rien n’a été modifié dans ce compte.",
  next: "Ouvrez une session tout de suite avec son adresse, ou appelez-nous si vous l’avez oubliée.",
} as const;
const startAgain = "Vous pourrez recommencer {from}; d’ici là, appelez-nous au besoin.";

export default french(english, {
  "time.until.today": "jusqu’à {time}",
  "time.until.near": "jusqu’à {day} à {time}",
  "time.until.far": "jusqu’au {day} à {time}",
  "time.from.today": "à partir de {time}",
  "time.from.near": "à partir de {day} à {time}",
  "time.from.far": "à partir du {day} à {time}",
  "time.before.today": "avant {time}",
  "time.before.near": "avant {day} à {time}",
  "time.before.far": "avant le {day} à {time}",

  reference: "Votre référence",

  "exit.telephone": "Appeler au {number}",
  "exit.customerLine": "Appeler au {number} pour votre police",
  "exit.telephone.sameHours": "Mêmes heures.",
  "exit.telephone.technical": "Appeler le soutien technique au {number}",
  "exit.chat": "Clavarder avec notre équipe",
  "exit.login": "Revenir à l’ouverture de session",
  "exit.forgot": "Choisir un nouveau mot de passe",
  "exit.registration": "Reprendre l’inscription du début",
  "exit.findEmail": "Retrouver mon adresse",
  "exit.changeRole": "Changer de rôle",
  "exit.newLink": "Envoyer un nouveau lien",
  "exit.newLetter": "Demander une nouvelle lettre",
  "letter.asked": "Votre demande est notée. La lettre sera postée à l’adresse de votre dossier.",
  "exit.newCode": "Demander un nouveau code",
  "exit.marketing": "Visiter notre site",
  "exit.home": "Revenir à l’accueil",
  "exit.retry": "Réessayer",
  "exit.back": "Revenir en arrière",

  "ended.title": "La pause est terminée.",
  "ended.affected": notAffected,
  "ended.next.login": "Vous pouvez ouvrir une session maintenant.",
  "ended.next.findEmail": "Vous pouvez chercher de nouveau l’adresse de votre compte.",
  "ended.next.registration": "Vous pouvez reprendre l’inscription du début maintenant.",

  "identity-verification.title": startOver,
  "identity-verification.title.until": pause,
  "identity-verification.what": severalCodes,
  "identity-verification.what.wrongCodes": wrongCodes,
  "identity-verification.what.codesSent": codesSent,
  "identity-verification.affected": nothingChanged,
  "identity-verification.next": startAgainNow,
  "identity-verification.next.until": startAgain,

  "pin-identification.title": startOver,
  "pin-identification.title.until": pause,
  "pin-identification.what": "Plusieurs NIP ne correspondaient pas.",
  "pin-identification.affected": nothingChanged,
  "pin-identification.next":
    "Vous pouvez recommencer tout de suite, ou nous appeler; nous ne demandons jamais votre NIP.",
  "pin-identification.next.until": "Recommencez {from}, ou appelez-nous; nous ne demandons jamais votre NIP.",

  "unavailable-option.title": "Il nous manque un moyen de vous joindre.",
  "unavailable-option.what": "Votre dossier ne contient ni cellulaire ni courriel utilisable.",
  "unavailable-option.affected": notAffected,
  "unavailable-option.next": "Un appel suffit pour en ajouter un; gardez votre police sous la main.",

  "unable-to-identify.title": "Trouvons votre dossier ensemble.",
  "unable-to-identify.what":
    "Les renseignements entrés ne correspondent pas à nos dossiers, même après plusieurs essais.",
  "unable-to-identify.title.usernameTaken": emailTitle,
  "unable-to-identify.title.alreadyRegistered": known.title,
  "unable-to-identify.what.usernameTaken": emailsTaken,
  "unable-to-identify.what.alreadyRegistered": known.what,
  "unable-to-identify.what.changeRole":
    "Vos renseignements figurent dans nos dossiers, mais sous l’autre rôle dans la police.",
  "unable-to-identify.affected": nothingChanged,
  "unable-to-identify.next":
    "Appelez-nous en gardant votre police sous la main, ou reprenez l’inscription tout de suite.",
  "unable-to-identify.affected.alreadyRegistered": known.affected,
  "unable-to-identify.next.usernameTaken":
    "Reprenez l’inscription tout de suite avec une adresse que vous ne partagez pas, ou appelez-nous.",
  "unable-to-identify.next.alreadyRegistered": known.next,
  "unable-to-identify.next.changeRole":
    "Changez de rôle pour continuer tout de suite, ou appelez-nous en gardant votre police sous la main.",

  "forgot-password.title": "L’accès avec cette adresse est en pause.",
  "forgot-password.title.until": "L’accès avec cette adresse est en pause {until}.",
  "forgot-password.what": "Cette pause protège votre compte.",
  "forgot-password.what.until": "Il y a eu trop d’essais; ils ne venaient peut-être pas de vous.",
  "forgot-password.title.newPassword": "Votre compte a besoin d’un nouveau mot de passe.",
  "forgot-password.what.newPassword": "Pour vous protéger, l’ancien mot de passe ne fonctionne plus.",
  "forgot-password.affected": notAffected,
  "forgot-password.next": "Pour entrer tout de suite, choisissez un nouveau mot de passe.",
  "forgot-password.next.newPassword":
    "Choisissez-le tout de suite avec un code que nous envoyons par courriel, ou appelez-nous.",
  "forgot-password.next.until": "Pour entrer plus tôt, choisissez un nouveau mot de passe.",

  "inconsistency.title": "Votre accès a changé.",
  "inconsistency.what": "Les renseignements de votre compte ne correspondent plus à nos dossiers.",
  "inconsistency.affected": onlineAlone,
  "inconsistency.next": "Reprenez l’inscription avec votre police actuelle (environ cinq minutes), ou appelez-nous.",

  "login-difficulties.title": "Retrouvons ensemble l’accès à votre compte.",
  "login-difficulties.what": "Plusieurs essais n’ont pas fonctionné : nous protégeons votre compte.",
  "login-difficulties.affected": notAffected,
  "login-difficulties.next":
    "Appelez-nous : nous confirmerons votre identité, puis vous aiderons à ouvrir une session.",
  "login-difficulties.next.newCode": "Demandez un nouveau code pour continuer tout de suite, ou appelez-nous.",
  "login-difficulties.next.until": "Recommencez {from}, ou appelez-nous : nous vous aiderons à ouvrir une session.",

  "login-difficulties.title.ownFault": "Le problème vient de nous.",
  "login-difficulties.what.ownFault": notDone,
  "login-difficulties.affected.ownFault": "Votre dossier d’assurance n’est pas touché.",
  "login-difficulties.next.ownFault": "Réessayez dans quelques minutes, ou appelez-nous.",

  "login-difficulties.title.newMobile": "Votre nouveau numéro de cellulaire ne reçoit pas encore de codes.",
  "login-difficulties.what.newMobile":
    "Il est nouveau dans votre dossier; pour vous protéger, il ne reçoit aucun code {before}.",
  "login-difficulties.next.newMobile":
    "Ouvrez une session {from}, ou appelez-nous : nous confirmerons votre identité et vous aiderons.",

  "login-difficulties.title.noMethod": "Nous ne pouvons pas vous envoyer de code.",
  "login-difficulties.what.noMethod":
    "Il en faut un pour ouvrir une session, et rien dans votre dossier ne peut le recevoir maintenant.",

  "maintenance.title": "Ce service est fermé pour le moment.",
  "maintenance.what": "Nous y travaillons, mais nous ne savons pas encore pour combien de temps.",
  "maintenance.what.until": "Les travaux sont prévus {until}.",
  "maintenance.affected": "Votre dossier d’assurance n’est pas touché.",
  "maintenance.next": "Réessayez dans quelques minutes, ou appelez-nous si c’est urgent.",
  "maintenance.next.ofLink": "Plus tard, ouvrez de nouveau le lien de notre message, ou appelez-nous si c’est urgent.",
  "maintenance.next.until": "Appelez-nous si c’est urgent.",

  "more-than-one-profile.title": known.title,
  "more-than-one-profile.title.usernameTaken": emailTitle,
  "more-than-one-profile.what": known.what,
  "more-than-one-profile.what.usernameTaken": emailsTaken,
  "more-than-one-profile.affected": known.affected,
  "more-than-one-profile.affected.usernameTaken": nothingChanged,
  "more-than-one-profile.next": known.next,
  "more-than-one-profile.next.usernameTaken":
    "Recommencez à partir de l’ouverture de session, avec une adresse que vous ne partagez pas (environ cinq minutes).",
  "more-than-one-profile.next.until": "Ouvrez une session avec son adresse, ou cherchez-la de nouveau {from}.",

  "no-options.title": "Il nous faut un autre moyen de vous joindre.",
  "no-options.what": "Nous envoyons les codes seulement au cellulaire ou au courriel de votre dossier.",
  "no-options.affected": notAffected,
  "no-options.next": "Un appel suffit pour les mettre à jour; gardez votre police sous la main.",

  "pin-difficulties.title": "Ce NIP ne correspond pas.",
  "pin-difficulties.what": "Il diffère de celui de notre lettre.",
  "pin-difficulties.affected": nothingChanged,
  "pin-difficulties.next":
    "Relisez la lettre et recommencez tout de suite, ou appelez-nous; nous ne demandons jamais votre NIP.",
  "pin-difficulties.next.until":
    "Relisez la lettre et recommencez {from}, ou appelez-nous; nous ne demandons jamais votre NIP.",

  "registration-difficulties.title": "Créons votre compte au téléphone.",
  "registration-difficulties.what": "Nous ne pouvons pas terminer votre inscription en ligne avec ces renseignements.",
  "registration-difficulties.affected": notAffected,
  "registration-difficulties.next":
    "Appelez-nous en gardant votre police sous la main : nous terminerons l’inscription avec vous.",
  "registration-difficulties.next.until":
    "Vous pourrez recommencer {from}; d’ici là, appelez-nous en gardant votre police sous la main.",

  "resend-code.title": startOver,
  "resend-code.title.until": pause,
  "resend-code.what": severalCodes,
  "resend-code.what.wrongCodes": wrongCodes,
  "resend-code.what.codesSent": codesSent,
  "resend-code.affected": nothingChanged,
  "resend-code.next": startAgainNow,
  "resend-code.next.until": startAgain,

  "resend-email.title": "Le courriel n’arrive pas?",
  "resend-email.what": "Vous l’avez demandé plusieurs fois.",
  "resend-email.affected": notAffected,
  "resend-email.next": "Laissez-lui quelques minutes et regardez dans vos courriels indésirables, ou appelez-nous.",

  "resend-reset-password.title": "Le courriel n’arrive pas?",
  "resend-reset-password.what": "Vous avez demandé plusieurs fois un nouveau mot de passe.",
  "resend-reset-password.affected": notAffected,
  "resend-reset-password.next":
    "Laissez-lui quelques minutes et regardez dans vos courriels indésirables, ou appelez-nous.",

  "technical.title": "Le problème vient de nous.",
  "technical.what": notDone,
  "technical.affected": "Votre dossier d’assurance n’est pas touché.",
  "technical.next": "Réessayez dans quelques minutes, ou appelez-nous avec la référence ci-dessous.",
  "technical.next.ofLink": "Dans quelques minutes, ouvrez de nouveau le lien de notre message, ou appelez-nous.",
  "technical.next.withoutReference": "Réessayez dans quelques minutes, ou appelez-nous.",

  "technical.title.accountClosed": "Votre accès en ligne a changé.",
  "technical.what.accountClosed": "Ce compte ne permet plus d’ouvrir une session.",
  "technical.affected.accountClosed": onlineAlone,
  "technical.next.accountClosed": "Appelez-nous : nous vous dirons pourquoi et vous aiderons à continuer.",

  "temporary.title": "Ce mot de passe temporaire ne fonctionne pas.",
  "temporary.what": "Il date de plus d’un jour, ou a été mal tapé trop souvent.",
  "temporary.what.sent": "Nous avons envoyé un courriel à l’adresse de ce compte.",
  "temporary.what.until": "Il a été mal tapé plusieurs fois et reste en pause {until}.",
  "temporary.affected": notAffected,
  "temporary.next": "Pour entrer tout de suite, choisissez un nouveau mot de passe.",
  "temporary.next.sent": "Ouvrez-le {before} pour choisir un nouveau mot de passe, ou appelez-nous.",
  "temporary.next.until": "Pour entrer plus tôt, choisissez un nouveau mot de passe.",

  "token-expired.title": "Ce lien ne fonctionne plus.",
  "token-expired.what": "Pour vous protéger, chaque lien sert une seule fois et pour un temps limité.",
  "token-expired.affected": notAffected,
  "token-expired.next":
    "Demandez-en un nouveau : le courriel ira à la même adresse; il indiquera jusqu’à quand le lien est valable.",
  "token-expired.next.withoutLink":
    "Appelez-nous en gardant votre police sous la main : nous pouvons vous en envoyer un nouveau.",

  "wrong-cellphone.title": "Votre accès est en pause pour 24 heures.",
  "wrong-cellphone.title.until": "Votre accès est en pause {until}.",
  "wrong-cellphone.what":
    "À plusieurs reprises, le numéro de cellulaire ne correspondait pas à celui de votre dossier.",
  "wrong-cellphone.affected": notAffected,
  "wrong-cellphone.next": "Appelez-nous pour vérifier le numéro de votre dossier.",

  "block.title": "Appelez-nous, s’il vous plaît.",
  "block.what": "Nous devons vous parler avant que vous continuiez.",
  "block.affected": nothingChanged,
  "block.next": "Nous vous expliquerons pourquoi et nous vous aiderons à continuer.",

  "contact-changed.title": "Mettons votre dossier à jour.",
  "contact-changed.what": "Pour vous protéger, nous changeons une adresse ou un numéro seulement au téléphone.",
  "contact-changed.affected": "Rien n’a encore changé dans votre dossier.",
  "contact-changed.next":
    "Appelez-nous en gardant votre police sous la main; nous écrirons ensuite à votre nouvelle adresse et à l’ancienne.",

  "account-frozen.title": "Votre compte est bloqué pour vous protéger.",
  "account-frozen.what": "On nous a signalé une activité qui ne viendrait pas de vous.",
  "account-frozen.affected": "Personne ne peut y ouvrir une session; cela ne change rien à votre assurance.",
  "account-frozen.next": "Appelez-nous : nous confirmerons votre identité et rouvrirons le compte avec vous.",

  "not-found.title": "Cette page n’existe pas.",
  "not-found.what": "L’adresse a peut-être changé, ou il y manque un caractère.",
  "not-found.affected": nothingChanged,
  "not-found.next": "Vérifiez l’adresse, ou continuez tout de suite à partir de l’accueil.",
});
