import type { Finding } from "../doctor/check.ts";
import { checkUp, type TestMessages } from "../doctor/check-up.ts";
import { settingText } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { defaultOf, settingInfo, settingNames } from "../settings/settings.schema.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

/**
 * `vestibule doctor`: checks the systems that a server needs, and prints the settings where asked. Fails if a check
 * fails. Of a host that has an API_URL and no database, it checks what `serve --only web` needs.
 */
export async function doctorCommand(options: TestMessages & { settings?: true }): Promise<CommandResult> {
  const isWebAlone = settingText("API_URL") !== undefined && settingText("DATABASE_URL") === undefined;
  const settings = checkedSettings(isWebAlone ? "web" : "all");
  const settingLines = describeSettings(settings, settingText);
  const checked = await checkUp(settings, { ...options, isWebAlone });
  const findings = checked.map((finding) => ({ ...finding, subject: finding.subject.en, detail: finding.detail.en }));
  const text = [
    ...(options.settings ? printSettings(settings.mode, settingLines) : []),
    ...findings.map(({ state, subject, detail }) => `${marks[state]} ${subject}: ${detail}`),
    verdict(findings),
  ].join("\n");
  const data = { mode: settings.mode, settings: settingLines, findings };
  return findings.some(({ state }) => state === "fault") ? { text, data, failure: "report" } : { text, data };
}

function printSettings(mode: string, lines: ReturnType<typeof describeSettings>): string[] {
  const width = Math.max(...settingNames.map((name) => name.length));
  const list = lines.map(({ name, value, source }) => `  ${name.padEnd(width)} ${value.padEnd(32)} ${source}`);
  return [`Settings (${mode}):`, ...list, ""];
}

function verdict(findings: readonly Pick<Finding, "state">[]): string {
  const count = (state: Finding["state"], word: string) => {
    const number = findings.filter((finding) => finding.state === state).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`];
  };
  const faults = count("fault", "fault");
  const counts = [...faults, ...count("warning", "warning")].join(", ");
  return `\n${faults.length > 0 ? "Not ready" : "Ready"}${counts && `: ${counts}`}.`;
}

/** Lists all settings with their sources. Of a secret it only shows whether it is set. */
function describeSettings(settings: Settings, environment: (name: string) => string | undefined) {
  return settingNames.map((name) => {
    const source = settings.sources[name];
    const value = source === "environment" ? environment(name) : defaultOf(name, settings.mode);
    const text = source === "none" ? "–" : settingInfo(name).secret ? "(set)" : value;
    return { name, value: text ?? "", source: source === "none" ? "not set" : source };
  });
}
