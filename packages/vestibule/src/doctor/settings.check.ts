import { type SettingRow, settingNames, settingRows } from "../settings/setting.table.ts";
import type { Settings } from "../settings/settings.rule.ts";

/** Every setting with its source, one per line; a secret only shows whether it is set. */
export function settingLines(settings: Settings, environment: (name: string) => string | undefined): string[] {
  return settingNames.map((name) => {
    const row: SettingRow = settingRows[name];
    const source = settings.sources[name];
    const value = source === "environment" ? environment(name) : row.default?.[settings.mode];
    const shown = source === "none" ? "–" : row.secret ? "(set)" : value;
    return `  ${name.padEnd(22)} ${(shown ?? "").padEnd(32)} ${source === "none" ? "not set" : source}`;
  });
}
