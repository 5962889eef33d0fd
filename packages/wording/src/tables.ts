import { idsOf, isIdOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import * as english from "./en/index.ts";
import * as french from "./fr/index.ts";
import { type PluralForm, pluralForms, type Sentence, type SentenceTable } from "./wording.ts";

/** A file of `en` and `fr`: every sentence of one area. */
export type Namespace = keyof typeof english;
export const namespaces = idsOf(english);

/** A key of one namespace, without its name. */
export type KeyOf<N extends Namespace> = Extract<keyof (typeof english)[N], string>;
/** Such as "login:title": a namespace and a key in it. */
export type TextKey = { [N in Namespace]: `${N}:${KeyOf<N>}` }[Namespace];

const tables: Record<Language, { readonly [N in Namespace]: SentenceTable }> = {
  en: english,
  fr: french,
};

/** A key that is put together from an id. Throws where no sentence has it. */
export function textKey(key: string): TextKey {
  if (!isTextKey(key)) throw new Error(`no sentence ${key}`);
  return key;
}

export function isTextKey(key: string): key is TextKey {
  const parts = partsOf(key);
  return parts !== undefined && Object.hasOwn(tables.en[parts.namespace], parts.name);
}

function partsOf(key: string): { namespace: Namespace; name: string } | undefined {
  const colon = key.indexOf(":");
  const namespace = key.slice(0, colon);
  return isIdOf(english, namespace) ? { namespace, name: key.slice(colon + 1) } : undefined;
}

/** What a brand says in place of the product's sentences: a text by key, and by key and form, `key_one`, for plurals. */
type Overrides = Readonly<Record<string, string>>;

/** One sentence of a language; a brand's override takes precedence. */
export function sentence(key: TextKey, language: Language, overrides: Overrides = {}): Sentence {
  const parts = partsOf(key);
  const found = parts && tables[language][parts.namespace][parts.name];
  if (found === undefined) throw new Error(`no sentence ${key} in ${language}`);
  return withOverrides(key, found, overrides);
}

function withOverrides(key: string, own: Sentence, overrides: Overrides): Sentence {
  if (typeof own === "string") return overrides[key] ?? own;
  return { one: overrides[`${key}_one`] ?? own.one, other: overrides[`${key}_other`] ?? own.other };
}

/** A namespace, or a key in it with those below: "fields:email" has "fields:email.label". */
export type TextGroup = Namespace | `${Namespace}:${string}`;

/** All sentences of some groups in one language, with the brand's overrides: the texts of a page. */
export function pageTexts(
  wanted: readonly TextGroup[],
  language: Language,
  overrides: Overrides = {},
): Record<string, Sentence> {
  const texts: Record<string, Sentence> = {};
  for (const group of wanted) {
    const [namespace = "", prefix] = group.split(":");
    if (!isIdOf(english, namespace)) throw new Error(`no sentences ${group}`);
    for (const [key, value] of Object.entries(tables[language][namespace])) {
      const whole = `${namespace}:${key}`;
      if (prefix === undefined || `${key}.`.startsWith(`${prefix}.`))
        texts[whole] = withOverrides(whole, value, overrides);
    }
  }
  return texts;
}

/** The texts by the keys of overrides, in which each plural form has a key. */
export function pageTextForms(...from: Parameters<typeof pageTexts>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pageTexts(...from)).flatMap(([key, text]) =>
      typeof text === "string" ? [[key, text]] : pluralForms.map((form) => [`${key}_${form}`, text[form]]),
    ),
  );
}

/** The plural form of an override's key, and the key without it. */
export function pluralFormIn(override: string): { key: string; form: PluralForm | undefined } {
  const form = pluralForms.find((one) => override.endsWith(`_${one}`));
  return { key: form === undefined ? override : override.slice(0, -`_${form}`.length), form };
}

/** The product's sentence that an override takes the place of, with all its plural forms; undefined where none has its key. */
export function overriddenSentence(override: string, language: Language): Sentence | undefined {
  const { key, form } = pluralFormIn(override);
  const own = isTextKey(key) ? sentence(key, language) : undefined;
  return (typeof own === "object") === (form !== undefined) ? own : undefined;
}
