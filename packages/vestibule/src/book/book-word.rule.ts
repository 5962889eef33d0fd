import { policyLines } from "@vestibule/catalogue/book.table.ts";
import { type Language, languages, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { foldName } from "@vestibule/contract/fields/fold-name.rule.ts";
import { sentence, textKey } from "@vestibule/wording/tables.ts";

type Line = (typeof policyLines)[number];

/** Words of insurers' extracts for each value, as `foldName` writes them. */
const lineWords: Readonly<Record<Line, readonly string[]>> = {
  auto: ["auto", "automobile", "car", "vehicle", "vehicule", "voiture"],
  home: [
    ...["home", "house", "property", "tenant", "condo", "renter", "homeowner"],
    ...["habitation", "maison", "locataire", "copropriete", "proprietaire"],
  ],
};
const languageWords: Readonly<Record<Language, readonly string[]>> = {
  en: ["en", "e", "a", "eng", "english", "anglais"],
  fr: ["fr", "f", "fra", "fre", "french", "francais"],
};
/** Provinces by code, by the code of Canada Post before the present one, and by name in each language. */
const provinceWords: ReadonlyMap<string, ProvinceId> = new Map([
  ["pq", "qc"],
  ["nf", "nl"],
  ["yk", "yt"],
  ...provinceIds.flatMap((id) => [[id, id] as const, ...namesOf(id).map((name) => [name, id] as const)]),
]);

function namesOf(id: ProvinceId): string[] {
  return languages.map((language) => foldName(String(sentence(textKey(`common:province.${id}`), language))));
}

/** A line of business by one of its words. */
export function lineOf(text: string): Line | undefined {
  return policyLines.find((line) => lineWords[line].includes(foldName(text)));
}

/** A language by its code, with or without a country, or by its name. */
export function languageOf(text: string): Language | undefined {
  const word = foldName(text.replace(/(?<=^..)[-_][a-z]{2}$/i, ""));
  return languages.find((language) => languageWords[language].includes(word));
}

/** A province by its code, also that of ISO 3166-2 (CA-QC), or by its name in either language. */
export function provinceOf(text: string): ProvinceId | undefined {
  return provinceWords.get(foldName(text.replace(/^ca-/i, "")));
}
