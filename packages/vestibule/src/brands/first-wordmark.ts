import { lettering } from "./lettering.table.ts";

const gap = 5.5;
const margin = 2;
const space = 6;

/** Draws a word as a plain wordmark; characters without a glyph become a space. */
export function firstWordmark(word: string): string {
  let x = margin;
  const letters: string[] = [];
  for (const sign of word.toLowerCase()) {
    const letter = lettering[sign];
    if (letter) letters.push(`  <path transform="translate(${x} 0)" d="${letter.path}"/>`);
    x += (letter?.width ?? space) + gap;
  }
  const width = Math.max(x - gap + margin, 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 34" fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">
${letters.join("\n")}
</svg>
`;
}
