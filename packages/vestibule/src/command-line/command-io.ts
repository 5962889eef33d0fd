import { StartupError } from "../serve/startup-error.ts";
import { settingsOfEnvironment } from "../settings/environment.ts";
import type { ServerPart, Settings } from "../settings/settings.rule.ts";

/** Returns the settings, or throws an error that names every invalid one. */
export function checkedSettings(part: ServerPart = "all"): Settings {
  const read = settingsOfEnvironment(part);
  if (read.kind === "read") return read.settings;
  throw new StartupError([...read.faults, ...read.warnings].map(({ name, reason }) => `${name} ${reason}`));
}

/** Prints to standard output with a line end. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints to standard error with a line end. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}
