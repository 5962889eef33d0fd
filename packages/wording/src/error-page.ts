import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatTelephoneForText } from "./format.ts";

const call: Record<Language, string> = { en: "Call us at", fr: "Appelez-nous au" };

/** Text of a telephone link, for a page without another sentence. */
export function callUs(number: string, language: Language): string {
  return `${call[language]} ${formatTelephoneForText(number, language)}`;
}

/** A fallback page in both languages at once, independent of any data. */
export interface BilingualPage {
  title: string;
  fr: { heading: string; text: string };
  en: { heading: string; text: string };
  /** Text of the link to the home page, where there is one. */
  home?: Readonly<Record<Language, string>>;
}

const home = { fr: "Revenir à l’accueil", en: "Go back to the home page" };

export const errorPage: BilingualPage = {
  title: "Erreur – Error",
  fr: {
    heading: "Le problème vient de nous.",
    text: "Votre dossier d’assurance n’est pas touché. Réessayez dans quelques minutes.",
  },
  en: {
    heading: "The problem is on our side.",
    text: "Your insurance file is not affected. Try again in a few minutes.",
  },
  home,
};

/** The client IP opened too many links of messages. The URL stays, so that a reload opens the link. */
export const linkWaitPage: BilingualPage = {
  title: "Un instant – One moment",
  fr: {
    heading: "Ce lien ne peut pas s’ouvrir en ce moment.",
    text: "Beaucoup de liens ont été ouverts à partir de votre connexion Internet. Le vôtre reste valable : actualisez cette page dans quelques minutes.",
  },
  en: {
    heading: "This link can’t open right now.",
    text: "Many links were opened from your network. Yours still works: reload this page in a few minutes.",
  },
  home,
};

/** The request's headers exceed the limit: usually too many cookies of this site and its sibling hosts. */
export const largeHeadersPage: BilingualPage = {
  title: "Trop de témoins – Too many cookies",
  fr: {
    heading: "Votre navigateur envoie trop de données à la fois.",
    text: "Votre dossier d’assurance n’est pas touché. Retournez à l’accueil. Si cette page revient, effacez les témoins de ce site dans les réglages de votre navigateur.",
  },
  en: {
    heading: "Your browser sends too much data at once.",
    text: "Your insurance file is not affected. Go back to the home page. If this page returns, clear this site’s cookies in your browser’s settings.",
  },
  home,
};

/** The form exceeds the size limit. */
export const longFormPage: BilingualPage = {
  title: "Texte trop long – Too much text",
  fr: {
    heading: "Le formulaire contient trop de texte.",
    text: "Rien n’a été enregistré. Revenez à la page précédente et raccourcissez ce que vous avez écrit.",
  },
  en: {
    heading: "The form holds too much text.",
    text: "Nothing was saved. Go back to the previous page and shorten what you wrote.",
  },
  home,
};

/** The form came from another site, or the browser does not say where from. */
export const foreignFormPage: BilingualPage = {
  title: "Formulaire refusé – Form refused",
  fr: {
    heading: "Nous n’avons pas pu vérifier d’où vient ce formulaire.",
    text: "Rien n’a été enregistré. Ouvrez la page de nouveau à partir de l’accueil. Si cela se reproduit, vérifiez les réglages de confidentialité de votre navigateur. Ce site doit pouvoir reconnaître ses propres formulaires.",
  },
  en: {
    heading: "We couldn’t check where this form came from.",
    text: "Nothing was saved. Open the page again from the home page. If this happens again, check your browser’s privacy settings. This site must be able to recognize its own forms.",
  },
  home,
};

/** No brand has the request's host, so there is no home page to link to. */
export const unknownHostPage: BilingualPage = {
  title: "Adresse inconnue – Unknown address",
  fr: {
    heading: "Aucun de nos services ne se trouve à cette adresse.",
    text: "Vérifiez l’adresse dans votre navigateur, ou suivez de nouveau le lien reçu de votre assureur.",
  },
  en: {
    heading: "None of our services is at this address.",
    text: "Check the address in your browser, or follow the link from your insurer once more.",
  },
};
