/** The page that is shown when nothing else can be: both languages at once, needing no data. French first, as Quebec wants it. */
export const errorPage = {
  title: "Erreur – Error",
  languages: [
    {
      language: "fr",
      heading: "Le problème vient de nous.",
      text: "Votre dossier d’assurance n’est pas touché. Réessayez dans quelques minutes.",
      home: "Retour à l’accueil",
    },
    {
      language: "en",
      heading: "The problem is on our side.",
      text: "Your insurance file is not affected. Try again in a few minutes.",
      home: "Back to the home page",
    },
  ],
} as const;
