import { type ReadSettings, readSettings, type ServerPart } from "./settings.rule.ts";

/** What was given, before `serveAsBuilt` changes it for libraries. This file alone looks at the environment. */
const given = { ...process.env };

export function settingsOfEnvironment(part: ServerPart = "all"): ReadSettings {
  return readSettings(given, part);
}

/** A setting's text as it was given. */
export function settingText(name: string): string | undefined {
  return given[name];
}

/**
 * React takes its quick build where NODE_ENV says production, and looks once, when it is first loaded: the other one
 * spends several times as long on each page. What NODE_ENV means to our own settings stays as it was given.
 */
export function serveAsBuilt(): void {
  process.env.NODE_ENV = "production";
}
