import type { Language } from "@vestibule/catalogue/province.table.ts";

export interface TypographyFault {
  reason: string;
  code:
    | "apostrophe"
    | "ellipsis"
    | "punctuation"
    | "colonSpace"
    | "guillemets"
    | "quotes"
    | "percentSpace"
    | "hourSpace";
}

const anyLanguage: readonly [shape: RegExp, reason: string, code: TypographyFault["code"]][] = [
  [/'/, "takes the typographic apostrophe ’", "apostrophe"],
  [/\.\.\./, "takes the ellipsis …", "ellipsis"],
];

/** Rules of the Office québécois de la langue française, where they differ from English. */
const frenchAlone: readonly [shape: RegExp, reason: string, code: TypographyFault["code"]][] = [
  [/[\s\u00a0\u202f][;!?]/u, "has no space before ; ! ?", "punctuation"],
  // A colon inside a time, a URL or a code is not punctuation.
  [/(?:[^\u00a0]|^):(?=\s|$)/u, "has a no-break space before a colon", "colonSpace"],
  [/«(?!\u00a0)|(?<!\u00a0)»/u, "has no-break spaces inside « »", "guillemets"],
  [/["“”]/u, "quotes with « »", "quotes"],
  [/\d(?: |)%/u, "has a no-break space before %", "percentSpace"],
  [/\d h \d/u, "has no-break spaces in a time: 17 h 30", "hourSpace"],
];

/** Typographic faults of a sentence in its language; empty where there are none. */
export function typographyFaults(text: string, language: Language): TypographyFault[] {
  const rules = language === "fr" ? [...anyLanguage, ...frenchAlone] : anyLanguage;
  return rules.filter(([shape]) => shape.test(text)).map(([, reason, code]) => ({ reason, code }));
}

/** A sentence with the apostrophes, ellipses and no-break spaces that it needs, which few keyboards can type. */
export function correctTypography(text: string, language: Language): string {
  const corrected = text.replace(/(?<=[\p{L}\d}])'/gu, "’").replaceAll("...", "…");
  return language === "fr" ? addNoBreakSpaces(corrected) : corrected;
}

function addNoBreakSpaces(french: string): string {
  return french
    .replace(/ (?=:(?:\s|$))/g, "\u00a0")
    .replace(/«[ \u202f]?(?!\u00a0)/g, "«\u00a0")
    .replace(/(?<!\u00a0)[ \u202f]?»/g, "\u00a0»")
    .replace(/(?<=\d) (?=%)/g, "\u00a0")
    .replace(/(?<=\d) h (?=\d)/g, "\u00a0h\u00a0");
}
