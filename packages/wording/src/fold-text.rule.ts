/** Text for a comparison that ignores case, accents, kinds of apostrophes and of spaces. */
export const foldText = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").replace(/\s+/g, " ").toLowerCase();
