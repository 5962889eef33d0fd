import { printFaults } from "../brands/brand-fault.ts";
import { loadBrands } from "../brands/brand-loader.adapter.ts";
import { type Finding, fault, ok, warning } from "../doctor/check.ts";
import { checkDatabase } from "../doctor/database.check.ts";
import { checkBrandAddresses, checkConnections } from "../doctor/network.check.ts";
import { settingLines } from "../doctor/settings.check.ts";
import { sendTestMessage } from "../doctor/test-message.ts";
import { brandSources } from "../serve/open-brands.ts";
import { settingText } from "../settings/environment.ts";
import { checkedSettings } from "./checked-settings.ts";
import { print } from "./print.ts";

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

/** `vestibule doctor`: checks and reports everything that a server needs. Fails when one check fails. */
export async function doctorCommand(order: { sendTo?: string }): Promise<number> {
  const settings = checkedSettings();
  print(`Settings (${settings.mode}):`);
  for (const line of settingLines(settings, settingText)) print(line);

  print("\nChecks:");
  const findings: Finding[] = [];
  const tell = (...found: Finding[]) => {
    findings.push(...found);
    for (const { state, subject, detail } of found) print(`  ${marks[state]} ${subject}: ${detail}`);
  };
  tell(...settings.warnings.map(({ name, reason }) => warning("setting", `${name} ${reason}`)));
  tell(...(await checkDatabase(settings)));
  tell(...(await checkConnections(settings)));
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "faulty") {
    tell(
      ...printFaults(loaded.faults)
        .split("\n")
        .map((line) => fault("brands", line)),
    );
  } else {
    const { book } = loaded;
    tell(ok("brands", book.brands.map(({ id }) => id).join(", ")));
    tell(...(await checkBrandAddresses(book, settings.mode)));
    if (order.sendTo !== undefined) tell(await sendTestMessage({ settings, brands: book, to: order.sendTo }));
  }
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
}
