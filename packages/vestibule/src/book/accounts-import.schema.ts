import type { AccountStore } from "@vestibule/api/capabilities/accounts/account-store.port.ts";
import type { PasswordHashing } from "@vestibule/api/capabilities/passwords/password-hashing.port.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { ImportProgress, Refusal } from "./import-report.schema.ts";

export interface AccountsImport {
  database: Db;
  brands: Pick<BrandBook, "brands">;
  accountStore: AccountStore;
  hashing: PasswordHashing;
  /** CSV file in UTF-8 with the columns of accounts; `passwordHash` may stand in place of `password`. */
  file: string;
  /** Checks and counts everything, keeps nothing. */
  dryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Kept beside the counts, so that a later start knows that this file is in. */
  fingerprint?: string;
}

export interface AccountCounts {
  added: number;
  /** Accounts whose address or person was there already: left as they are. */
  untouched: number;
  /** Of those added, the ones whose person is on no policy of the book. */
  withoutPolicy: number;
}
export type AccountsReport = ({ kind: "imported" | "rehearsed"; rows: number } & AccountCounts) | Refusal;
