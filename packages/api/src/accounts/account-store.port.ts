import type { AccountStatus, RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { ConditionalWrite, Writes } from "../platform/conditional-write.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

export interface Account {
  id: string;
  brandId: string;
  /** Normalised; `emailAsTyped` is the form to display. */
  email: string;
  emailAsTyped: string;
  personKey: string;
  firstName: string;
  lastName: string;
  status: AccountStatus;
  disabled: boolean;
  /** Disabled by its own person, until an agent lifts it. */
  isFrozen: boolean;
  passwordHash: string;
  language: Language;
  province: ProvinceId;
  lastSignInAt: Date | null;
  passwordChangedAt: Date;
  /** When a temporary password expires. */
  temporaryUntil: Date | null;
}

export interface PolicyRole {
  company: string;
  policyNumber: string;
  role: RoleCode;
}

export interface NewAccount
  extends Pick<Account, "brandId" | "email" | "emailAsTyped" | "personKey" | "firstName" | "lastName">,
    Pick<Account, "passwordHash" | "language" | "province"> {
  /** Default: random. */
  id?: string | undefined;
  dateOfBirth: string;
  policies: readonly PolicyRole[];
  terms?: { version: string; language: Language; frenchFirst: boolean };
  /** Default: active. A temporary password expires 24 hours after creation. */
  status?: AccountStatus;
}

/** A new password, hashed before the transaction begins. */
export interface PasswordChange {
  accountId: string;
  passwordHash: string;
  /** Id hash of the session that changes the password and does not end. */
  keptSession?: string;
}

export interface SignInRecord {
  accountId: string;
  /** The hash that the password was verified against. */
  verifiedHash: string;
  /** The same password hashed with the current settings, when the verified hash needs a rehash. */
  upgradedHash?: string;
}

/**
 * This product's own accounts and passwords, in PostgreSQL. Callers pass their transaction, and unique indexes decide
 * races, so concurrent creates for one person make one account. An insurer's registry is a `RegistryPort`.
 */
export interface AccountStore {
  findByEmail(database: DbOrTrx, query: { brandId: string; email: string }): Promise<Account | undefined>;
  findByPerson(database: DbOrTrx, query: { brandId: string; personKey: string }): Promise<Account | undefined>;
  findById(database: DbOrTrx, accountId: string): Promise<Account | undefined>;
  /** Like a find by id, but with a row lock until the transaction ends. */
  lockForUpdate(transaction: Trx, accountId: string): Promise<Account | undefined>;
  /**
   * Returns the hash of the account with this id or the next higher one, wrapping to the brand's first; undefined when
   * the brand has no accounts.
   */
  decoyPasswordHash(database: DbOrTrx, near: { brandId: string; accountId: string }): Promise<string | undefined>;
  create(
    transaction: Trx,
    account: NewAccount,
  ): Promise<
    { kind: "created"; accountId: string } | { kind: "emailTaken" } | { kind: "personHasAccount"; account: Account }
  >;
  /**
   * Makes concurrent creations under one account id wait for each other until the transaction ends. `isFree`: neither
   * the person nor the e-mail has an account.
   */
  lockCreation(transaction: Trx, account: NewAccount & { id: string }): Promise<{ isFree: boolean }>;
  /** The same as part of a larger statement; it does not decide which of both has an account. */
  creating(account: NewAccount): { accountId: string; writes: Writes };
  /** Adds the missing policies and returns how many were added. */
  addPolicies(transaction: Trx, accountId: string, policies: readonly PolicyRole[]): Promise<number>;
  /** In a stable order. */
  policiesOf(database: DbOrTrx, accountId: string): Promise<PolicyRole[]>;
  rolesOf(database: DbOrTrx, accountId: string): Promise<RoleCode[]>;
  /** Hashes of the last five passwords, including the current one, newest first. */
  passwordHistory(database: DbOrTrx, accountId: string): Promise<string[]>;
  /** Records a sign-in; returns `changed` when the account or its password differs from what was verified. */
  recordSignIn(
    transaction: Trx,
    record: SignInRecord,
  ): Promise<{ kind: "recorded"; previousSignInAt: Date | null } | { kind: "changed" }>;
  /** Locks the password until a reset; false when it was already locked. */
  lockPassword(transaction: Trx, accountId: string): Promise<boolean>;
  /** Unlocks the password; false when it was not locked. */
  unlockPassword(transaction: Trx, accountId: string): Promise<boolean>;
  /**
   * Sets a new password and adds it to the history. Activates a locked account, ends its sessions but the kept one and revokes its
   * tickets; an account disabled by the insurer stays disabled.
   */
  changePassword(transaction: Trx, change: PasswordChange): Promise<void>;
  /** Changes the account's e-mail; a unique index decides whether it is available. */
  changeEmail(
    transaction: Trx,
    change: { accountId: string; email: string; emailAsTyped: string },
  ): Promise<{ kind: "changed" } | { kind: "emailTaken" }>;
  /** Issues a random sign-in ticket, stored as a hash, valid for 60 seconds and one use. */
  issueTicket(transaction: Trx, ticket: { accountId: string }): Promise<string>;
  /** The same as part of a larger statement. */
  issuingTicket(ticket: { accountId: string }): { ticket: string; write: ConditionalWrite };
}
