import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { type Sentence, t } from "@vestibule/wording/wording.ts";
import { createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import { useMatches } from "react-router";

interface Translation {
  language: Language;
  texts: Readonly<Record<string, Sentence>>;
}

const SpeechContext = createContext<Translation>({ language: "en", texts: {} });

/** Collects the texts from the loader data of the page's routes: one language, and only the namespaces in use. */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  const matches = useMatches();
  const translation = useMemo(() => {
    const texts: Record<string, Sentence> = {};
    for (const match of matches)
      Object.assign(texts, JSON.parse((match.loaderData as { texts?: string } | undefined)?.texts ?? "{}"));
    return { language, texts };
  }, [language, matches]);
  return <SpeechContext value={translation}>{children}</SpeechContext>;
}

export type Translate = (key: TextKey, facts?: Readonly<Record<string, string | number>>) => string;

/** `t("login:title")`: one text in the page's language, with the brand's overrides. */
export function useTranslate(): Translate {
  const { language, texts } = useContext(SpeechContext);
  return (key, facts) => {
    const sentence = texts[key];
    if (sentence === undefined) throw new Error(`the page did not bring the sentence ${key}`);
    return t(sentence, language, facts);
  };
}

/** Whether a text is loaded: for keys built from a field error or a table row. */
export function useHasText(): (key: string) => key is TextKey {
  const { texts } = useContext(SpeechContext);
  return (key): key is TextKey => key in texts;
}

export function useLanguage(): Language {
  return useContext(SpeechContext).language;
}

/** Changes with province and language: React key of components that must be reset by such a change. */
export const LocaleKeyContext = createContext("");

export function useLocaleKey(): string {
  return useContext(LocaleKeyContext);
}

const mark = "\u0000";

/** A text with React elements for its placeholders: a bold e-mail, a link, a telephone number. */
export function RichText({ text, parts }: { text: TextKey; parts: Readonly<Record<string, ReactNode>> }) {
  const t = useTranslate();
  const marked = Object.fromEntries(Object.keys(parts).map((name) => [name, `${mark}${name}${mark}`]));
  const pieces = t(text, marked).split(mark);
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their order
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
