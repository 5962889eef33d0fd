import { languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { namespaces, pageTexts } from "@vestibule/wording/tables.ts";
import { addNoBreakSpaces } from "@vestibule/wording/typography.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import type { SentenceFormView, SentenceView, UnavailableView } from "./brands-view.ts";

const mostFound = 30;
/** Those of demo mode are of no brand. */
const brandNamespaces = namespaces.filter((namespace) => namespace !== "demo");

/** A form that changes one sentence in both languages. */
export async function sentenceFormView(desk: BrandDesk): Promise<SentenceFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const sentence = sentencesOf(read.data.files).find(({ key }) => key === desk.query.get("key"));
  return sentence && { kind: "sentence", brand: desk.head, basedOn, sentence };
}

export function changedSentence(files: BrandFiles, { key = "", english = "", french = "" }: FormValues): BrandFiles {
  const { en, fr, ...others } = readDocument(files, "wording.json");
  return writeDocument("wording.json", {
    ...others,
    en: { ...en, [key]: english },
    fr: { ...fr, [key]: addNoBreakSpaces(french) },
  });
}

export const sentenceField = (place: string) => {
  const language = /^wording\.json (en|fr)\b/.exec(place)?.[1];
  return language === undefined ? undefined : { field: language === "en" ? "english" : "french" };
};

/** Sentences that contain the words in either language, without regard to case; the first thirty. */
export function findSentences(files: BrandFiles, words: string): SentenceView[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  return sentencesOf(files)
    .filter(({ en, fr }) => [en, fr].some((text) => text.toLowerCase().includes(wanted)))
    .slice(0, mostFound);
}

/** Every sentence without plural forms as a version of a brand says it, in both languages. */
export function sentencesOf(files: BrandFiles): SentenceView[] {
  const overrides = readDocument(files, "wording.json");
  const [english, french] = languages.map((language) => pageTexts(brandNamespaces, language, overrides[language]));
  return Object.entries(english ?? {}).flatMap(([key, en]) => {
    const fr = french?.[key];
    return typeof en === "string" && typeof fr === "string" ? [{ key, en, fr }] : [];
  });
}
