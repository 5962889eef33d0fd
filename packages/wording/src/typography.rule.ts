import type { Language } from "@vestibule/catalogue/province.table.ts";

const anyLanguage: readonly [shape: RegExp, fault: string][] = [
  [/'/, "takes the typographic apostrophe ’"],
  [/\.\.\./, "takes the ellipsis …"],
];

/** Rules of the Office québécois de la langue française, where they differ from English. */
const frenchAlone: readonly [shape: RegExp, fault: string][] = [
  [/[\s\u00a0\u202f][;!?]/u, "has no space before ; ! ?"],
  // A colon inside a time, a URL or a code is not punctuation.
  [/(?:[^\u00a0]|^):(?=\s|$)/u, "has a no-break space before a colon"],
  [/«(?!\u00a0)|(?<!\u00a0)»/u, "has no-break spaces inside « »"],
  [/["“”]/u, "quotes with « »"],
  [/\d(?: |)%/u, "has a no-break space before %"],
  [/\d h \d/u, "has no-break spaces in a time: 17 h 30"],
];

/** Typographic faults of a sentence in its language; empty where there are none. */
export function typographyFaults(text: string, language: Language): string[] {
  const rules = language === "fr" ? [...anyLanguage, ...frenchAlone] : anyLanguage;
  return rules.filter(([shape]) => shape.test(text)).map(([, fault]) => fault);
}
