import { resolve } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { type AccountsReport, importAccounts } from "../book/import-accounts.ts";
import { importPolicies, type PoliciesReport } from "../book/import-policies.ts";
import { progressDisplay } from "../book/import-progress.adapter.ts";
import type { RowFault } from "../book/import-report.schema.ts";
import { openBrands } from "../serve/open-brands.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

const imports = { policies: importPolicies, accounts: importAccounts };

/** `vestibule policies|accounts import FILE`: imports all rows or none, and lists the invalid ones. */
export async function importCommand({
  kind,
  file,
  dryRun,
}: {
  kind: keyof typeof imports;
  file: string;
  dryRun: boolean;
}): Promise<CommandResult> {
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
  if (report.kind !== "refused") return { text: describeImport(report), data: report };
  const unlisted = report.faultCount - report.faults.length;
  const lines = [
    ...report.faults.map((fault) => `${file}${describeFault(fault)}`),
    ...(unlisted > 0 ? [`… and ${unlisted} more.`] : []),
    "Nothing was imported.",
  ];
  return { text: lines.join("\n"), data: report, failure: "refusal" };
}

/** Line 0 is the whole file, and no column the whole row. */
function describeFault({ line, column, reason }: RowFault): string {
  return [line === 0 ? ":" : `:${line}:`, column, reason].filter((part) => part !== "").join(" ");
}

/** Summarises an import or a dry run, and names accounts that the policies were imported too late for. */
export function describeImport(report: Exclude<PoliciesReport | AccountsReport, { kind: "refused" }>): string {
  const { kind, rows, ...counts } = report;
  const details = Object.entries(counts).map(([name, count]) => `${count} ${wordsOf(name)}`);
  const ending = kind === "rehearsed" ? "Dry run: nothing was saved." : "Imported:";
  const summary = `${ending} ${rows} ${rows === 1 ? "row" : "rows"} (${details.join(", ")}).`;
  if (!("withoutPolicy" in report) || report.withoutPolicy === 0) return summary;
  return `${summary}\nAn account without policy stays so, whatever is imported later: import the policies first.`;
}

const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
