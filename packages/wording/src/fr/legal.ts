import english from "../en/legal.ts";
import { french } from "../wording.ts";

export default french(english, {
  contents: "Sur cette page",
  version: "Version {version}",
  reviewed: "Dernière révision le {reviewed}",

  "privacy.title": "Confidentialité",
  "privacy.lead":
    "Comment {brandName} traite vos renseignements personnels quand vous créez un compte ou ouvrez une session.",
  "privacy.1.heading": "Ce que nous demandons, et pourquoi",
  "privacy.1.text":
    "Pour trouver votre dossier, nous demandons votre adresse courriel ou votre numéro de police. Avec un numéro de police, nous demandons aussi votre nom, votre date de naissance et votre code postal. Dans certains cas, nous demandons votre numéro de permis de conduire ou de cellulaire.\n\nCes renseignements servent à empêcher que quelqu’un crée un compte à votre place. Ils ne servent jamais à la publicité.",
  "privacy.2.heading": "Ce que nous conservons",
  "privacy.2.text":
    "Nous conservons votre nom, votre date de naissance, votre adresse courriel, votre langue et votre province. Nous conservons aussi les polices de votre compte, vos clés d’accès et les navigateurs que vous utilisez. Votre mot de passe est gardé sous une forme que personne ne peut lire, pas même notre personnel.\n\nNous gardons aussi une trace des événements importants : ouverture de session, nouveau mot de passe. Elle vous protège si quelqu’un tente d’utiliser votre compte.\n\nNous comptons aussi combien de personnes terminent chaque étape ou s’y arrêtent, et pourquoi. Nous les comptons par marque, province, langue, type de compte et courriel qui les a menées ici. Ces nombres ne permettent de reconnaître personne.",
  "privacy.3.heading": "Ce que nous supprimons",
  "privacy.3.text":
    "Une inscription inachevée est supprimée après 24 heures. Les codes et les liens sont supprimés sept jours après leur expiration. Le contenu d’un message est supprimé dès son envoi. Une référence est supprimée après sept jours, avec la page où elle a été créée.",
  "privacy.4.heading": "Qui voit vos renseignements",
  "privacy.4.text":
    "Seules les personnes qui en ont besoin pour vous servir voient vos renseignements. Les entreprises qui acheminent nos courriels et nos textos reçoivent votre adresse ou votre numéro, et le message. Elles ne peuvent s’en servir à aucune autre fin. Nous ne vendons pas vos renseignements.",
  "privacy.5.heading": "Témoins",
  "privacy.5.text":
    "Ce site n’utilise que les témoins nécessaires à son fonctionnement. Ils gardent votre session, votre langue et votre province. La langue et la province sont gardées six mois.\n\nAprès une ouverture de session, un autre témoin reconnaît cet appareil pendant six mois. Des essais sans succès faits ailleurs ne mettent donc pas votre accès en pause ici.\n\nSi vous le demandez, votre adresse courriel est gardée six mois sur votre appareil, chiffrée. Décochez la case pour l’effacer.",
  "privacy.6.heading": "Vos droits",
  "privacy.6.text":
    "Vous pouvez demander à voir vos renseignements personnels, à les faire corriger ou à en recevoir une copie. Vous pouvez aussi demander la fermeture de votre compte. Certains renseignements doivent être conservés aussi longtemps que les lois sur l’assurance l’exigent.\n\nSur ce site, aucune décision sur votre assurance n’est prise par un ordinateur seul.",
  "privacy.7.heading": "Questions et plaintes",
  "privacy.7.text":
    "La personne responsable de la protection des renseignements personnels répond à vos questions. Pour la joindre, appelez-nous au {telephone}. Notre réponse ne vous satisfait pas? Écrivez au Commissariat à la protection de la vie privée du Canada. Au Québec, écrivez à la Commission d’accès à l’information.",

  "terms.title": "Conditions d’utilisation",
  "terms.lead": "Ce que vous acceptez en créant un compte en ligne chez {brandName}.",
  "terms.1.heading": "Ce qu’est ce service",
  "terms.1.text":
    "Ce service vous permet de créer un compte en ligne et d’y ouvrir une session. Il est gratuit. Il ne change rien à votre assurance : seule votre police dit ce qui est couvert.",
  "terms.2.heading": "Votre compte",
  "terms.2.text":
    "Chaque personne ouvre une session avec sa propre adresse courriel. Si vous l’acceptez, une personne qui conduit votre voiture peut ajouter son profil à votre compte. Les renseignements que vous donnez doivent être exacts et porter sur vous.",
  "terms.3.heading": "Votre mot de passe et vos codes",
  "terms.3.text":
    "Choisissez un mot de passe que vous n’utilisez nulle part ailleurs, et gardez-le pour vous. Pour ajouter un profil à votre compte, tapez-le vous-même. Ne donnez jamais un code de sécurité, même à une personne qui dit travailler pour nous.\n\nSi vous croyez que quelqu’un d’autre a utilisé votre compte, dites-le-nous tout de suite.",
  "terms.4.heading": "Courriels et textos",
  "terms.4.text":
    "Nous vous envoyons les messages dont le service a besoin, comme les codes de sécurité. Votre fournisseur peut facturer les textos. Ces messages ne sont pas de la publicité.",
  "terms.5.heading": "Bon usage",
  "terms.5.text":
    "Ne tentez pas d’accéder au compte ou au dossier d’une autre personne. Ne tentez pas de perturber le service ni d’en contourner les limites. Nous pouvons suspendre ou fermer un compte utilisé de cette façon.",
  "terms.6.heading": "Quand le service est interrompu",
  "terms.6.text":
    "Le service peut s’interrompre pour un entretien ou pour une raison indépendante de notre volonté. Vous pouvez toujours nous joindre par téléphone. Une réclamation ou un changement à votre police ne dépend jamais de ce seul service.",
  "terms.7.heading": "Notre responsabilité",
  "terms.7.text":
    "Nous prenons des mesures raisonnables pour que le service soit sûr et exact. Rien dans ces conditions ne vous prive d’un droit que la loi vous reconnaît.",
  "terms.8.heading": "Changements aux conditions",
  "terms.8.text":
    "Voici la version {version}. Votre compte garde la mention de la version que vous avez acceptée. La version en vigueur est toujours sur cette page.",
  "terms.9.heading": "Le droit applicable",
  "terms.9.text":
    "Le droit de votre province ou de votre territoire s’applique, de même que les lois du Canada. Pour mettre fin à cette entente, appelez-nous au {telephone} et demandez la fermeture de votre compte.",

  "security.title": "Sécurité en ligne",
  "security.lead": "Comment nous protégeons votre compte, et ce que vous pouvez faire de votre côté.",
  "security.1.heading": "Ce que nous faisons",
  "security.1.text":
    "Tout ce que vous envoyez à ce site est chiffré en chemin. Avant la création d’un compte, un code ou un lien personnel confirme que c’est bien vous. Après plusieurs essais sans succès, l’accès se met en pause de lui-même. Votre session se ferme après un temps sans activité.",
  "security.2.heading": "Ce que vous pouvez faire",
  "security.2.text":
    "Réservez un mot de passe à ce site; un gestionnaire de mots de passe vous facilite la tâche. Gardez à jour votre téléphone et votre ordinateur. Sur un appareil partagé, fermez votre session et ne nous demandez pas de mémoriser votre adresse courriel.",
  "security.3.heading": "Ce que nous ne demandons jamais",
  "security.3.text":
    "Personne {atBrand} ne vous demandera votre mot de passe ni un code de sécurité. Ni par téléphone, ni par texto, ni par courriel. Si quelqu’un le fait, mettez fin à la conversation, puis appelez-nous au {telephone}.",
  "security.4.heading": "Un message étrange",
  "security.4.text":
    "Ne cliquez pas et ne répondez pas. Tapez vous-même l’adresse de ce site, ou appelez-nous au {telephone}. Vous recevez un code sans l’avoir demandé? Vous pouvez l’ignorer : sans le code, personne n’entre.",
  "security.5.heading": "Partager votre écran",
  "security.5.text":
    "Ce site n’a pas d’outil de partage d’écran. Au téléphone, quelqu’un vous demande de montrer votre écran ou d’installer un programme? Refusez et raccrochez, même si cette personne dit travailler pour nous. Appelez-nous ensuite au {telephone}.",
  "security.6.heading": "Le certificat de ce site",
  "security.6.text":
    "Le nom dans la barre d’adresse montre si vous êtes sur notre site. Ouvrez les détails de la connexion, juste à côté, pour voir le certificat. Il doit porter le même nom. Sinon, fermez la page et appelez-nous.",

  "accessibility.title": "Accessibilité",
  "accessibility.lead": "{brandName} veut que chaque personne puisse ouvrir sa session par elle-même.",
  "accessibility.1.heading": "Ce que nous visons",
  "accessibility.1.text":
    "Nous suivons les Règles pour l’accessibilité des contenus Web (WCAG) 2.2, niveau AA. Un programme vérifie chaque page avant chaque version. Il ne voit pas tout : dites-nous ce qui nous a échappé.",
  "accessibility.2.heading": "Ce sur quoi vous pouvez compter",
  "accessibility.2.text":
    "Chaque page fonctionne au clavier seul et avec un lecteur d’écran. Le texte s’agrandit jusqu’à 400 % sans être coupé. Les couleurs gardent un contraste marqué, en clair comme en foncé. Rien ne bouge si votre appareil demande moins d’animations.\n\nVous pouvez coller vos codes et vos mots de passe. Le site fonctionne aussi sans JavaScript.",
  "accessibility.3.heading": "Ce qui peut encore vous gêner",
  "accessibility.3.text":
    "Pour votre sécurité, une session prend fin après un temps sans activité. Deux minutes avant, la page vous avertit et vous offre plus de temps. Après 30 minutes en tout, l’inscription recommence du début. Un code est envoyé par texto ou par courriel; si rien ne vous convient, appelez-nous.",
  "accessibility.4.heading": "Signaler un obstacle ou obtenir de l’aide",
  "accessibility.4.text":
    "Appelez-nous au {telephone}. Avec un service de relais, composez d’abord le 711 et donnez notre numéro. Le relais vidéo (SRV) fonctionne aussi. Une personne de notre équipe peut vous aider sur-le-champ, quelle que soit la cause.\n\nVous pouvez aussi nous écrire à {accessibilityEmail}. Dites-nous la page, ce que vous vouliez faire et l’outil que vous utilisez.",
  "accessibility.5.heading": "Si notre réponse ne vous convient pas",
  "accessibility.5.text":
    "Demandez la personne responsable de l’accessibilité {atBrand}. Nous gardons votre plainte par écrit, et notre réponse vous parvient dans le format de votre choix. L’organisme des droits de la personne de votre province ou territoire peut aussi vous aider.",
});
