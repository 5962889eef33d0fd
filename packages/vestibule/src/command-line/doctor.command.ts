import { printFaults } from "../brands/brand-fault.ts";
import { loadBrands } from "../brands/brand-loader.adapter.ts";
import { type Finding, fault, ok, warning } from "../doctor/check.ts";
import { checkDatabase } from "../doctor/database.check.ts";
import { checkBrandAddresses, checkConnections, sendTestMessage } from "../doctor/network.check.ts";
import { brandSources } from "../serve/open-brands.ts";
import { settingText } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { defaultOf, settingInfo, settingNames } from "../settings/settings.schema.ts";
import { checkedSettings, print } from "./command-io.ts";

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

/** `vestibule doctor`: checks and reports everything that a server needs. Fails when one check fails. */
export async function doctorCommand(order: { sendTo?: string }): Promise<number> {
  const settings = checkedSettings();
  print(`Settings (${settings.mode}):`);
  for (const line of settingLines(settings, settingText)) print(line);

  print("\nChecks:");
  const findings: Finding[] = [];
  const addFindings = (...added: Finding[]) => {
    findings.push(...added);
    for (const { state, subject, detail } of added) print(`  ${marks[state]} ${subject}: ${detail}`);
  };
  addFindings(...settings.warnings.map(({ name, reason }) => warning("setting", `${name} ${reason}`)));
  addFindings(...(await checkDatabase(settings)));
  addFindings(...(await checkConnections(settings)));
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "faulty") {
    addFindings(
      ...printFaults(loaded.faults)
        .split("\n")
        .map((line) => fault("brands", line)),
    );
  } else {
    const { book } = loaded;
    addFindings(ok("brands", book.brands.map(({ id }) => id).join(", ")));
    addFindings(...(await checkBrandAddresses(book, settings.mode)));
    if (order.sendTo !== undefined) addFindings(await sendTestMessage({ settings, brands: book, to: order.sendTo }));
  }
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
}

/** Every setting with its source, one per line; a secret only shows whether it is set. */
export function settingLines(settings: Settings, environment: (name: string) => string | undefined): string[] {
  return settingNames.map((name) => {
    const source = settings.sources[name];
    const value = source === "environment" ? environment(name) : defaultOf(name, settings.mode);
    const shown = source === "none" ? "–" : settingInfo(name).secret ? "(set)" : value;
    return `  ${name.padEnd(22)} ${(shown ?? "").padEnd(32)} ${source === "none" ? "not set" : source}`;
  });
}
