import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Plural forms of `{count}`, by Intl.PluralRules; French has its form of millions as `other`. */
export const pluralForms = ["one", "other"] as const;
export type PluralForm = (typeof pluralForms)[number];
/** A sentence, or one per plural form. */
export type Sentence = string | Readonly<Record<PluralForm, string>>;
export type SentenceTable = Readonly<Record<string, Sentence>>;

/** Placeholder names: "{time}" | "{count}" … */
export type PlaceholdersOf<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersOf<Rest> : never;
type TextOf<S> = S extends { other: infer Other } ? Other : S;

/** Requires the keys of the English table, and per key the same placeholders, at compile time. */
export type SameAs<English extends SentenceTable, French> = {
  readonly [Key in keyof English]: Key extends keyof French
    ? [PlaceholdersOf<TextOf<English[Key]>>] extends [PlaceholdersOf<TextOf<French[Key]>>]
      ? [PlaceholdersOf<TextOf<French[Key]>>] extends [PlaceholdersOf<TextOf<English[Key]>>]
        ? French[Key]
        : {
            "placeholder that the English lacks": Exclude<
              PlaceholdersOf<TextOf<French[Key]>>,
              PlaceholdersOf<TextOf<English[Key]>>
            >;
          }
      : {
          "placeholder that the French lacks": Exclude<
            PlaceholdersOf<TextOf<English[Key]>>,
            PlaceholdersOf<TextOf<French[Key]>>
          >;
        }
    : Sentence;
};

/** Checks a French table against its English one at compile time. */
export function french<
  const English extends SentenceTable,
  const French extends Readonly<Record<keyof English, Sentence>>,
>(
  _english: English,
  table: French & SameAs<English, French> & Record<Exclude<keyof French, keyof English>, never>,
): { readonly [Key in keyof English]: Sentence } {
  return table;
}

/** Formats a sentence: plural form by `count`, then each {name}. Throws on a missing value. */
export function t(
  sentence: Sentence,
  language: Language,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  const text = typeof sentence === "string" ? sentence : pluralForm(sentence, language, Number(facts.count));
  return text.replace(/\{(\w+)\}(\.)?/g, (_whole, name: string, stop = "") => {
    const value = facts[name];
    if (value === undefined) throw new Error(`the sentence «${text}» needs {${name}}`);
    // The full stop of "2:10 p.m." also ends the sentence.
    return stop !== "" && String(value).endsWith(".") ? String(value) : `${value}${stop}`;
  });
}

const pluralRules = { en: new Intl.PluralRules("en-CA"), fr: new Intl.PluralRules("fr-CA") };

function pluralForm(sentence: Exclude<Sentence, string>, language: Language, count: number): string {
  return pluralRules[language].select(count) === "one" ? sentence.one : sentence.other;
}
