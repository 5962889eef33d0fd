import type { AccountStatus, RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";

export interface Account {
  id: string;
  brandId: string;
  /** Normalised; `emailAsTyped` is the form to show. */
  email: string;
  emailAsTyped: string;
  personKey: string;
  firstName: string;
  lastName: string;
  status: AccountStatus;
  disabled: boolean;
  passwordHash: string;
  language: Language;
  province: ProvinceId;
  lastSignInAt: Date | null;
  passwordChangedAt: Date;
  /** When a temporary password ends. */
  temporaryUntil: Date | null;
}

export interface PolicyRole {
  company: string;
  policyNumber: string;
  role: RoleCode;
}

export interface NewAccount {
  brandId: string;
  email: string;
  emailAsTyped: string;
  personKey: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  passwordHash: string;
  language: Language;
  province: ProvinceId;
  policies: readonly PolicyRole[];
  terms?: { version: string; language: Language; frenchFirst: boolean };
  /** Active unless said; a temporary password lives 24 hours from now. */
  status?: AccountStatus;
}

/** A new password: hashed before the transaction opened. */
export interface PasswordChange {
  accountId: string;
  passwordHash: string;
}

export interface SignInRecord {
  accountId: string;
  /** The hash that the password was verified against. */
  verifiedHash: string;
  /** The same password hashed with today's settings, where the verified hash was stale. */
  upgradedHash?: string;
}

/**
 * Where accounts and passwords are kept: built in (PostgreSQL), or the insurer's own registry by an adapter.
 * Unique indexes decide races: two creates for one person make one account.
 */
export interface AccountStore {
  findByEmail(database: DbOrTrx, query: { brandId: string; email: string }): Promise<Account | undefined>;
  findByPerson(database: DbOrTrx, query: { brandId: string; personKey: string }): Promise<Account | undefined>;
  findById(database: DbOrTrx, accountId: string): Promise<Account | undefined>;
  /** The same, held: nobody else changes the account until the transaction ends. */
  lockForUpdate(transaction: Trx, accountId: string): Promise<Account | undefined>;
  /** The stored hash of the account at or after this id, else of the brand's first; undefined while it has none. */
  decoyPasswordHash(database: DbOrTrx, place: { brandId: string; accountId: string }): Promise<string | undefined>;
  create(
    transaction: Trx,
    account: NewAccount,
  ): Promise<{ kind: "created"; accountId: string } | { kind: "emailTaken" } | { kind: "personHasAccount" }>;
  /** Adds what is missing; returns how many were added. */
  addPolicies(transaction: Trx, accountId: string, policies: readonly PolicyRole[]): Promise<number>;
  rolesOf(database: DbOrTrx, accountId: string): Promise<RoleCode[]>;
  /** Hashes of the last five passwords, the present one included, newest first. */
  passwordHistory(database: DbOrTrx, accountId: string): Promise<string[]>;
  /** Notes a sign-in; `changed` when the account or its password is no longer the one that was verified. */
  recordSignIn(
    transaction: Trx,
    record: SignInRecord,
  ): Promise<{ kind: "recorded"; previousSignInAt: Date | null } | { kind: "changed" }>;
  /** Locks the password until a reset; false when it was locked before. */
  lockPassword(transaction: Trx, accountId: string): Promise<boolean>;
  /** Lifts such a lock; false when there was none. */
  unlockPassword(transaction: Trx, accountId: string): Promise<boolean>;
  /**
   * Sets a new password and remembers it; the account is active afterwards, whatever locked it, every session that was
   * open on it has ended, and earlier tickets are worth nothing. An account that the insurer disabled stays so.
   */
  changePassword(transaction: Trx, change: PasswordChange): Promise<void>;
  /** Another e-mail address for the account; a unique index decides whether it is free. */
  changeEmail(
    transaction: Trx,
    change: { accountId: string; email: string; emailAsTyped: string },
  ): Promise<{ kind: "changed" } | { kind: "emailTaken" }>;
  /** A sign-in ticket: random, kept hashed, 60 seconds, one use. */
  issueTicket(transaction: Trx, ticket: { accountId: string; sessionId?: string }): Promise<string>;
  /** Spends a ticket; undefined when it is unknown, used or past. */
  redeemTicket(transaction: Trx, ticket: string): Promise<{ accountId: string } | undefined>;
}
