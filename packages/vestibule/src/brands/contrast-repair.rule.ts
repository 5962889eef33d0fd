import { contrast, nearestLightness } from "./colour.rule.ts";
import { type ColourToken, type ContrastPair, contrastPairs } from "./token.table.ts";

/** By token to change: the colour with which all its pairs pass, or undefined where no lightness does. */
export type ContrastRepairs = ReadonlyMap<ColourToken, string | undefined>;

/**
 * Finds changes that together make every pair of one scheme pass, by adjusting the first colour of each failing pair in
 * turn.
 */
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
  const [one, other] = [values.get(ink), values.get(ground)];
  return one === undefined || other === undefined || contrast(one, other) >= atLeast;
}
