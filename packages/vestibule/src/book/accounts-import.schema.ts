import type { AccountStore } from "@vestibule/api/accounts/account-store.port.ts";
import type { PasswordHashing } from "@vestibule/api/passwords/password-hashing.port.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { ImportProgress, Refusal } from "./import-report.schema.ts";

export interface AccountsImport {
  database: Db;
  brands: Pick<BrandBook, "brands">;
  accountStore: AccountStore;
  hashing: PasswordHashing;
  /** CSV file in UTF-8 with the columns of accounts; `passwordHash` may replace `password`. */
  file: string;
  /** Validates and counts, writes nothing. */
  dryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Saved with the counts, so that a later start recognises a file that is already imported. */
  fingerprint?: string;
}

export interface AccountCounts {
  added: number;
  /** Accounts whose e-mail or person already has an account: left unchanged. */
  untouched: number;
  /** Accounts added whose person is on no imported policy. */
  withoutPolicy: number;
}
export type AccountsReport = ({ kind: "imported" | "rehearsed"; rows: number } & AccountCounts) | Refusal;
