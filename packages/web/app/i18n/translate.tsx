import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { type Sentence, t } from "@vestibule/wording/wording.ts";
import { createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import { useMatches } from "react-router";

interface Translation {
  language: Language;
  texts: Readonly<Record<string, Sentence>>;
}

const TranslationContext = createContext<Translation>({ language: "en", texts: {} });

/** Provides the texts in the loader data of the page's routes to `useTranslate`. */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  const matches = useMatches();
  const translation = useMemo(() => {
    const texts: Record<string, Sentence> = {};
    for (const match of matches)
      Object.assign(texts, JSON.parse((match.loaderData as { texts?: string } | undefined)?.texts ?? "{}"));
    return { language, texts };
  }, [language, matches]);
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}

export type Translate = (key: TextKey, facts?: Readonly<Record<string, string | number>>) => string;

/** Returns `t`: `t("login:title")` is a text in the page's language. Throws if the loader did not send the text. */
export function useTranslate(): Translate {
  const { language, texts } = useContext(TranslationContext);
  return (key, facts) => {
    const sentence = texts[key];
    if (sentence === undefined) throw new Error(`the page's loader did not send the text ${key}`);
    return t(sentence, language, facts);
  };
}

/** Returns whether a text is loaded, for keys that are built from a field error or a table row. */
export function useHasText(): (key: string) => key is TextKey {
  const { texts } = useContext(TranslationContext);
  return (key): key is TextKey => key in texts;
}

export function useLanguage(): Language {
  return useContext(TranslationContext).language;
}

/** Province and language, as the React key of components that a change of either must reset. */
export const LocaleKeyContext = createContext("");

export function useLocaleKey(): string {
  return useContext(LocaleKeyContext);
}

const mark = "\u0000";

/** A text with React elements in place of its placeholders, such as a link. */
export function RichText({ text, parts }: { text: TextKey; parts: Readonly<Record<string, ReactNode>> }) {
  const t = useTranslate();
  const marked = Object.fromEntries(Object.keys(parts).map((name) => [name, `${mark}${name}${mark}`]));
  const pieces = t(text, marked).split(mark);
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their order
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
