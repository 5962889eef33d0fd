import type { Language } from "@vestibule/catalogue/province.table.ts";

/** The account of a person, by which the registry knows its user. */
export interface RegistryAccount {
  accountId: string;
  /** The insurer's own id of the person, which the registry may know its user by. */
  personId?: string | undefined;
  /** Normalised e-mail. It identifies a user who was in the registry before the account was imported here. */
  email: string;
}

export interface RegistryUser {
  /** The person's id or the account's; undefined for a user who is not yet linked. */
  externalId: string | undefined;
  email: string;
  status: "active" | "locked";
}

export interface NewRegistryUser extends RegistryAccount {
  /** Ids that the same person's account may have under older keys. */
  olderAccountIds: readonly string[];
  firstName: string;
  lastName: string;
  language: Language;
  password: string;
}

/**
 * The insurer's own registry of users, by which its gateway signs people in. It cannot join a transaction, so every
 * call may be repeated and then leads to the same state. Throws RegistryUnavailable.
 */
export interface RegistryPort {
  findByEmail(email: string): Promise<RegistryUser | undefined>;
  findByAccount(account: RegistryAccount): Promise<RegistryUser | undefined>;
  /**
   * Creates a user, or completes one that an interrupted call created. A user who is known by the person's id is the
   * same person, and is completed where the e-mail, which the person has proven, is the same too.
   */
  create(user: NewRegistryUser): Promise<{ kind: "created" } | { kind: "emailTaken" }>;
  /** `newEmail` replaces the e-mail, which another user may have. */
  setPassword(
    change: RegistryAccount & { password: string; newEmail?: string },
  ): Promise<{ kind: "changed" } | { kind: "emailTaken" } | { kind: "unknown" }>;
  setStatus(
    change: RegistryAccount & { status: RegistryUser["status"] },
  ): Promise<{ kind: "changed" } | { kind: "unknown" }>;
}
