import { hasOwnColours } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { measuredPairs, readTokens, schemes } from "./tokens-css.rule.ts";

/**
 * Summarises a valid brand: its provinces, its own wording, and in each scheme the pair nearest to its minimum
 * contrast.
 */
export function describeBrand(brand: Brand): string {
  const provinces = Object.keys(brand.provinces);
  const own = new Set(Object.values(brand.overrides).flatMap((texts) => Object.keys(texts))).size;
  const pairs = measuredPairs(readTokens(brand.tokensCss).values);
  const closest = schemes.map((scheme) => {
    const nearest = pairs
      .filter((pair) => pair.scheme === scheme)
      .reduce((a, b) => (b.ratio / b.atLeast < a.ratio / a.atLeast ? b : a));
    return `${scheme} ${nearest.ratio.toFixed(2)} for ${nearest.ink} on ${nearest.ground} (${nearest.atLeast} needed)`;
  });
  const line = `${brand.id} passes: ${provinces.join(" ")}; own sentences: ${own}; closest colours: ${closest.join(", ")}`;
  return hasOwnColours(brand.wordmarkSvg)
    ? `${line}\n  wordmark.svg: in colours of its own, so it has a white plate in dark`
    : line;
}
