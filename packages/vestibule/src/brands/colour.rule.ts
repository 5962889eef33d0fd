import { converter, formatHex, toGamut, wcagContrast } from "culori";

/** Whether a value is an opaque colour, #rgb or #rrggbb, whose contrast can be measured. */
export function isSolidColour(value: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
}

/** Contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other);
}

const toOklch = converter("oklch");
const toDisplayable = toGamut("rgb", "oklch");
const lightnessStep = 0.002;

/** The colour of the same hue, as #rrggbb, with the nearest OKLCH lightness that passes. */
export function nearestLightness(colour: string, passes: (candidate: string) => boolean): string | undefined {
  const start = toOklch(colour);
  if (start === undefined) return undefined;
  for (let distance = 0; distance <= 1; distance += lightnessStep)
    for (const l of [start.l - distance, start.l + distance]) {
      const candidate = formatHex(toDisplayable({ ...start, l }));
      if (l >= 0 && l <= 1 && passes(candidate)) return candidate;
    }
  return undefined;
}
