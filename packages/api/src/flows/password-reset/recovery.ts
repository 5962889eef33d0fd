import { randomUUID } from "node:crypto";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type Account, findAccountById } from "../../accounts/account.store.ts";
import { createOpaqueId, type OpaqueIdPurpose, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { Settled } from "../../accounts/settling.rule.ts";
import { findEmailOfBefore, findSettled } from "../../accounts/settling.store.ts";
import { type AuditEvent, journeyEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findRowsOfAccount, findRowsOfPerson } from "../../identity/find-rows.ts";
import { noProof } from "../../identity/person.rule.ts";
import { fingerprintAccount } from "../../links/link-owner.rule.ts";
import type { KeyRing } from "../../platform/keys.port.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";

/** The person whose password is reset; for an unknown e-mail, the same shape without an account. */
export interface RecoveryOwner {
  account: Account | undefined;
  /** Where the account's reset goes: its e-mail, or the previous one while a change of it has not settled. */
  contact: TypedEmail | undefined;
  rows: readonly PolicyPerson[];
  settled: Settled | undefined;
  identity: string;
  /** Current fingerprint, which codes and links are compared with. */
  accountFingerprint: string;
}

type OwnerDeps = Pick<IdentityProofDeps, "database" | "directory" | "keys">;

/** Finds the person whose password is reset, with the same queries for decoy ids. */
export async function findRecoveryOwner(
  deps: OwnerDeps,
  owner: { brand: Brand; accountId: string | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, accountId = randomUUID(), emailKey } = owner;
  const account = await findAccountById(deps.database, accountId);
  return loadRecoveryOwner(deps, { brand, account, emailKey });
}

/**
 * Loads the person of an account. Without an account, makes the same query in the policy directory for an unknown
 * person.
 */
export async function loadRecoveryOwner(
  { database, directory, keys }: OwnerDeps,
  owner: { brand: Brand; account: Account | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, account, emailKey } = owner;
  const { companies } = brand;
  const accountId = account?.id ?? randomUUID();
  const ofAccount = await findRowsOfAccount({ database, directory }, { companies, accountId });
  const unknown = { ...noProof, personKey: emailKey };
  const rows = account ? ofAccount : await findRowsOfPerson({ directory }, { companies, person: unknown });
  const before = await findEmailOfBefore(database, accountId);
  return {
    account,
    contact: account && (before ?? { email: account.email, emailAsTyped: account.emailAsTyped }),
    rows,
    settled: await findSettled(database, accountId),
    identity: limitSubjectOf({ brandId: brand.id, identity: account?.identity ?? emailKey }),
    accountFingerprint: fingerprintAccount(keys.lookupHash, { account, rows }),
  };
}

export function recoveryEvent(
  { requestContext, owner, recoveryId }: { requestContext: RequestContext; owner: RecoveryOwner; recoveryId: string },
  event: Pick<AuditEvent, "event" | "result" | "facts">,
): AuditEvent {
  const accountId = owner.account?.id;
  return journeyEvent("recovery", requestContext, { ...event, ...(accountId && { accountId }), journeyId: recoveryId });
}

/**
 * Reads an id that may have one of these purposes under a brand; undefined for any other. A result without `id` is a
 * decoy.
 */
export function readRecoveryId<Purpose extends OpaqueIdPurpose>(
  ring: KeyRing,
  handle: { text: string; brandId: string; purposes: readonly Purpose[] },
): { purpose: Purpose; id: string | undefined } | undefined {
  const { text, brandId, purposes } = handle;
  for (const purpose of purposes) {
    const opened = readOpaqueId(ring, { purpose, brandId, text });
    if (opened) return { purpose, id: opened.id };
  }
  return undefined;
}

/** Creates the public id of a recovery: opaque, and different on each call. */
export function createRecoveryId(ring: KeyRing, recovery: { id: string; brandId: string }): string {
  return createOpaqueId(ring, { purpose: "recovery", brandId: recovery.brandId, accountId: recovery.id });
}
