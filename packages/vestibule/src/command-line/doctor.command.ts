import { printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import { loadBrands } from "../brands/brand-loader.adapter.ts";
import { type Finding, fault, ok, warning } from "../doctor/check.ts";
import { checkDatabase, checkMigrationConnection } from "../doctor/database.check.ts";
import { checkFreeSpace } from "../doctor/disk.check.ts";
import {
  checkApi,
  checkBrandConnections,
  checkConnections,
  checkWebhook,
  sendTestMessage,
} from "../doctor/network.check.ts";
import { checkTimeZones } from "../doctor/time-zone.check.ts";
import { checkClientSecrets } from "../serve/oidc-clients.rule.ts";
import { brandSources, checkRegistries } from "../serve/open-brands.ts";
import { checkCompanies } from "../serve/policy-directory.ts";
import { checkCertificates } from "../serve/server-database.adapter.ts";
import { StartupError } from "../serve/startup-error.ts";
import { readWebhooks } from "../serve/webhooks.ts";
import { settingText } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { defaultOf, settingInfo, settingNames } from "../settings/settings.schema.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

/** Faults come first, since the list is long. */
const order = ["fault", "warning", "ok"] as const;

interface TestMessages {
  sendTo?: string;
  call?: string;
}

/**
 * `vestibule doctor`: checks the systems that a server needs, and prints the settings where asked. Fails if a check
 * fails. Of a host that has an API_URL and no database, it checks what `serve --only web` needs.
 */
export async function doctorCommand(options: TestMessages & { settings?: true }): Promise<CommandResult> {
  const isWebAlone = settingText("API_URL") !== undefined && settingText("DATABASE_URL") === undefined;
  const settings = checkedSettings(isWebAlone ? "web" : "all");
  const settingLines = describeSettings(settings, settingText);
  const checked = [
    ...settings.warnings.map(({ name, reason }) => warning("setting", `${name} ${reason}`)),
    ...checkTimeZones(),
    ...(isWebAlone ? [await checkApi(settings)] : await checkBackend(settings)),
    ...(await checkBrands(settings, { ...options, isWebAlone })),
  ];
  const findings = order.flatMap((state) => checked.filter((finding) => finding.state === state));
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

function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding["state"], word: string) => {
    const number = findings.filter((finding) => finding.state === state).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`];
  };
  const faults = count("fault", "fault");
  const counts = [...faults, ...count("warning", "warning")].join(", ");
  return `\n${faults.length > 0 ? "Not ready" : "Ready"}${counts && `: ${counts}`}.`;
}

async function checkBackend(settings: Settings): Promise<Finding[]> {
  const certificateFaults = await checkCertificates(settings);
  const database =
    certificateFaults.length > 0
      ? certificateFaults.map((line) => fault("setting", line))
      : [...(await checkDatabase(settings)), ...(await checkMigrationConnection(settings))];
  return [...database, await checkFreeSpace(settings), ...(await checkConnections(settings).catch(settingFaults))];
}

/** A setting that stops a start does not stop the other checks. */
function settingFaults(reason: unknown): Finding[] {
  if (!(reason instanceof StartupError)) throw reason;
  return reason.lines.map((line) => fault("setting", line));
}

async function checkBrands(
  settings: Settings,
  { sendTo, call, isWebAlone }: TestMessages & { isWebAlone: boolean },
): Promise<Finding[]> {
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "invalid")
    return printFaults(loaded.faults)
      .split("\n")
      .map((line) => fault("brands", line));
  const { book } = loaded;
  const conflicts = isWebAlone
    ? []
    : [...checkRegistries(settings, book), ...checkCompanies(settings, book), ...checkClientSecrets(settings, book)];
  const { webhooks, faults } = isWebAlone ? { webhooks: [], faults: [] } : await readWebhooks(settings, book);
  return [
    ok("brands", book.brands.map(({ id }) => id).join(", ")),
    ...[...conflicts, ...faults].map((line) => fault("setting", line)),
    ...(await Promise.all(webhooks.map(checkWebhook))),
    ...(await checkBrandConnections(book, settings.mode)),
    ...(sendTo === undefined
      ? []
      : [
          await sendTestMessage({
            settings,
            brands: book,
            channel: sendTo.includes("@") ? "EMAIL" : "SMS",
            to: sendTo,
          }),
        ]),
    ...(call === undefined ? [] : [await sendTestMessage({ settings, brands: book, channel: "VOICE", to: call })]),
  ];
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
