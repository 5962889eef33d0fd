/** Sections that stay, each with a sentence that says why. */
export const keptSections = ["insurerBook", "events"] as const;
export type KeptSection = (typeof keptSections)[number];
