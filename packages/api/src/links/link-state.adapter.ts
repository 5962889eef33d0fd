import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { findAccountById, findAccountByPerson } from "../accounts/account.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { Link, LinkFacts } from "./link.store.ts";
import { type LinkOwner, matchesFingerprint } from "./link-owner.rule.ts";

type OwnerDeps = Pick<ApiDeps, "database" | "directory">;

/**
 * Loads the account that a link names, or else the account of its person, with the person's rows in the policy
 * directory. A link for a person without an account becomes stale once one exists.
 */
export async function ownerOfLink(
  { database, directory }: OwnerDeps,
  brand: Pick<Brand, "id" | "companies">,
  { accountId, personKey }: Pick<LinkFacts, "accountId" | "personKey">,
): Promise<LinkOwner> {
  const linkedAccount = accountId === undefined ? undefined : await findAccountById(database, accountId);
  const key = personKey ?? linkedAccount?.personKey;
  if (key === undefined) return { account: undefined, rows: [] };
  const account =
    accountId === undefined
      ? await findAccountByPerson(database, { brandId: brand.id, personKey: key })
      : linkedAccount;
  return { account, rows: await directory.findByPerson({ companies: brand.companies, personKey: key }) };
}

/** State of a link. `ended`: used, deleted, revoked, expired, or its owner's data has changed. */
export async function linkState(
  deps: OwnerDeps & Pick<ApiDeps, "keys">,
  { brand, link }: { brand: Pick<Brand, "id" | "companies">; link: Link },
): Promise<{ kind: "active"; owner: LinkOwner } | { kind: "ended"; owner: LinkOwner; isStale: boolean }> {
  const owner = await ownerOfLink(deps, brand, link);
  const isStale = !matchesFingerprint(deps.keys.lookupHash, owner, link.accountFingerprint);
  return link.isActive && !isStale ? { kind: "active", owner } : { kind: "ended", owner, isStale };
}
