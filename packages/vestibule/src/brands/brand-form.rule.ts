import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { Finding } from "./brand-fault.ts";

/** Elision before a vowel: "d’Intact". Only h and y are left to the author. */
const elides = /^[aeiouàâäéèêëîïôöùûü]/i;

/** Sentences never assemble an inflected name, so a brand brings its forms, in every language it speaks. */
export function checkBrandForms({ name, forms, provinces }: BrandData): Finding[] {
  const spoken = new Set(Object.values(provinces).flatMap(({ languages }) => languages));
  const findings: Finding[] = [];
  for (const language of spoken)
    for (const form of ["of", "at"] as const) {
      const text = forms[language][form];
      const place = `forms.${language}.${form}`;
      if (!text.endsWith(name[language]) || text === name[language])
        findings.push({ place, reason: `must be the inflected form of “${name[language]}”` });
      if (text.includes("'")) findings.push({ place, reason: "takes the typographic apostrophe ’" });
    }
  if (spoken.has("fr") && elides.test(name.fr) && forms.fr.of.startsWith("de "))
    findings.push({ place: "forms.fr.of", reason: `is elided before a vowel: “d’${name.fr}”` });
  return findings;
}
