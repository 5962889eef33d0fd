import { randomUUID } from "node:crypto";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Account } from "../../capabilities/accounts/account-store.port.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import type { IdentityProofDeps } from "../../capabilities/identity-proof/identity-proof.port.ts";
import { fingerprintAccount } from "../../capabilities/links/account-fingerprint.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";

/** Whose account is to be opened again; without an account, an address that leads nowhere. */
export interface RecoveryOwner {
  account: Account | undefined;
  /** All that the book has of the person. */
  rows: readonly PolicyPerson[];
  /** Whose wrong answers are counted together. */
  identity: string;
  /** What codes and links are bound to, as it is now. */
  accountFingerprint: string;
}

type OwnerDeps = Pick<IdentityProofDeps, "database" | "accountStore" | "directory" | "keys">;

/** Asks the same questions for an id that leads to nobody. */
export async function findRecoveryOwner(
  deps: OwnerDeps,
  owner: { brand: Brand; accountId: string | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, accountId = randomUUID(), emailKey } = owner;
  const account = await deps.accountStore.findById(deps.database, accountId);
  return loadRecoveryOwner(deps, { brand, account, emailKey });
}

/** Asks the book for somebody whom it does not know, where there is no account: the same question. */
export async function loadRecoveryOwner(
  { directory, keys }: Pick<OwnerDeps, "directory" | "keys">,
  owner: { brand: Brand; account: Account | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, account, emailKey } = owner;
  const personKey = account?.personKey ?? emailKey;
  const rows = await directory.findByPerson({ companies: brand.companies, personKey });
  return {
    account,
    rows,
    identity: identityOf({ brandId: brand.id, personKey }),
    accountFingerprint: fingerprintAccount(keys.lookupHash, { account, rows }),
  };
}
