import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import design from "../design/design.css?inline";

/** The brand's tokens, then the design that uses them. Only a comment could hold markup; tokens are checked for it. */
export function pageStyles(brand: Pick<Brand, "tokensCss">): string {
  return `${brand.tokensCss.replace(/\/\*[\s\S]*?\*\//g, "")}\n${design}`;
}
