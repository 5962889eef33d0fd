import type { Settings } from "../settings/settings.rule.ts";
import { defaultOf, settingInfo, settingNames } from "../settings/settings.schema.ts";

/** Every setting with its source, one per line; a secret only shows whether it is set. */
export function settingLines(settings: Settings, environment: (name: string) => string | undefined): string[] {
  return settingNames.map((name) => {
    const source = settings.sources[name];
    const value = source === "environment" ? environment(name) : defaultOf(name, settings.mode);
    const shown = source === "none" ? "–" : settingInfo(name).secret ? "(set)" : value;
    return `  ${name.padEnd(22)} ${(shown ?? "").padEnd(32)} ${source === "none" ? "not set" : source}`;
  });
}
