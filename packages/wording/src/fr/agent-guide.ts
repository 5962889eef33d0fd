import english from "../en/agent-guide.ts";
import { french } from "../wording.ts";

const askWho = "Demandez la référence, puis confirmez l’identité selon votre procédure.";
const never = "Ne demandez jamais le code de la personne qui appelle.";
const neverPassword = `${never} Ne demandez jamais un mot de passe.`;
const ownError = "Le problème vient de nous. Votre dossier d’assurance n’est pas touché.";
const passOn = "Aidez au téléphone. Transmettez la référence au soutien technique.";
const wrongCodesPaused =
  "Plusieurs codes ne correspondaient pas; nous avons fait une pause. Rien n’a changé dans votre dossier.";
const wrongCodes =
  "Plusieurs codes ne correspondaient pas; cette inscription a pris fin. Vous pouvez recommencer maintenant.";
const codesSent = "Nous avons envoyé le maximum de codes pour une inscription. Vous pouvez recommencer maintenant.";
const seeMessages = "Voyez l’état des messages. Si l’un est refusé, corrigez le numéro ou l’adresse.";
const neverTellFact = `${never} Ne dites jamais quel renseignement diffère, ni ce que contient le dossier.`;

const neverOwnRequest = `${neverPassword} N’approuvez jamais votre propre demande.`;
const whoseMobile = `${askWho} Demandez quand le cellulaire a changé, et si c’était à sa demande.`;
const mobileWaits =
  "Pour vous protéger, votre nouveau cellulaire ne reçoit aucun code d’ouverture de session pendant 72 heures.";
const insteadOfMobile =
  "Si c’est trop long, demandez l’ajout d’un moyen; une deuxième personne approuve. Si le changement ne vient pas de la personne, corrigez le dossier.";

export default french(english, {
  title: "Guide du centre d’appels",
  lead: "Une personne est bloquée et appelle. Elle vous lit une référence : neuf chiffres, trois par trois. Entrez-la à {path}.",
  rule: never,
  "rule.why":
    "Le code est pour cette personne seule. Nous le lui disons : quiconque le demande ne mérite pas sa confiance.",
  rows: "Chaque écran qui arrête une personne porte son propre code, au bas de la page : « Écran R212 ». Ce n’est pas une référence.",
  "rows.codes": "Un second code, entre parenthèses, dit ce qui n’a pas fonctionné. Le tableau à la fin l’explique.",
  policies:
    "Une personne a ouvert une session et une police manque? Elle l’ajoute sous « Vos polices », « Ajouter une police ». Depuis une mise à jour, le compte n’affiche que les polices confirmées. Aucune n’a été annulée.",
  mobile:
    "Un numéro de cellulaire changé au dossier ne reçoit aucun code d’ouverture de session pendant 72 heures. D’ici là, l’ancien les reçoit, si nous le connaissons. C’est pour protéger la personne : un fraudeur a pu demander le changement. Ce délai ne peut pas être raccourci.",
  settling:
    "Un compte modifié depuis moins de 72 heures attend. On ne peut ni le fermer ni en obtenir les données. Les clés d’accès et applications plus anciennes restent. Si l’adresse a changé, les codes et les liens vont à l’ancienne. La page dit jusqu’à quand. Le changement ne vient pas de la personne? Annulez-le d’abord. Un lien vers une nouvelle adresse exige une deuxième personne et 24 heures.",
  ask: "Demander",
  say: "Dire",
  do: "Faire",
  never: "Jamais",

  "form.ownFault": "Avec un code qui commence par lnr",
  "form.accountClosed": "Si la compagnie a fermé le compte",
  "form.noAccount": "Sans compte",
  "form.waiverRequested": "Une fois l’ajout d’un moyen demandé",
  "form.waiverGiven": "Tant que la personne peut ajouter un moyen",
  "form.newMobile": "Tant qu’un nouveau cellulaire ne reçoit pas de code",
  "form.noMethod": "Si rien au dossier ne peut recevoir un code",
  "form.codesSent": "Si trop de codes ont été envoyés",
  "form.newPassword": "Si le compte s’ouvre avec un nouveau mot de passe",
  "form.reopened": "Une fois le compte débloqué et le mot de passe changé",
  "form.lifted": "Une fois le compte débloqué",
  "form.open": "Sans pause en vigueur",

  "codes.title": "Codes entre parenthèses",
  "codes.code": "Code",
  "codes.means": "Ce qu’il signifie pour vous",
  "codes.other": "tout autre",
  "code.lnr500120":
    "Le système des comptes a répondu 5001 : le problème vient de lui. Transmettez la référence au soutien technique.",
  "code.lnr500140":
    "Le système des comptes a répondu 5002 : le problème vient de lui. Transmettez la référence au soutien technique.",
  "code.lnr500150":
    "Le système des comptes a répondu 5003 : le problème vient de lui. Transmettez la référence au soutien technique.",
  "code.lnr500160":
    "L’adresse n’a pas été inscrite au dossier de la compagnie. Rien n’a été mal entré. Faites réessayer, puis transmettez la référence.",
  "code.0x13212077":
    "Le service d’ouverture de session ne répondait pas, ou une même connexion a fait trop d’essais. Faites réessayer dans quelques minutes.",
  "code.0x38cf04d7":
    "La session s’est ouverte; le service qui suit ne répond pas. Faites réessayer dans quelques minutes.",
  "code.0x13212064":
    "Le formulaire venait d’une autre page, ou était trop gros. Faites ouvrir le site à sa propre adresse.",
  "code.0x132120d0": "La compagnie a fermé ce compte. Attendre ne change rien. Lisez la note au dossier et suivez-la.",
  "code.other":
    "Tout autre code vient du service d’ouverture de session. Transmettez-le au soutien technique avec la référence.",

  "identity-verification.ask": `${askWho} Demandez si le cellulaire ou le courriel a changé.`,
  "identity-verification.say": wrongCodesPaused,
  "identity-verification.say.codesSent": codesSent,
  "identity-verification.say.open": wrongCodes,
  "identity-verification.do":
    "Corrigez d’abord les coordonnées. Levez ensuite la limite, puis faites reprendre du début.",
  "identity-verification.do.codesSent": `${seeMessages} Faites ensuite reprendre du début.`,
  "identity-verification.do.open": "Corrigez les coordonnées si elles ont changé. Faites ensuite reprendre du début.",
  "identity-verification.never": `${never} Ne levez jamais la limite avant d’avoir confirmé l’identité.`,

  "pin-identification.ask": `${askWho} Demandez si la lettre qui contient le NIP est la plus récente.`,
  "pin-identification.say":
    "Plusieurs NIP ne correspondaient pas; nous avons fait une pause. Rien n’a changé dans votre dossier.",
  "pin-identification.say.open":
    "Plusieurs NIP ne correspondaient pas; cette inscription a pris fin. Vous pouvez recommencer maintenant.",
  "pin-identification.do": "Levez la limite, ou commandez une nouvelle lettre si celle-ci est perdue.",
  "pin-identification.do.open":
    "Faites comparer chaque caractère et reprendre du début. Si la lettre est perdue, commandez-en une nouvelle.",
  "pin-identification.never": `${never} Ne demandez jamais le NIP, et n’en lisez jamais un à voix haute.`,

  "unavailable-option.ask": `${askWho} Demandez un cellulaire ou un courriel que nous pouvons utiliser.`,
  "unavailable-option.say":
    "Il nous manque un moyen de vous envoyer un code. Nous pouvons en ajouter un dès maintenant.",
  "unavailable-option.do": "Ajoutez le numéro ou l’adresse au dossier. Faites ensuite reprendre l’inscription.",
  "unavailable-option.never": `${never} N’ajoutez jamais de coordonnées avant d’avoir confirmé l’identité.`,

  "unable-to-identify.ask": `${askWho} Demandez le numéro de police, et s’il y a eu un déménagement ou un changement de nom.`,
  "unable-to-identify.say": "Un renseignement entré diffère de notre dossier. Nous allons tout revoir ensemble.",
  "unable-to-identify.do":
    "Voyez dans le déroulement ce qui ne correspondait pas. Corrigez le dossier s’il est inexact.",
  "unable-to-identify.never": neverTellFact,

  "forgot-password.ask": `${askWho} Demandez si les essais venaient de la personne elle-même.`,
  "forgot-password.say":
    "Il y a eu trop d’essais; l’accès est en pause. Un nouveau mot de passe le rétablit tout de suite.",
  "forgot-password.say.noAccount": "Vérifions ensemble quelle adresse courriel vous utilisez.",
  "forgot-password.say.newPassword":
    "Votre compte a besoin d’un nouveau mot de passe. Vous pourrez ouvrir une session dès que vous en aurez choisi un.",
  "forgot-password.say.open": "La pause est terminée. Vous pouvez ouvrir une session maintenant.",
  "forgot-password.do.noAccount":
    "Aucun compte n’utilise cette adresse. Faites-la épeler. Si elle est exacte, passez plutôt à l’inscription.",
  "forgot-password.do.open": "Faites ouvrir une session. Si le mot de passe est oublié, faites-en choisir un nouveau.",
  "forgot-password.do":
    "Faites choisir un nouveau mot de passe. Si le courriel est inaccessible, déverrouillez ou envoyez un lien.",
  "forgot-password.never": neverPassword,

  "inconsistency.ask": `${askWho} Demandez quelle est la police actuelle.`,
  "inconsistency.say": "Votre compte ne correspond plus à nos dossiers. Nous allons trouver pourquoi.",
  "inconsistency.do": "Vérifiez si la police a pris fin ou a changé de compagnie. Faites reprendre l’inscription.",
  "inconsistency.never": `${never} Ne redonnez jamais l’accès avant que le dossier soit exact.`,

  "login-difficulties.ask": `${askWho} Demandez quelle adresse courriel la personne utilise.`,
  "login-difficulties.say": "Plusieurs essais n’ont pas réussi; l’accès est en pause pour protéger votre compte.",
  "login-difficulties.say.ownFault": ownError,
  "login-difficulties.say.newPassword": "Votre compte a besoin d’un nouveau mot de passe.",
  "login-difficulties.do.newPassword":
    "Levez les limites en vigueur. Envoyez ensuite un lien pour choisir un nouveau mot de passe.",
  "login-difficulties.say.open": "Plusieurs essais n’ont pas réussi. Aucune pause n’est en vigueur maintenant.",
  "login-difficulties.do.ownFault":
    "Faites réessayer dans quelques minutes. Si rien ne change, transmettez la référence au soutien technique.",
  "login-difficulties.do.open": "Faites réessayer. Au besoin, envoyez un lien pour choisir un mot de passe.",
  "login-difficulties.do":
    "Voyez quelle limite est en vigueur. Levez-la, ou envoyez un lien pour choisir un mot de passe.",
  "login-difficulties.never": neverPassword,
  "login-difficulties.ask.newMobile": whoseMobile,
  "login-difficulties.say.newMobile": mobileWaits,
  "login-difficulties.do.newMobile": `Le dossier dit jusqu’à quand. ${insteadOfMobile}`,
  "login-difficulties.never.newMobile": neverOwnRequest,
  "login-difficulties.say.noMethod":
    "Il faut un code pour ouvrir une session, et votre dossier n’a aucun contact pour le recevoir. Nous pouvons y remédier.",
  "login-difficulties.do.noMethod":
    "Ajoutez le cellulaire au dossier; il recevra des codes après 72 heures. Plus tôt : demandez l’ajout d’un moyen; une deuxième personne approuve.",
  "login-difficulties.never.noMethod": neverOwnRequest,

  "maintenance.ask": "Demandez ce que la personne veut faire aujourd’hui.",
  "maintenance.say":
    "Notre site est fermé pour le moment, pour des travaux prévus ou une panne. Cela ne change rien à votre assurance.",
  "maintenance.do":
    "Réglez au téléphone ce qui ne peut attendre. Donnez la fin des travaux si elle est annoncée. Sinon, faites réessayer dans quelques minutes.",
  "maintenance.never": `${never} Ne promettez jamais une heure qui n’est pas annoncée.`,

  "more-than-one-profile.ask": `${askWho} Demandez quelles adresses courriel ont pu servir.`,
  "more-than-one-profile.say": "Vous avez déjà un compte. Retrouvons son adresse courriel.",
  "more-than-one-profile.do": "Une fois l’identité confirmée, envoyez un lien à l’adresse du compte.",
  "more-than-one-profile.never": `${never} Ne lisez jamais l’adresse d’un compte à voix haute.`,

  "no-options.ask": `${askWho} Demandez un cellulaire ou un courriel qui fonctionne encore.`,
  "no-options.say": "Nous envoyons les codes seulement aux coordonnées du dossier. Mettons-les à jour maintenant.",
  "no-options.do": "Corrigez le dossier. Faites ensuite reprendre l’inscription.",
  "no-options.never": `${never} Ne changez jamais de coordonnées avant d’avoir confirmé l’identité.`,

  "pin-difficulties.ask": `${askWho} Demandez la date de la lettre qui contient le NIP.`,
  "pin-difficulties.say": "Le NIP diffère de celui de notre lettre. Rien n’a changé dans votre dossier.",
  "pin-difficulties.do": "Faites comparer chaque caractère. Commandez une nouvelle lettre si celle-ci est ancienne.",
  "pin-difficulties.never": `${never} Ne demandez jamais le NIP, et n’en lisez jamais un à voix haute.`,

  "registration-difficulties.ask": `${askWho} Demandez le numéro de police, et s’il y a eu un déménagement ou un changement de nom.`,
  "registration-difficulties.say":
    "L’inscription ne peut pas se terminer en ligne ainsi. Nous la terminerons ensemble.",
  "registration-difficulties.do":
    "Corrigez le dossier s’il est inexact. Envoyez ensuite un lien pour choisir un mot de passe.",
  "registration-difficulties.never": neverTellFact,

  "resend-code.ask": `${askWho} Demandez où la personne a cherché le message.`,
  "resend-code.say": wrongCodesPaused,
  "resend-code.say.codesSent": codesSent,
  "resend-code.say.open": wrongCodes,
  "resend-code.do": `${seeMessages} Levez ensuite la limite, puis faites reprendre du début.`,
  "resend-code.do.codesSent": `${seeMessages} Faites ensuite reprendre du début.`,
  "resend-code.do.open": `${seeMessages} Faites ensuite reprendre du début.`,
  "resend-code.never": `${never} Ne levez jamais la limite avant d’avoir confirmé l’identité.`,

  "resend-email.ask": `${askWho} Demandez si l’adresse est encore la bonne.`,
  "resend-email.say": "Nous avons envoyé le message plusieurs fois. Vérifions où il est allé.",
  "resend-email.do": "Voyez l’état des messages. Corrigez l’adresse, ou envoyez un lien à une nouvelle.",
  "resend-email.never": `${never} Ne lisez jamais l’adresse du dossier à voix haute; faites-la dire.`,

  "resend-reset-password.ask": `${askWho} Demandez si la personne consulte encore cette adresse.`,
  "resend-reset-password.say": "Nous avons envoyé le message plusieurs fois. Vérifions où il est allé.",
  "resend-reset-password.do": "Voyez l’état des messages. Au besoin, envoyez un lien à une nouvelle adresse.",
  "resend-reset-password.never": neverPassword,

  "technical.ask": "Demandez la référence, et ce que la personne faisait.",
  "technical.ask.accountClosed": askWho,
  "technical.say": ownError,
  "technical.say.accountClosed": "Ce compte ne permet plus d’ouvrir une session. Je regarde pourquoi avec vous.",
  "technical.do": passOn,
  "technical.do.accountClosed":
    "Lisez la note au dossier et suivez-la. S’il n’y en a pas, consultez votre responsable.",
  "technical.never": `${never} Ne faites jamais désactiver la protection d’un appareil.`,

  "temporary.ask": `${askWho} Demandez quand le mot de passe temporaire est arrivé.`,
  "temporary.say":
    "Un mot de passe temporaire sert pendant un jour et pour trois essais. Choisissez un nouveau mot de passe pour entrer.",
  "temporary.do": "Faites choisir un nouveau mot de passe. Envoyez un lien si notre courriel n’arrive pas.",
  "temporary.never": neverPassword,

  "token-expired.ask": `${askWho} Demandez quand le message avec le lien est arrivé.`,
  "token-expired.say": "Chaque lien sert une seule fois et pour un temps limité. Nous pouvons en envoyer un autre.",
  "token-expired.do": "Envoyez un lien. Il va à l’adresse du dossier, sauf si vous en donnez une autre.",
  "token-expired.never": `${never} Ne faites jamais lire ni transférer le lien.`,

  "wrong-cellphone.ask": `${askWho} Demandez le numéro de cellulaire actuel.`,
  "wrong-cellphone.say": "Le numéro ne correspondait pas, à plusieurs reprises; l’accès est en pause pour un jour.",
  "wrong-cellphone.say.open":
    "Le numéro ne correspondait pas, à plusieurs reprises. Aucune pause n’est en vigueur maintenant.",
  "wrong-cellphone.do": "Corrigez le numéro du dossier. Levez ensuite la limite.",
  "wrong-cellphone.do.open": "Corrigez le numéro du dossier. Faites ensuite reprendre du début.",
  "wrong-cellphone.never": neverTellFact,

  "block.ask": askWho,
  "block.say": "Nous devons vous parler avant que vous continuiez. Merci de votre appel.",
  "block.do": "Lisez la note au dossier et suivez-la. S’il n’y en a pas, consultez votre responsable.",
  "block.never": `${never} N’ouvrez jamais l’accès de votre propre chef.`,

  "not-saved.ask": `${askWho} Demandez sur quelle page c’est arrivé.`,
  "not-saved.say": "Nous n’avons pas pu enregistrer vos renseignements. Le problème vient de nous.",
  "not-saved.do": "Faites réessayer dans quelques minutes. Si rien ne change, transmettez la référence.",
  "not-saved.never": `${never} Ne faites jamais choisir une autre adresse pour cette raison.`,

  "contact-changed.ask": `${askWho} Demandez la nouvelle adresse ou le nouveau numéro, caractère par caractère.`,
  "contact-changed.say":
    "Nous vérifions cela à deux. Ensuite, un lien ira à votre nouvelle adresse, au plus tôt dans 24 heures.",
  "contact-changed.do":
    "Demandez un lien vers la nouvelle adresse. Une deuxième personne l’approuve; les contacts du dossier sont prévenus et peuvent l’arrêter.",
  "contact-changed.never": `${never} Ne changez jamais une adresse avant d’avoir confirmé l’identité.`,

  "account-frozen.ask": `${askWho} Demandez quelle activité n’était pas la sienne et comparez avec le déroulement.`,
  "account-frozen.say":
    "Votre compte est bloqué et personne ne peut y ouvrir une session. Nous allons le rouvrir ensemble.",
  "account-frozen.ask.reopened": `${askWho} Demandez si l’ouverture de session fonctionne.`,
  "account-frozen.say.reopened": "Votre compte est ouvert et vous avez choisi un nouveau mot de passe.",
  "account-frozen.ask.lifted": `${askWho} Demandez si le lien est arrivé.`,
  "account-frozen.say.lifted":
    "Votre compte est débloqué. Vous choisirez un nouveau mot de passe avec le lien que nous envoyons.",
  "account-frozen.do":
    "Passez d’abord en revue les changements avec la personne et annulez ce qui ne vient pas d’elle. Débloquez ensuite le compte. Envoyez enfin un lien pour choisir un nouveau mot de passe.",
  "account-frozen.do.lifted":
    "Passez en revue les changements, si ce n’est pas fait. Envoyez ensuite un lien pour choisir un nouveau mot de passe. Dans son compte, la personne garde ou retire chaque clé d’accès.",
  "account-frozen.do.reopened":
    "Passez en revue les changements, si ce n’est pas fait. Dans le compte, la personne garde ou retire chaque clé d’accès.",
  "account-frozen.never": `${neverPassword} Ne débloquez jamais le compte avant d’avoir confirmé l’identité.`,

  "not-found.ask": "Demandez ce que la personne voulait faire, et d’où vient l’adresse.",
  "not-found.say": "Cette page n’existe pas. Rien n’a changé dans votre dossier.",
  "not-found.do":
    "Faites ouvrir le site à sa propre adresse. Si un de nos liens y menait, dites-le au soutien technique.",
  "not-found.never": `${never} Ne demandez jamais de lire ni de transférer un lien.`,

  "second-proof.title": "Confirmez que c’est vous",
  "second-proof.ask": `${askWho} Demandez quels moyens de confirmer sont perdus, et s’il en reste un.`,
  "second-proof.say":
    "Nous vérifions à deux. Dans 24 heures, vous pourrez ajouter une application avec votre mot de passe.",
  "second-proof.do":
    "Il reste un moyen? Faites-le utiliser. Sinon, demandez l’ajout d’un moyen; une deuxième personne approuve.",
  "second-proof.never": neverOwnRequest,
  "second-proof.say.waiverRequested": "Votre demande est faite. Nous la vérifions d’abord.",
  "second-proof.do.waiverRequested": "Dites quand la personne pourra ouvrir une session, selon la demande.",
  "second-proof.say.waiverGiven":
    "Ouvrez une session avec votre mot de passe. La page vous fera ajouter une application.",
  "second-proof.do.waiverGiven": "Faites ouvrir une session avant l’heure indiquée à la demande.",
  "second-proof.ask.newMobile": whoseMobile,
  "second-proof.say.newMobile": mobileWaits,
  "second-proof.do.newMobile": `La page offre un autre moyen? Faites-le utiliser. ${insteadOfMobile}`,

  "help.title": "Aide demandée",
  "help.ask": `${askWho} Demandez ce que la personne veut faire, et ce que dit la page.`,
  "help.say": "Voyons cela ensemble.",
  "help.do":
    "Voyez ce qui fait obstacle, puis les dernières étapes. Guidez la personne, ou faites ce qui est offert ici.",
  "help.never": `${never} N’entrez jamais rien à la place de la personne.`,
});
