import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Brand, brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { checkBrandData } from "./brand-data.rule.ts";
import type { BrandFault, Finding } from "./brand-fault.ts";
import { readDrawing } from "./drawing.rule.ts";
import { checkDrawingTokens, embedTokens } from "./drawing-tokens.rule.ts";
import { readJson } from "./json-file.rule.ts";
import { readOidcClients } from "./oidc-clients.adapter.ts";
import { checkTokens, readTokens } from "./tokens-css.rule.ts";
import { checkOverrides, wordingOverridesSchema } from "./wording-override.rule.ts";

export type ReadBrand = { kind: "read"; brand: Brand } | { kind: "faulty"; faults: BrandFault[] };

export interface BrandFolder {
  /** Directory that contains brand folders. */
  directory: string;
  /** The brand's folder in it; its name is the brand's id. */
  folder: string;
  mode: "demo" | "production";
  registries: readonly string[];
}

/** Reads one brand from its folder, or returns every fault of every file in it. */
export async function readBrandFolder({ directory, folder, mode, registries }: BrandFolder): Promise<ReadBrand> {
  const faults: BrandFault[] = [];
  const pathOf = (name: string) => join(directory, folder, name);
  const addFaults = (name: string, findings: readonly Finding[]) => {
    faults.push(...findings.map((finding) => ({ file: pathOf(name), ...finding })));
  };
  const text = async (name: string, why: string) => {
    const content = await readOptional(pathOf(name));
    if (content === undefined) addFaults(name, [{ location: "", reason: `is missing: ${why}` }]);
    return content ?? "";
  };
  const drawing = async (name: string, use: "wordmark" | "image", why: string) => {
    const source = await text(name, why);
    return source === "" ? "" : checkedDrawing(name, use, source);
  };
  const checkedDrawing = (name: string, use: "wordmark" | "image", source: string) => {
    const read = readDrawing(source, use);
    if (read.kind === "faulty") {
      addFaults(name, read.findings);
      return "";
    }
    if (use === "wordmark") return read.svg;
    addFaults(name, checkDrawingTokens(read.svg));
    return embedTokens(read.svg, tokens);
  };

  const tokensCss = await text("tokens.css", "it holds the brand's colours and shapes");
  if (tokensCss) addFaults("tokens.css", checkTokens(tokensCss));
  const tokens = readTokens(tokensCss).values;
  const wordmarkSvg = await drawing("wordmark.svg", "wordmark", "it is shown in the header");
  const panelSvg = await drawing("panel.svg", "image", "it is shown beside the form on wide screens");
  const bandSource = await readOptional(pathOf("band.svg"));
  const bandSvg = bandSource === undefined ? {} : { bandSvg: checkedDrawing("band.svg", "image", bandSource) };

  const dataText = await text("brand.json", "it is the brand");
  const data = dataText ? readJson(brandSchema, dataText) : undefined;
  if (data?.kind === "faulty") addFaults("brand.json", data.findings);
  if (data?.kind !== "read") return { kind: "faulty", faults };
  addFaults("brand.json", checkBrandData({ brand: data.data, folder, mode, registries }));

  const promoSvg = data.data.features.promo
    ? { promoSvg: await drawing("promo.svg", "image", "features.promo is on") }
    : {};
  const wording = readJson(wordingOverridesSchema, (await readOptional(pathOf("wording.json"))) ?? "{}");
  if (wording.kind === "faulty") addFaults("wording.json", wording.findings);
  const overrides = wording.kind === "read" ? { en: wording.data.en, fr: wording.data.fr } : { en: {}, fr: {} };
  const spoken = new Set(Object.values(data.data.provinces).flatMap(({ languages }) => languages));
  addFaults("wording.json", checkOverrides({ overrides, spoken }));

  const oidc = await readOidcClients(pathOf("oidc"), data.data.gateway);
  faults.push(...oidc.faults);

  if (faults.length > 0) return { kind: "faulty", faults };
  return {
    kind: "read",
    brand: {
      ...data.data,
      overrides,
      tokensCss,
      wordmarkSvg,
      panelSvg,
      ...bandSvg,
      ...promoSvg,
      oidcClients: oidc.clients,
    },
  };
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fault;
  }
}
