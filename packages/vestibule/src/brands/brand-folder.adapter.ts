import { join } from "node:path";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { type Brand, type BrandData, brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFault, BrandFinding } from "@vestibule/contract/brand/brand-fault.ts";
import type { TokenValues } from "@vestibule/contract/brand/token.table.ts";
import { checkTokens, readTokens, writeTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import { checkBrandData } from "./brand-data.rule.ts";
import { type DrawingUse, readDrawing } from "./drawing.rule.ts";
import { checkDrawingTokens, embedTokens } from "./drawing-tokens.rule.ts";
import { readJson } from "./json-file.rule.ts";
import { readOidcClients } from "./oidc-clients.adapter.ts";
import { describeUnreadable, readTextFile } from "./text-file.adapter.ts";
import { checkOverrides, wordingOverridesSchema } from "./wording-override.rule.ts";

export type ReadBrand = { kind: "read"; brand: Brand } | { kind: "invalid"; faults: BrandFault[] };

export interface BrandFolder {
  directory: string;
  folder: string;
  mode: "demo" | "production";
  registries: readonly string[];
  /** Replaces the origin of the brand's outside gateway, which differs between environments. */
  gatewayOrigin?: string | undefined;
  /** Folder with additional applications of the brand. */
  moreClients?: string | undefined;
}

/** Reads one brand from its folder, or returns every fault of every file in it. */
export async function readBrandFolder(from: BrandFolder): Promise<ReadBrand> {
  const { directory, folder, mode, registries, gatewayOrigin, moreClients } = from;
  const files = brandFiles(join(directory, folder));
  const { faults, addFaults } = files;
  const tokensCss = await files.read("tokens.css", "it holds the brand's colours and shapes");
  if (tokensCss !== undefined) addFaults("tokens.css", checkTokens(tokensCss));
  const tokens = readTokens(tokensCss ?? "").values;
  const wordmark = await files.read("wordmark.svg", "it is shown in the header");
  const wordmarkSvg = checkDrawing(files, "wordmark.svg", { source: wordmark, use: "wordmark" });
  const panel = await files.read("panel.svg", "it is shown next to the form on wide screens");
  const panelSvg = checkImage(files, "panel.svg", { source: panel, tokens });
  const band = await files.readOptional("band.svg");
  const bandSvg = band === undefined ? {} : { bandSvg: checkImage(files, "band.svg", { source: band, tokens }) };

  const dataText = await files.read("brand.json", "it is the brand");
  const read = dataText === undefined ? undefined : readJson(brandSchema, dataText);
  if (read?.kind === "invalid") addFaults("brand.json", read.findings);
  if (read?.kind !== "read") return { kind: "invalid", faults };
  const data = gatewayOrigin === undefined ? read.data : withGatewayOrigin(read.data, gatewayOrigin);
  if (data === undefined)
    faults.push({
      file: "GATEWAY_ORIGINS",
      location: "",
      reason: `${folder} has no outside gateway`,
      code: "noOutsideGateway",
      values: { id: folder },
    });
  if (data === undefined) return { kind: "invalid", faults };
  addFaults("brand.json", checkBrandData({ brand: data, folder, mode, registries }));

  const promo = data.features.promo ? await files.read("promo.svg", "features.promo is on") : undefined;
  const promoSvg = promo === undefined ? {} : { promoSvg: checkImage(files, "promo.svg", { source: promo, tokens }) };
  const overrides = await readOverrides(files, data);
  const oidc = await readOidcClients([files.pathOf("oidc"), moreClients ?? []].flat(), data);
  faults.push(...oidc.faults);

  if (faults.length > 0 || tokensCss === undefined) return { kind: "invalid", faults };
  const drawings = { wordmarkSvg, panelSvg, ...bandSvg, ...promoSvg };
  const styles = { tokensCss: writeTokens(tokens) };
  return { kind: "read", brand: { ...data, overrides, ...styles, ...drawings, oidcClients: oidc.clients } };
}

function withGatewayOrigin(brand: BrandData, origin: string): BrandData | undefined {
  return brand.gateway.kind === "outside" ? { ...brand, gateway: { ...brand.gateway, origin } } : undefined;
}

type BrandFiles = ReturnType<typeof brandFiles>;

function brandFiles(folder: string) {
  const faults: BrandFault[] = [];
  const pathOf = (name: string) => join(folder, name);
  const addFaults = (name: string, findings: readonly BrandFinding[]) => {
    faults.push(...findings.map((finding) => ({ file: pathOf(name), ...finding })));
  };
  /** Returns undefined for a file that is absent or cannot be read; the latter is a fault. */
  const readOptional = async (name: string, onAbsent = () => {}): Promise<string | undefined> => {
    try {
      return await readTextFile(pathOf(name));
    } catch (fault) {
      if (faultCode(fault) === "ENOENT") onAbsent();
      else addFaults(name, [{ location: "", reason: describeUnreadable(fault), code: "unreadable" }]);
      return undefined;
    }
  };
  const read = (name: string, why: string) =>
    readOptional(name, () => addFaults(name, [{ location: "", reason: `is missing: ${why}`, code: "fileMissing" }]));
  return { faults, pathOf, addFaults, read, readOptional };
}

function checkImage(
  files: BrandFiles,
  name: string,
  { source, tokens }: { source: string | undefined; tokens: TokenValues },
): string {
  const svg = checkDrawing(files, name, { source, use: "image" });
  files.addFaults(name, checkDrawingTokens(svg));
  return embedTokens(svg, tokens);
}

/** Adds the faults of a drawing. Returns an empty text if it is absent or invalid. */
function checkDrawing(
  { addFaults }: BrandFiles,
  name: string,
  { source, use }: { source: string | undefined; use: DrawingUse },
): string {
  if (source === undefined) return "";
  const drawing = readDrawing(source, use);
  if (drawing.kind === "read") return drawing.svg;
  addFaults(name, drawing.findings);
  return "";
}

async function readOverrides({ addFaults, readOptional }: BrandFiles, { provinces }: Pick<Brand, "provinces">) {
  const wording = readJson(wordingOverridesSchema, (await readOptional("wording.json")) ?? "{}");
  if (wording.kind === "invalid") addFaults("wording.json", wording.findings);
  const overrides = wording.kind === "read" ? { en: wording.data.en, fr: wording.data.fr } : { en: {}, fr: {} };
  const spoken = new Set(Object.values(provinces).flatMap(({ languages }) => languages));
  addFaults("wording.json", checkOverrides({ overrides, spoken }));
  return overrides;
}
