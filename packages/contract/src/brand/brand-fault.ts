/** One fault in a brand's folder, described so that its author can fix it without help. */
export interface BrandFault extends PrintedFault {
  /** Names the fault for those who read it in the portal, as `brandFault:CODE` of the wording. */
  code: BrandFaultCode;
  values?: Readonly<Record<string, string>>;
}

/** What a command prints of a fault. */
export interface PrintedFault {
  /** Path of the file, starting with the directory as the caller gave it. */
  file: string;
  /** Location in the file: a JSON path ("provinces.qc.languages"), or line and column; "" for the file as a whole. */
  location: string;
  reason: string;
}

export const brandFaultCodes = [
  "notMenuProvince",
  "notSpokenThere",
  "frenchProvince",
  "inflectedForm",
  "apostrophe",
  "elision",
  "chatNever",
  "notOfBrand",
  "noLicenceField",
  "aboveMaximum",
  "aboveWide",
  "noWay",
  "control",
  "dayTwice",
  "dayOrder",
  "css",
  "tokenUnknown",
  "tokenMissing",
  "contrast",
  "noLightness",
  "tokenValue",
  "colour",
  "length",
  "weight",
  "svg",
  "svgText",
  "svgOutside",
  "svgElement",
  "svgAttribute",
  "svgPaint",
  "svgViewBox",
  "svgToken",
  "sentenceUnknown",
  "placeholder",
  "placeholderLeftOut",
  "long",
  "plainWord",
  "otherLanguage",
  "empty",
  "ellipsis",
  "punctuation",
  "unreadable",
  "fileMissing",
  "folderId",
  "ownCompany",
  "noRegistry",
  "noOutsideGateway",
  "brandUnknown",
  "noBrandsFolder",
  "noBrandFolder",
  "notUnique",
  "originMissing",
  "originForm",
  "https",
  "wildcard",
  "fragment",
  "userName",
  "ownScope",
  "privateKey",
  "verificationKey",
  "publicKeys",
  "insurerOnly",
  "handsOver",
  "oneHost",
  "ownScheme",
  "clientFile",
  "clientTwice",
  "outsideGateway",
  "resourceUnknown",
  "colonSpace",
  "guillemets",
  "quotes",
  "percentSpace",
  "hourSpace",
  "missing",
  "unknown",
  "json",
  "telephone",
  "link",
  "number",
  "tooSmall",
  "tooBig",
  "choice",
  "email",
  "url",
  "date",
  "format",
] as const;
export type BrandFaultCode = (typeof brandFaultCodes)[number];

/** A fault before its file name is added. */
export type BrandFinding = Omit<BrandFault, "file">;

/** What a schema says of a value that it refuses, with the code of the fault. */
export const refusal = (reason: string, code: BrandFaultCode) => ({ error: reason, params: { code } });

/** Formats each fault as a line "file:location: reason". */
export function printFaults(faults: readonly PrintedFault[]): string {
  return faults
    .map(({ file, location, reason }) => `${[file, location].filter(Boolean).join(":")}: ${reason}`)
    .join("\n");
}

/** Formats a JSON path: ["hosts", 0, "a b"] becomes hosts[0]["a b"]. */
export function formatJsonPath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w$]+$/.test(String(step))) return `[${JSON.stringify(String(step))}]`;
      return index === 0 ? String(step) : `.${String(step)}`;
    })
    .join("");
}

/** Line and column of a position in a text, both from 1. */
export function locationOf(source: string, position: number): string {
  const before = source.slice(0, Math.max(position, 0)).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
