import { type ReadSettings, readSettings } from "./settings.rule.ts";

/** The one place that looks at the environment. */
export function settingsOfEnvironment(): ReadSettings {
  return readSettings(process.env);
}
