/** Separates characters so that screen readers read them one by one: "42" → "4 2", "482 913" → "4 8 2, 9 1 3". */
export function spellOut(characters: string): string {
  const groups = characters.split(/\s+/);
  return groups.map((group) => [...group].join("\u00a0")).join(", ");
}
