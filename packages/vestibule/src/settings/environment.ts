import { type ReadSettings, readSettings, type ServerPart } from "./settings.rule.ts";

/** Copied before `serveAsBuilt` changes NODE_ENV for libraries. Only this file reads the environment. */
const given = { ...process.env };

export function settingsOfEnvironment(part: ServerPart = "all"): ReadSettings {
  return readSettings(given, part);
}

/** A setting's text before `serveAsBuilt` changed the environment. */
export function settingText(name: string): string | undefined {
  return given[name];
}

/**
 * Makes React load its production build, which it selects once by NODE_ENV when first imported; the development build
 * renders several times slower. The portal's own settings keep the original NODE_ENV.
 */
export function serveAsBuilt(): void {
  process.env.NODE_ENV = "production";
}
