import { languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { placeholdersIn } from "@vestibule/wording/sentence.rule.ts";
import { namespaces, overriddenSentence, pageTextForms, pluralFormIn } from "@vestibule/wording/tables.ts";
import { correctTypography } from "@vestibule/wording/typography.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { BrandChange } from "./brand-changes.rule.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import type { SentenceFormView, SentenceView, UnavailableView } from "./brands-view.ts";

/** Sentences of demo mode belong to no brand. */
const brandNamespaces = namespaces.filter((namespace) => namespace !== "demo");

/** A form that changes one sentence in both languages. */
export async function sentenceFormView(desk: BrandDesk): Promise<SentenceFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const found = sentencesOf(read.data.files).find(({ key }) => key === desk.query.get("key"));
  if (found === undefined) return undefined;
  const placeholders = placeholdersOf(found.key);
  const { key, form } = pluralFormIn(found.key);
  const otherKey = `${key}_${form === "one" ? "other" : "one"}`;
  return {
    ...{ kind: "sentence", brand: desk.head, basedOn, sentence: found, placeholders },
    ...(form !== undefined && { plural: { form, otherKey } }),
  };
}

/** Placeholders of the product's sentence, which an override may not add to. */
export const placeholdersOf = (key: string) => [...new Set(placeholdersIn(overriddenSentence(key, "en") ?? ""))];

export function changedSentence(files: BrandFiles, { key = "", english = "", french = "" }: FormValues): BrandFiles {
  const product = overriddenSentence(key, "en");
  const hasParagraphs = typeof product === "string" && product.includes("\n");
  // A browser sends the line ends of a field as CR LF.
  const oneLine = (text: string) => (hasParagraphs ? text.replace(/\r\n/g, "\n") : text.replace(/\s*\n\s*/g, " "));
  const { en, fr, ...others } = readDocument(files, "wording.json");
  return writeDocument("wording.json", {
    ...others,
    en: { ...en, [key]: correctTypography(oneLine(english), "en") },
    fr: { ...fr, [key]: correctTypography(oneLine(french), "fr") },
  });
}

export const sentenceField = (place: string) => {
  const language = /^wording\.json (en|fr)\b/.exec(place)?.[1];
  return language === undefined ? undefined : { field: language === "en" ? "english" : "french" };
};

/** Changes with the product's own sentence where a version has none in its place. */
export function withProductSentences(changes: readonly BrandChange[]): BrandChange[] {
  const [en, fr] = languages.map((language) => pageTextForms(brandNamespaces, language));
  return changes.map(({ place, before, after }) => {
    const [, language, key = ""] = /^wording\.json (en|fr) (\S+)$/.exec(place) ?? [];
    const product = language === undefined ? undefined : (language === "en" ? en : fr)?.[key];
    return { place, before: before ?? product, after: after ?? product };
  });
}

/** Every sentence as a version of a brand says it, in both languages; each plural form is one. */
export function sentencesOf(files: BrandFiles): SentenceView[] {
  const overrides = readDocument(files, "wording.json");
  const [english, french] = languages.map((language) => pageTextForms(brandNamespaces, language, overrides[language]));
  return Object.entries(english ?? {}).map(([key, en]) => ({ key, en, fr: french?.[key] ?? "" }));
}
