import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { Finding } from "./brand-fault.ts";

/** Elision before a vowel: "d’Intact". Names that begin with h or y are not checked. */
const elides = /^[aeiouàâäéèêëîïôöùûü]/i;

/** Sentences never build inflected names, so a brand supplies its forms in each of its languages. */
export function checkBrandForms({ name, forms, provinces }: BrandData): Finding[] {
  const spoken = new Set(Object.values(provinces).flatMap(({ languages }) => languages));
  const findings: Finding[] = [];
  for (const language of spoken)
    for (const form of ["of", "at"] as const) {
      const text = forms[language][form];
      const location = `forms.${language}.${form}`;
      if (!text.endsWith(name[language]) || text === name[language])
        findings.push({ location, reason: `must be the inflected form of “${name[language]}”` });
      if (text.includes("'")) findings.push({ location, reason: "takes the typographic apostrophe ’" });
    }
  if (spoken.has("fr") && elides.test(name.fr) && forms.fr.of.startsWith("de "))
    findings.push({ location: "forms.fr.of", reason: `is elided before a vowel: “d’${name.fr}”` });
  return findings;
}
