import { printFaults } from "../brands/brand-fault.ts";
import { loadBrands } from "../brands/brand-loader.adapter.ts";
import { type Finding, fault, ok, warning } from "../doctor/check.ts";
import { checkDatabase, checkMigrationConnection } from "../doctor/database.check.ts";
import { checkFreeSpace } from "../doctor/disk.check.ts";
import { checkApi, checkBrandConnections, checkConnections, sendTestMessage } from "../doctor/network.check.ts";
import { checkClientSecrets } from "../serve/oidc-clients.rule.ts";
import { brandSources, checkRegistries } from "../serve/open-brands.ts";
import { checkCompanies } from "../serve/policy-directory.ts";
import { checkCertificates } from "../serve/server-database.adapter.ts";
import { StartupError } from "../serve/startup-error.ts";
import { settingText } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { defaultOf, settingInfo, settingNames } from "../settings/settings.schema.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

/**
 * `vestibule doctor`: prints the settings and checks the systems that a server needs. Fails if a check fails. Of a host
 * that has an API_URL and no database of its own, it checks what `serve --only web` needs.
 */
export async function doctorCommand(options: { sendTo?: string }): Promise<CommandResult> {
  const isWebAlone = settingText("API_URL") !== undefined && settingText("DATABASE_URL") === undefined;
  const settings = checkedSettings(isWebAlone ? "web" : "all");
  const settingLines = describeSettings(settings, settingText);
  const findings = [
    ...settings.warnings.map(({ name, reason }) => warning("setting", `${name} ${reason}`)),
    ...(isWebAlone ? [await checkApi(settings)] : await checkBackend(settings)),
    ...(await checkBrands(settings, { ...options, isWebAlone })),
  ];
  const width = Math.max(...settingNames.map((name) => name.length));
  const text = [
    `Settings (${settings.mode}):`,
    ...settingLines.map(({ name, value, source }) => `  ${name.padEnd(width)} ${value.padEnd(32)} ${source}`),
    "\nChecks:",
    ...findings.map(({ state, subject, detail }) => `  ${marks[state]} ${subject}: ${detail}`),
  ].join("\n");
  const data = { mode: settings.mode, settings: settingLines, findings };
  return findings.some(({ state }) => state === "fault") ? { text, data, failure: "report" } : { text, data };
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
  { sendTo, isWebAlone }: { sendTo?: string; isWebAlone: boolean },
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
  return [
    ok("brands", book.brands.map(({ id }) => id).join(", ")),
    ...conflicts.map((line) => fault("setting", line)),
    ...(await checkBrandConnections(book, settings.mode)),
    ...(sendTo === undefined ? [] : [await sendTestMessage({ settings, brands: book, to: sendTo })]),
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
