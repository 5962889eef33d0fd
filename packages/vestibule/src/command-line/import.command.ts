import { resolve } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { type AccountsReport, importAccounts } from "../book/import-accounts.ts";
import { importPolicies, type PoliciesReport } from "../book/import-policies.ts";
import { progressDisplay } from "../book/import-progress.adapter.ts";
import { openBrands } from "../serve/open-brands.ts";
import { checkedSettings, print, printError } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

const imports = { policies: importPolicies, accounts: importAccounts };

export interface ImportCommand {
  kind: keyof typeof imports;
  file: string;
  dryRun: boolean;
}

/** `vestibule policies|accounts import FILE`: imports all rows or none, and lists the invalid ones. */
export async function importCommand({ kind, file, dryRun }: ImportCommand): Promise<number> {
  const settings = checkedSettings();
  const brands = await openBrands(settings);
  const display = progressDisplay(process.stderr);
  const report = await withDatabase(settings, ({ database, keys }): Promise<PoliciesReport | AccountsReport> => {
    const order = {
      database,
      brands,
      keys,
      hashing: hashingPool(),
      dryRun,
      onProgress: display.onProgress,
    };
    return imports[kind]({ ...order, file: resolve(file) });
  }).finally(() => display.stop());
  if (report.kind !== "refused") {
    print(describeImport(report));
    return 0;
  }
  for (const { line, column, reason } of report.faults) printError(`${file}:${line}: ${column} ${reason}`);
  const unlisted = report.faultCount - report.faults.length;
  if (unlisted > 0) printError(`… and ${unlisted} more.`);
  printError("Nothing was imported.");
  return 1;
}

/** Summarises an import or a dry run in one sentence. */
export function describeImport(report: Exclude<PoliciesReport | AccountsReport, { kind: "refused" }>): string {
  const { kind, rows, ...counts } = report;
  const details = Object.entries(counts).map(([name, count]) => `${count} ${wordsOf(name)}`);
  const ending = kind === "rehearsed" ? "Dry run: nothing was saved." : "Imported:";
  return `${ending} ${rows} ${rows === 1 ? "row" : "rows"} (${details.join(", ")}).`;
}

/** "withoutPolicy" as "without policy". */
const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
