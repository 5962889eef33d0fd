import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder } from "@vestibule/api/platform/create-folder.adapter.ts";
import { type Brand, brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { type PrintedFault, printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import { z } from "zod";
import { loadBrands, locateBrands } from "../brands/brand-loader.adapter.ts";
import { openBrandPreview } from "../brands/brand-preview.ts";
import { describeBrand } from "../brands/brand-report.ts";
import { readJson } from "../brands/json-file.rule.ts";
import { findSampleValues, placeholderWordmark } from "../brands/sample-values.adapter.ts";
import { brandDirectories, brandSources, builtInBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, print, refusal } from "./command-io.ts";

export const brandSchemaFile = "brand.schema.json";

export function brandJsonSchema(): string {
  const schema = z.toJSONSchema(brandSchema, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ title: "A brand of Vestibule", ...schema }, undefined, 2)}\n`;
}

interface NewBrand {
  id: string;
  from: string;
  /** Parent of the new folder; the last of `directories` unless given. */
  into?: string;
  /** Directories searched for `from`, the last one first; those of the settings unless given. */
  directories?: readonly string[];
}

/**
 * `vestibule brand new ID --from BRAND`: creates a brand folder from another one, with its own name and hosts, a
 * placeholder wordmark and no applications.
 */
export async function newBrand({ id, from, into, directories }: NewBrand): Promise<CommandResult> {
  const searched = directories ?? brandDirectories(checkedSettings("brands"));
  const directory = into ?? searched.at(-1) ?? builtInBrands;
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(id))
    return refusal(`${id}: an id has 2 to 31 small letters, digits or hyphens, and begins with a letter`, "id");
  const target = join(directory, id);
  if (existsSync(target)) return refusal(`${target}: already exists; nothing was changed`, "exists");
  const source = searched.map((one) => join(one, from)).findLast((folder) => existsSync(join(folder, "brand.json")));
  if (source === undefined) {
    const { locations } = await locateBrands({ directories: searched });
    const known = [...locations.keys()].join(", ");
    return refusal(`${from}: no such brand in ${searched.join(", ")}; there are ${known}`, "from");
  }

  const sourceFile = join(source, "brand.json");
  const read = readJson(z.record(z.string(), z.unknown()), await readFile(sourceFile, "utf8"));
  if (read.kind === "invalid")
    return refusal(printFaults(read.findings.map((finding) => ({ file: sourceFile, ...finding }))), "from");

  const write = async () => {
    await createFolder(directory);
    // The applications of a brand send people back to hosts of that brand.
    const filter = (file: string) => file !== join(source, "oidc");
    await cp(source, target, { recursive: true, errorOnExist: true, force: false, filter });
    await writeFile(join(target, "brand.json"), `${JSON.stringify(rebrand(read.data, { id, from }), undefined, 2)}\n`);
    await writeFile(join(target, "wordmark.svg"), placeholderWordmark);
    const schema = join(directory, brandSchemaFile);
    if (!existsSync(schema)) await writeFile(schema, brandJsonSchema());
  };
  await write().catch(reportUnwritable(directory));
  return {
    data: { folder: target, from: source },
    text: [
      `${target} is created from ${source}.`,
      "Change brand.json, tokens.css, wordmark.svg, panel.svg, band.svg and wording.json as needed, then run brand check.",
    ].join("\n"),
  };
}

/**
 * `vestibule brand check`: checks every brand as the server does at startup, and each one that is no sample for what a
 * copy of a sample still has of it, and for its postal address. Reports the result of each.
 */
export async function checkBrands(sources = brandSources(checkedSettings("brands"))): Promise<CommandResult> {
  const loaded = await loadBrands(sources);
  const brands = loaded.kind === "loaded" ? loaded.book.brands : loaded.validBrands;
  const unfinished = await findUnfinishedBrands(sources.directories, brands);
  const invalid = loaded.kind === "loaded" ? [] : loaded.faults;
  const faults = [...invalid, ...unfinished.flatMap((one) => one.faults)];
  if (faults.length > 0) {
    const sound = brands.filter(({ id }) => !unfinished.some((one) => one.id === id));
    return reportFaults(sound, faults);
  }
  const count = brands.length === 1 ? "1 brand passes." : `${brands.length} brands pass.`;
  const text = [...brands.map(describeBrand), count].join("\n");
  return { text, data: { sound: brands.map(({ id }) => id), faults: [] } };
}

function reportFaults(sound: readonly Brand[], faults: readonly PrintedFault[]): CommandResult {
  const count = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`;
  const text = [...sound.map(describeBrand), printFaults(faults), count].join("\n");
  return { text, data: { sound: sound.map(({ id }) => id), faults }, failure: "refusal" };
}

/** What each brand outside the folder of the samples still has from one of them, or lacks for its e-mails. */
async function findUnfinishedBrands(directories: readonly string[], brands: readonly Brand[]) {
  const addedDirectories = directories.filter((directory) => directory !== builtInBrands).toReversed();
  const checked = brands.map(async ({ id, mailFrom }) => {
    const folder = addedDirectories
      .map((directory) => join(directory, id))
      .find((path) => existsSync(join(path, "brand.json")));
    if (folder === undefined) return { id, faults: [] };
    const reason = "is missing: every email of an insurer in Canada names its postal address";
    const missing = { file: join(folder, "brand.json"), location: "mailFrom.postalAddress", reason };
    const copied = await findSampleValues(folder, builtInBrands);
    return { id, faults: mailFrom.postalAddress === undefined ? [...copied, missing] : copied };
  });
  return (await Promise.all(checked)).filter(({ faults }) => faults.length > 0);
}

/** `vestibule brand preview FOLDER`: the screen gallery of draft brands, over a temporary database. */
export async function previewBrands(folder: string): Promise<undefined> {
  // The preview is a part of demo mode, also where the environment is that of production.
  const settings = { ...checkedSettings("brands"), mode: "demo" as const };
  const { defaultBrand } = settings;
  const preview = await openBrandPreview({ folder, builtIn: builtInBrands, defaultBrand, onChange: print }).catch(
    (fault: Error) => Promise.reject(new StartupError([fault.message])),
  );
  const temporaryDatabase = {
    dataDir: { kind: "temporary" },
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
  } as const;
  const sample = { demoBook: undefined, demoAccounts: undefined };
  const { runServer } = await import("../serve/run-server.ts");
  await runServer({
    settings: { ...settings, ...temporaryDatabase, ...sample },
    part: "all",
    portal: "built",
    preview,
    print,
  });
}

/** `vestibule brand schema`. */
export async function publishSchema(directory = builtInBrands): Promise<CommandResult> {
  const file = join(directory, brandSchemaFile);
  await writeFile(file, brandJsonSchema()).catch(reportUnwritable(directory));
  return { text: `${file} is written.`, data: { file } };
}

const reportUnwritable = (folder: string) => (fault: NodeJS.ErrnoException) => {
  if (fault.code === undefined) throw fault;
  throw new StartupError([`${folder} cannot be written (${fault.code})`]);
};

/** Copies the content of brand.json under a new name, with fictitious hosts and e-mails to be replaced. */
function rebrand(data: Record<string, unknown>, { id, from }: Pick<NewBrand, "id" | "from">): Record<string, unknown> {
  const name = id.replace(
    /(^|-)([a-z])/g,
    (_whole, hyphen: string, letter: string) => `${hyphen ? " " : ""}${letter.toUpperCase()}`,
  );
  const elided = /^[aeiou]/i.test(name);
  const copy = JSON.parse(JSON.stringify(data).replaceAll(`${from}.example`, `${id}.example`));
  const { apiKey: _apiKey, ...rest } = copy;
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
