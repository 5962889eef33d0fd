import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { StartupError } from "../serve/startup-error.ts";
import { settingsOfEnvironment } from "../settings/environment.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";

/** Returns the settings, or throws an error that names every invalid one. */
export function checkedSettings(part: ServerPart = "all"): Settings {
  const read = settingsOfEnvironment(part);
  if (read.kind === "read") return read.settings;
  throw new StartupError([...read.faults, ...read.warnings].map(({ name, reason }) => `${name} ${reason}`));
}

/** What a command found or did, in words and as data for `--json`. */
export interface CommandResult {
  text: string;
  data: unknown;
  /** The process exits with 1. A refusal is printed to standard error, a report that names faults is not. */
  failure?: "refusal" | "report";
}

/** Returns the brand of this id or alias, or throws an error that names the option. */
export function brandNamed(brands: BrandBook, name: string): Brand {
  const brand = brands.byId(name);
  if (brand === undefined) throw new StartupError([`--brand ${name} is no brand`]);
  return brand;
}

export function refusal(text: string, reason: string): CommandResult {
  return { text, data: { reason }, failure: "refusal" };
}

/** Prints to standard output with a line end. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints to standard error with a line end. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}
