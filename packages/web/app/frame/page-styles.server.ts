import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { fontFaces, fontFamiliesIn } from "@vestibule/contract/brand/brand-fonts.rule.ts";
import { svgUrl } from "@vestibule/contract/brand/brand-icon.rule.ts";
import design from "../design/design.css?inline";

type StyledBrand = Pick<Brand, "tokensCss" | "bandSvg">;

const styles = new WeakMap<StyledBrand, string>();

/** Styles of a brand's pages: its fonts, tokens and band, then the design that uses them. */
export function pageStyles(brand: StyledBrand): string {
  const css = styles.get(brand) ?? stylesOf(brand);
  styles.set(brand, css);
  return css;
}

/** Removes comments, because the brand's tokens are checked for markup everywhere else. */
function stylesOf({ tokensCss, bandSvg }: StyledBrand): string {
  const tokens = tokensCss.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ");
  const band = bandSvg === undefined ? "" : `:root{--band:url("${svgUrl(bandSvg)}")}`;
  return `${fontFaces(fontFamiliesIn(tokensCss))}${tokens}${band}\n${design}`;
}
