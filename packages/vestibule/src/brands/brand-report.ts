import { hasOwnColours } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { measuredPairs } from "@vestibule/contract/brand/contrast.rule.ts";
import { schemes } from "@vestibule/contract/brand/token.table.ts";
import { readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";

/**
 * Summarises a valid brand: its provinces, the number of overridden sentences, and in each scheme the pair of colours
 * whose contrast is nearest to its minimum.
 */
export function describeBrand(brand: Brand): string {
  const provinces = Object.keys(brand.provinces);
  const overrideCount = new Set(Object.values(brand.overrides).flatMap((texts) => Object.keys(texts))).size;
  const pairs = measuredPairs(readTokens(brand.tokensCss).values);
  const lowestContrasts = schemes.map((scheme) => {
    const nearest = pairs
      .filter((pair) => pair.scheme === scheme)
      .reduce((lowest, pair) => (pair.ratio / pair.atLeast < lowest.ratio / lowest.atLeast ? pair : lowest));
    return `${scheme} ${nearest.ratio.toFixed(2)} for ${nearest.ink} on ${nearest.ground} (${nearest.atLeast} needed)`;
  });
  const line = `${brand.id} passes: ${provinces.join(" ")}; overridden sentences: ${overrideCount}; lowest contrast: ${lowestContrasts.join(", ")}`;
  return hasOwnColours(brand.wordmarkSvg)
    ? `${line}\n  wordmark.svg: has its own colours, so it is shown on a white plate in dark mode`
    : line;
}
