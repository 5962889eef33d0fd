import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { type BrandFinding, formatJsonPath } from "@vestibule/contract/brand/brand-fault.ts";
import { placeholdersIn, sentenceFaults } from "@vestibule/wording/sentence.rule.ts";
import { overriddenSentence } from "@vestibule/wording/tables.ts";
import { z } from "zod";

const sentences = z.record(z.string(), z.string().min(1, "is empty")).default({});
export const wordingOverridesSchema = z.strictObject({ $schema: z.string().optional(), en: sentences, fr: sentences });

export interface OverridesToCheck {
  overrides: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** Languages of the brand's provinces: an override must exist in each. */
  spoken: ReadonlySet<Language>;
}

/** Known keys, every language of the brand, and no fault in a sentence. */
export function checkOverrides({ overrides, spoken }: OverridesToCheck): BrandFinding[] {
  const findings: BrandFinding[] = [];
  for (const language of languages)
    for (const [key, text] of Object.entries(overrides[language])) {
      const location = formatJsonPath([language, key]);
      const productSentence = overriddenSentence(key, language);
      if (productSentence === undefined) {
        findings.push({ location, reason: "is no sentence of the product", code: "sentenceUnknown" });
        continue;
      }
      const faults = sentenceFaults(text, { language, placeholders: placeholdersIn(productSentence) });
      findings.push(...faults.map((fault) => ({ location, ...fault })));
      for (const other of spoken)
        if (overrides[other][key] === undefined)
          findings.push({
            location: formatJsonPath([other, key]),
            reason: "is missing: the other language has a sentence",
            code: "otherLanguage",
          });
    }
  return findings;
}
