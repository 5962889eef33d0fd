import type { Language } from "@vestibule/catalogue/province.table.ts";
import type english from "./en/operator.ts";
import { sentence } from "./tables.ts";
import { t } from "./wording.ts";

/** A text for operators: the command line prints the English, and the digital team reads its own language. */
export type OperatorText = Readonly<Record<Language, string>>;

type Values = Readonly<Record<string, string | number | OperatorText>>;

/** One sentence of `operator` in each language. A value may be such a text itself. */
export function operatorText(key: keyof typeof english, values: Values = {}): OperatorText {
  return inEachLanguage((language) => {
    const facts = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" ? value[language] : value,
    ]);
    return t(sentence(`operator:${key}`, language), language, Object.fromEntries(facts));
  });
}

/** A name, code or address, which is the same in each language. */
export const sameText = (text: string): OperatorText => inEachLanguage(() => text);

/** Several texts as one, with semicolons between them. */
export const joinedTexts = (texts: readonly OperatorText[]): OperatorText =>
  inEachLanguage((language) => texts.map((text) => text[language]).join("; "));

const inEachLanguage = (textIn: (language: Language) => string): OperatorText => ({
  en: textIn("en"),
  fr: textIn("fr"),
});
