import { cp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder } from "@vestibule/api/platform/create-folder.adapter.ts";
import { brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { z } from "zod";
import { type CommandResult, refusal } from "../command-line/command-io.ts";
import { printFaults } from "./brand-fault.ts";
import { type BrandSources, loadBrands } from "./brand-loader.adapter.ts";
import { describeBrand } from "./brand-report.ts";
import { readJson } from "./json-file.rule.ts";

export const brandSchemaFile = "brand.schema.json";

export function brandJsonSchema(): string {
  const schema = z.toJSONSchema(brandSchema, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ title: "A brand of Vestibule", ...schema }, undefined, 2)}\n`;
}

export interface NewBrand {
  id: string;
  from: string;
  /** Directories searched for that brand; the last one that contains it is used. */
  directories: readonly string[];
  directory: string;
}

/** A placeholder, to be replaced by the drawing of the brand. */
const placeholderWordmark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 34" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round">
  <rect x="2" y="2" width="116" height="30" rx="8"/>
  <path d="M18 17h84"/>
</svg>
`;

/** Creates a brand folder from another one, with its own name and hosts, a placeholder wordmark and no applications. */
export async function brandNew({ id, from, directories, directory }: NewBrand): Promise<CommandResult> {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(id))
    return refusal(`${id}: an id has 2 to 31 small letters, digits or hyphens, and begins with a letter`, "id");
  const target = join(directory, id);
  if (await exists(target)) return refusal(`${target}: already exists; nothing was changed`, "exists");
  const sources = [];
  for (const location of directories)
    if (await exists(join(location, from, "brand.json"))) sources.push(join(location, from));
  const source = sources.at(-1);
  if (!source) return refusal(`${from}: no such brand in ${directories.join(", ")}`, "from");

  const sourceFile = join(source, "brand.json");
  const read = readJson(z.record(z.string(), z.unknown()), await readFile(sourceFile, "utf8"));
  if (read.kind === "invalid")
    return refusal(printFaults(read.findings.map((finding) => ({ file: sourceFile, ...finding }))), "from");

  await createFolder(directory);
  // The applications of a brand send people back to hosts of that brand.
  const filter = (file: string) => file !== join(source, "oidc");
  await cp(source, target, { recursive: true, errorOnExist: true, force: false, filter });
  await writeFile(join(target, "brand.json"), `${JSON.stringify(rebrand(read.data, { id, from }), undefined, 2)}\n`);
  await writeFile(join(target, "wordmark.svg"), placeholderWordmark);
  const schema = join(directory, brandSchemaFile);
  if (!(await exists(schema))) await writeFile(schema, brandJsonSchema());
  return {
    data: { folder: target, from: source },
    text: [
      `${target} is created from ${source}.`,
      "Change brand.json, tokens.css, wordmark.svg, panel.svg, band.svg and wording.json as needed, then run brand check.",
    ].join("\n"),
  };
}

/** Checks every brand as the server does at startup, and reports the result of each. */
export async function brandCheck(sources: BrandSources): Promise<CommandResult> {
  const loaded = await loadBrands(sources);
  if (loaded.kind === "invalid") {
    const { faults, validBrands } = loaded;
    const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`;
    const text = [...validBrands.map(describeBrand), printFaults(faults), count].join("\n");
    return { text, data: { sound: validBrands.map(({ id }) => id), faults }, failure: "refusal" };
  }
  const { brands } = loaded.book;
  const count = brands.length === 1 ? "1 brand passes." : `${brands.length} brands pass.`;
  const text = [...brands.map(describeBrand), count].join("\n");
  return { text, data: { sound: brands.map(({ id }) => id), faults: [] } };
}

export async function brandSchemaWrite({ directory }: { directory: string }): Promise<CommandResult> {
  const file = join(directory, brandSchemaFile);
  await writeFile(file, brandJsonSchema());
  return { text: `${file} is written.`, data: { file } };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Copies the content of brand.json under a new name, with fictitious hosts and e-mails to be replaced. */
function rebrand(data: Record<string, unknown>, { id, from }: Pick<NewBrand, "id" | "from">): Record<string, unknown> {
  const name = id.replace(
    /(^|-)([a-z])/g,
    (_whole, hyphen: string, letter: string) => `${hyphen ? " " : ""}${letter.toUpperCase()}`,
  );
  const elided = /^[aeiou]/i.test(name);
  const { apiKey: _apiKey, ...rest } = withHosts(data, `${from}.example`, `${id}.example`);
  return {
    ...rest,
    id,
    aliases: [],
    name: { en: name, fr: name },
    forms: {
      en: { of: `of ${name}`, at: `at ${name}` },
      fr: { of: elided ? `d’${name}` : `de ${name}`, at: `chez ${name}` },
    },
    companies: [id],
    hosts: [`portal.${id}.example`],
    origin: `https://portal.${id}.example`,
    mailFrom: { name: { en: name, fr: name }, address: `no-reply@${id}.example` },
  };
}

function withHosts<Value>(value: Value, before: string, after: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(before, after)) as Value;
}
