/** One thing wrong in a brand's folder, said so that its author finds it without help. */
export interface BrandFault {
  /** Path of the file, as the caller named its directory. */
  file: string;
  /** Where in the file: a JSON path ("provinces.qc.languages"), or line and column; "" for the file as a whole. */
  place: string;
  reason: string;
}

/** What a check finds before anybody knows the file's name. */
export type Finding = Omit<BrandFault, "file">;

/** "file:place: reason", one line per fault. */
export function printFaults(faults: readonly BrandFault[]): string {
  return faults.map(({ file, place, reason }) => `${[file, place].filter(Boolean).join(":")}: ${reason}`).join("\n");
}

/** ["hosts", 0, "a b"] as hosts[0]["a b"]. */
export function jsonPlace(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w$]+$/.test(String(step))) return `[${JSON.stringify(String(step))}]`;
      return index === 0 ? String(step) : `.${String(step)}`;
    })
    .join("");
}
