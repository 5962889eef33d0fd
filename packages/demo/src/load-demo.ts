import type { PasswordHashing } from "@vestibule/api/passwords/password-hashing.port.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { keyedHash } from "@vestibule/api/platform/keyed-hash.adapter.ts";
import type { Keys } from "@vestibule/api/platform/keys.port.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { fileDigest, UnreadableFile } from "@vestibule/vestibule/book/csv-file.adapter.ts";
import { importAccounts } from "@vestibule/vestibule/book/import-accounts.ts";
import { importPolicies } from "@vestibule/vestibule/book/import-policies.ts";
import type { RowError } from "@vestibule/vestibule/book/import-report.schema.ts";
import { lastFingerprint } from "@vestibule/vestibule/book/import-session.store.ts";
import { deleteSampleRows, emptyDemo } from "./demo-data.store.ts";
import { sampleFiles } from "./demo-people.adapter.ts";

export interface DemoBook {
  database: Db;
  keys: Keys;
  hashing: PasswordHashing;
  brands: BrandBook;
  /** CSV file that replaces the sample book. */
  bookFile?: string | undefined;
  accountsFile?: string | undefined;
}

export type DemoLoad =
  | { kind: "ready"; loaded: readonly ("policies" | "accounts")[] }
  | { kind: "refused"; file: string; errors: readonly RowError[]; errorCount: number };

/**
 * Imports the demo's book and accounts. A file already imported under the same keys is skipped. With a custom book the
 * sample accounts are left out, unless another file is named.
 */
export async function loadDemo(demo: DemoBook): Promise<DemoLoad> {
  const { database, brands, keys, hashing } = demo;
  const steps = [
    { kind: "policies", file: demo.bookFile ?? sampleFiles.book, sample: sampleFiles.book, importFile: importPolicies },
    {
      kind: "accounts",
      file: demo.accountsFile ?? (demo.bookFile ? undefined : sampleFiles.accounts),
      sample: sampleFiles.accounts,
      importFile: importAccounts,
    },
  ] as const;
  const loaded: ("policies" | "accounts")[] = [];
  for (const { kind, file, sample, importFile } of steps) {
    if (file === undefined) continue;
    const fingerprint = await fingerprintOf(file, keys);
    if (typeof fingerprint !== "string") return { kind: "refused", file, errors: [fingerprint], errorCount: 1 };
    const last = await lastFingerprint(database, kind);
    if (last === fingerprint) continue;
    if (last === (await fingerprintOf(sample, keys))) await deleteSampleRows(database, { kind, brands });
    const report = await importFile({ database, brands, keys, hashing, file, fingerprint });
    if (report.kind === "refused") return { ...report, file };
    loaded.push(kind);
  }
  return { kind: "ready", loaded };
}

/** Resets the demo to its state at the first start. */
export async function resetDemo(demo: DemoBook): Promise<void> {
  await emptyDemo(demo.database);
  const load = await loadDemo(demo);
  if (load.kind === "refused") throw new Error(`${load.file} can no longer be loaded: ${load.errors[0]?.reason}`);
}

/** Includes the PIN key: with another key the file must be imported again. */
async function fingerprintOf(file: string, keys: Keys): Promise<string | RowError> {
  try {
    return keyedHash(keys.secretHash, ["book", await fileDigest(file)]);
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    return { line: fault.line, column: "", reason: fault.message };
  }
}
