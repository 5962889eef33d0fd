import { converter, formatHex, toGamut, wcagContrast } from "culori";
import { type ColourToken, type ContrastPair, contrastPairs, schemes, type TokenValues } from "./token.table.ts";

/** Whether a value is an opaque colour, #rgb or #rrggbb, whose contrast can be measured. */
export function isSolidColour(value: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
}

/** Contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other);
}

/** Contrast ratio of every pair; pairs with an unreadable colour are left out. */
export function measuredPairs(values: TokenValues) {
  return schemes.flatMap((scheme) =>
    contrastPairs.flatMap((pair) => {
      const ink = values[scheme].get(pair.ink);
      const ground = values[scheme].get(pair.ground);
      return ink && ground ? [{ ...pair, scheme, ratio: contrast(ink, ground) }] : [];
    }),
  );
}

const toOklch = converter("oklch");
const toDisplayable = toGamut("rgb", "oklch");
const lightnessStep = 0.002;

/** Finds the colour of the same hue with the nearest OKLCH lightness that passes, as #rrggbb. */
function nearestLightness(colour: string, passes: (candidate: string) => boolean): string | undefined {
  const start = toOklch(colour);
  if (start === undefined) return undefined;
  for (let distance = 0; distance <= 1; distance += lightnessStep)
    for (const l of [start.l - distance, start.l + distance]) {
      const candidate = formatHex(toDisplayable({ ...start, l }));
      if (l >= 0 && l <= 1 && passes(candidate)) return candidate;
    }
  return undefined;
}

/** New colours by the token to change; undefined where no lightness passes. */
export type ContrastRepairs = ReadonlyMap<ColourToken, string | undefined>;

/** Finds changes that together make every pair of one scheme pass, by adjusting the first colour of each. */
export function findContrastRepairs(values: ReadonlyMap<string, string>): ContrastRepairs {
  const repaired = new Map(values);
  const repairs = new Map<ColourToken, string | undefined>();
  for (const pair of contrastPairs) {
    const { ink } = pair;
    const colour = repaired.get(ink);
    if (colour === undefined || repairs.has(ink) || passes(pair, repaired)) continue;
    const passesAll = (pairs: readonly ContrastPair[]) => (candidate: string) =>
      pairs.every((one) => passes(one, new Map(repaired).set(ink, candidate)));
    const asInk = contrastPairs.filter((one) => one.ink === ink);
    const asEither = contrastPairs.filter((one) => one.ink === ink || one.ground === ink);
    // Colours drawn on this one can still be adjusted afterwards.
    const found = nearestLightness(colour, passesAll(asEither)) ?? nearestLightness(colour, passesAll(asInk));
    repairs.set(ink, found);
    if (found !== undefined) repaired.set(ink, found);
  }
  return repairs;
}

function passes({ ink, ground, atLeast }: ContrastPair, values: ReadonlyMap<string, string>): boolean {
  const one = values.get(ink);
  const other = values.get(ground);
  return one === undefined || other === undefined || contrast(one, other) >= atLeast;
}
