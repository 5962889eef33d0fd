import { randomUUID } from "node:crypto";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { linkBinding } from "../../capabilities/links/link-binding.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";

/** Whose account is to be opened again; without an account, an address that leads nowhere. */
export interface RecoveryOwner {
  account: Account | undefined;
  /** All that the book has of the person. */
  rows: readonly PolicyPerson[];
  /** Whose wrong answers are counted together. */
  identity: string;
  /** What codes and links are bound to, as it is now. */
  boundTo: string;
}

type OwnerParts = Pick<ProvingParts, "database" | "users" | "directory" | "keys">;

/** Asks the same questions for an id that leads to nobody. */
export async function ownerById(
  parts: OwnerParts,
  owner: { brand: Brand; accountId: string | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, accountId = randomUUID(), emailKey } = owner;
  const account = await parts.users.findById(parts.database, accountId);
  return ownerOf(parts, { brand, account, emailKey });
}

/** Asks the book for somebody whom it does not know, where there is no account: the same question. */
export async function ownerOf(
  { directory, keys }: Pick<OwnerParts, "directory" | "keys">,
  owner: { brand: Brand; account: Account | undefined; emailKey: string },
): Promise<RecoveryOwner> {
  const { brand, account, emailKey } = owner;
  const personKey = account?.personKey ?? emailKey;
  const rows = await directory.findByPerson({ companies: brand.companies, personKey });
  return {
    account,
    rows,
    identity: identityOf({ brandId: brand.id, personKey }),
    boundTo: linkBinding(keys.lookupHash, { account, rows }),
  };
}
