import { type ReadSettings, readSettings, type ServerPart } from "./settings.rule.ts";

/** This file alone looks at the environment. */
export function settingsOfEnvironment(part: ServerPart = "all"): ReadSettings {
  return readSettings(process.env, part);
}

/** A setting's text as it was given. */
export function settingText(name: string): string | undefined {
  return process.env[name];
}
