import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import { describe, expect, it, test } from "vitest";
import { loadBrands } from "./brand-loader.adapter.ts";
import { checkDrawingTokens, embedTokens } from "./drawing-tokens.rule.ts";
import { brandsDirectory, loadPlanted } from "./test/planted-brand.ts";

const values = readTokens(`:root { --panel: #0d4a4c; --text: #15211f; }
@media (prefers-color-scheme: dark) { :root { --panel: #0a2e30; --text: #eef1ea; } }`).values;
const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`;

describe("a drawing that names tokens", () => {
  it("embeds the light and dark values of the tokens it uses, and of no others", () => {
    const svg = embedTokens(drawing('<path fill="var(--panel)"/><path fill="var(--panel)"/>'), values);
    expect(svg).toContain(
      "<style>:root{--panel:#0d4a4c}@media (prefers-color-scheme:dark){:root{--panel:#0a2e30}}</style>",
    );
    expect(svg).not.toContain("--text");
  });

  it("is served unchanged when it uses no token", () => {
    const svg = drawing('<path fill="#123456"/>');
    expect(embedTokens(svg, values)).toBe(svg);
  });

  it("may use only colours of tokens.css", () => {
    const svg = drawing('<path fill="var(--panel)"/><path fill="var(--radius)"/><path fill="var(--sea)"/>');
    expect(checkDrawingTokens(svg).map(({ reason }) => reason)).toEqual([
      "--radius is not a colour of tokens.css",
      "--sea is not a colour of tokens.css",
    ]);
  });

  it("may be missing when it is the band, and is checked when present", async () => {
    expect(await loadPlanted({ files: { "band.svg": undefined } })).toEqual([]);
    const faults = await loadPlanted({ files: { "band.svg": (svg) => svg.replace("<rect", "<script/><rect") } });
    expect(faults[0]).toMatch(/^belair\/band\.svg:2:\d+: <script> is not allowed/);
  });

  it("stops the start with the file's name when it uses an unknown token", async () => {
    const faults = await loadPlanted({ files: { "panel.svg": (svg) => svg.replace("var(--panel)", "var(--sea)") } });
    expect(faults).toEqual(["belair/panel.svg:: --sea is not a colour of tokens.css"]);
  });
});

test("the drawings of the five brands use only colours of tokens.css", async () => {
  const loaded = await loadBrands({ directories: [brandsDirectory], defaultBrand: "belair", mode: "production" });
  if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
  for (const { id, features, panelSvg, bandSvg = "", promoSvg } of loaded.book.brands) {
    for (const name of ["panel.svg", "band.svg", ...(features.promo ? ["promo.svg"] : [])])
      expect(readFileSync(join(brandsDirectory, id, name), "utf8"), `${id}/${name}`).not.toMatch(
        /#[0-9a-f]{3,8}\b(?!\))/i,
      );
    for (const svg of [panelSvg, bandSvg, promoSvg]) if (svg !== undefined) expect(svg).toMatch(/:root\{--panel/);
  }
});
