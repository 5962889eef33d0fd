import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import type { Account } from "../accounts/account.store.ts";
import type { LimitedDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

export type SecondFactorDeps = LimitedDeps<
  "database" | "directory" | "auditor" | "notifier" | "hashing" | "random" | "keys" | "canSendSms" | "canCall"
>;

/** One way of an account to give the second proof. */
export interface OwnMethod {
  /** `text`, or `text.2` for a second number; the same while the contacts stay. */
  id: string;
  method: SecondFactorId;
  /** Contact that a code is sent to, and how it is shown. */
  recipient?: string;
  maskedRecipient?: string;
}

export interface MethodQuery {
  account: Account;
  /** Rows of the policy directory, with the contacts that have settled; undefined while it does not answer. */
  rows: readonly PolicyPerson[] | undefined;
}

export interface CodeToCheck {
  account: Account;
  pendingId: string;
  /** Well-formed by `isWellFormed`. */
  typed: string;
  clientIp: string;
}

export interface SecondFactorMethod {
  /** Lists the ways of this method that are in force; empty where the account has none. */
  list(deps: SecondFactorDeps, database: DbOrTrx, query: MethodQuery): Promise<OwnMethod[]>;
  isWellFormed(typed: string): boolean;
  /**
   * Does the work that precedes the transaction, such as hashing, and returns the step in it: true where the code is
   * right, which it then uses up.
   */
  check(deps: SecondFactorDeps, code: CodeToCheck): Promise<(transaction: Trx) => Promise<boolean>>;
}
