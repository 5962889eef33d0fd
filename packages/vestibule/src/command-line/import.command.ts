import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { copyRows } from "../book/csv-file.adapter.ts";
import { type AccountsReport, importAccounts } from "../book/import-accounts.ts";
import { importPolicies, type PoliciesReport } from "../book/import-policies.ts";
import { progressDisplay } from "../book/import-progress.adapter.ts";
import type { ListedError } from "../book/import-report.schema.ts";
import { openBrands } from "../serve/open-brands.ts";
import { type CommandResult, checkedSettings, refusal } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

const imports = { policies: importPolicies, accounts: importAccounts };

/** `vestibule policies|accounts import FILE`: imports all rows or none, and lists the first fault of each kind. */
export async function importCommand({
  kind,
  file,
  dryRun,
  skipFaulty,
}: {
  kind: keyof typeof imports;
  file: string;
  dryRun: boolean;
  skipFaulty: boolean;
}): Promise<CommandResult> {
  if (skipFaulty && (await isPipe(file)))
    return refusal(`${file}: --skip-faulty needs a file that can be read twice`, "pipe");
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
      skipFaulty,
      onProgress: display.onProgress,
    };
    return imports[kind]({ ...order, file: resolve(file) });
  }).finally(() => display.stop());
  if (report.kind === "refused") {
    const lines = [...report.errors.map((error) => describeError(file, error)), "Nothing was imported."];
    const data = { kind: report.kind, faults: report.errors, faultCount: report.errorCount };
    return { text: lines.join("\n"), data, failure: "refusal" };
  }
  const { skipped, ...imported } = report;
  if (skipped === undefined) return { text: describeImport(report), data: report };
  const rejected = `${resolve(file)}.rejected.csv`;
  if (!dryRun) await copyRows(resolve(file), { lines: skipped.lines, to: rejected });
  const lines = [
    ...skipped.errors.map((error) => describeError(file, error)),
    describeImport(report),
    `Skipped: ${skipped.lines.size} ${skipped.lines.size === 1 ? "row" : "rows"}${dryRun ? "" : `, in ${rejected}`}.`,
  ];
  const data = { ...imported, skipped: skipped.lines.size, faults: skipped.errors, ...(!dryRun && { rejected }) };
  return { text: lines.join("\n"), data };
}

async function isPipe(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

/** Line 0 is the whole file, and no column the whole row. */
function describeError(file: string, { line, column, reason, count }: ListedError): string {
  const others = count === 1 ? "" : `(${count} times)`;
  return [`${file}${line === 0 ? ":" : `:${line}:`}`, column, reason, others].filter((part) => part !== "").join(" ");
}

/** Summarises an import or a dry run, and names accounts that the policies were imported too late for. */
export function describeImport(report: Exclude<PoliciesReport | AccountsReport, { kind: "refused" }>): string {
  const { kind, rows, skipped: _skipped, ...counts } = report;
  const details = Object.entries(counts).map(([name, count]) => `${count} ${wordsOf(name)}`);
  const ending = kind === "rehearsed" ? "Dry run: nothing was saved." : "Imported:";
  const summary = `${ending} ${rows} ${rows === 1 ? "row" : "rows"} (${details.join(", ")}).`;
  if (!("withoutPolicy" in report) || report.withoutPolicy === 0) return summary;
  return `${summary}\nAn account without policy stays so, whatever is imported later: import the policies first.`;
}

const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
