import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiParts } from "../../parts.ts";
import type { Link, LinkFacts } from "./link.store.ts";
import { isStillBound, type LinkOwner } from "./link-binding.rule.ts";

type OwnerParts = Pick<ApiParts, "database" | "users" | "directory">;

/**
 * The account that a link names, else the one of its person; and the person's rows of the book. A link for somebody
 * without an account is stale as soon as there is one.
 */
export async function ownerOfLink(
  { database, users, directory }: OwnerParts,
  brand: Pick<Brand, "id" | "companies">,
  { accountId, personKey }: Pick<LinkFacts, "accountId" | "personKey">,
): Promise<LinkOwner> {
  const named = accountId === undefined ? undefined : await users.findById(database, accountId);
  const key = personKey ?? named?.personKey;
  if (key === undefined) return { account: undefined, rows: [] };
  const account =
    accountId === undefined ? await users.findByPerson(database, { brandId: brand.id, personKey: key }) : named;
  return { account, rows: await directory.findByPerson({ companies: brand.companies, personKey: key }) };
}

/** What a link is worth now. Over: used, deleted, superseded, past its date, or its owner's facts are others by now. */
export async function standingOf(
  parts: OwnerParts & Pick<ApiParts, "keys">,
  { brand, link }: { brand: Pick<Brand, "id" | "companies">; link: Link },
): Promise<{ kind: "live"; owner: LinkOwner } | { kind: "over"; owner: LinkOwner; isStale: boolean }> {
  const owner = await ownerOfLink(parts, brand, link);
  const isStale = !isStillBound(parts.keys.lookupHash, owner, link.boundTo);
  return link.isLive && !isStale ? { kind: "live", owner } : { kind: "over", owner, isStale };
}

/** A link of the driver's to somebody else's account: the policyholder's, of the same household. */
export function isToPolicyholder(link: Pick<LinkFacts, "personKey">, { account }: LinkOwner): boolean {
  return account !== undefined && link.personKey !== undefined && account.personKey !== link.personKey;
}
