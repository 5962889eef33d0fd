import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { readTokens, schemes } from "@vestibule/vestibule/brands/tokens-css.rule.ts";

const tokenAliases = {
  "--own-action": "--action",
  "--own-on-action": "--on-action",
  "--own-accent": "--accent",
} as const;

/** A stylesheet with one class of colours per brand, since a page loads the tokens of only one brand. */
export function brandColoursCss(brands: readonly Brand[]): string {
  const sheet = schemes.map((scheme) => {
    const rules = brands.map((brand) => {
      const values = readTokens(brand.tokensCss).values[scheme];
      const own = Object.entries(tokenAliases).map(
        ([name, token]) => `${name}: ${values.get(token) ?? `var(${token})`};`,
      );
      return `.of-${brand.id} { ${own.join(" ")} }`;
    });
    return rules.join("\n");
  });
  const [light = "", dark = ""] = sheet;
  return `${light}\n@media (prefers-color-scheme: dark) {\n${dark}\n}\n`;
}
