import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { StartupError } from "../serve/startup-error.ts";
import { trustAuthorities } from "../serve/tls-files.ts";
import { settingsOfEnvironment } from "../settings/environment.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";

/** Returns the settings, and makes the process trust those of CA_FILE. Throws StartupError with all invalid ones. */
export function checkedSettings(part: ServerPart = "all"): Settings {
  const read = settingsOfEnvironment(part);
  if (read.kind === "read") {
    trustAuthorities(read.settings);
    return read.settings;
  }
  const warnings = read.warnings.map(({ name, reason }) => ({ name, reason: reason.en }));
  throw new StartupError([...read.errors, ...warnings].map(({ name, reason }) => `${name} ${reason}`));
}

export interface CommandResult {
  text: string;
  data: unknown;
  /** Makes the process exit with 1. A refusal is printed to standard error, a report with faults to standard output. */
  failure?: "refusal" | "report";
}

/** Finds a brand by its id or alias. Throws StartupError if there is none. */
export function findBrand(brands: BrandBook, name: string): Brand {
  const brand = brands.byId(name);
  if (brand === undefined) throw new StartupError([`--brand ${name} is not a brand`]);
  return brand;
}

const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

/** Reads the time of an option. Throws StartupError if it has no zone. */
export function readZonedTime(option: string, text: string): Date {
  if (!zonedTime.test(text) || Number.isNaN(Date.parse(text)))
    throw new StartupError([`${option} ${text} is not a time with its zone, such as 2026-11-22T06:00-05:00`]);
  return new Date(text);
}

export function refusal(text: string, reason: string): CommandResult {
  return { text, data: { reason }, failure: "refusal" };
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The reader of a pipe may have read enough, as `head` does. */
export function exitWithoutOutput({ code }: NodeJS.ErrnoException): never {
  if (code !== "EPIPE") printError(`The output cannot be written (${code}).`);
  process.exit(1);
}
