import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type Account, findAccountById } from "../accounts/account.store.ts";
import { findSettled } from "../accounts/settling.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { findAccountOfRow } from "../identity/find-account-of-row.ts";
import { findRowsOfAccount, findRowsOfPerson } from "../identity/find-rows.ts";
import { identityByRow } from "../identity/person.rule.ts";
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
  { accountId, personKey, policy }: Pick<LinkFacts, "accountId" | "personKey" | "policy">,
): Promise<LinkOwner> {
  const linkedAccount = accountId === undefined ? undefined : await findAccountById(database, accountId);
  const { companies } = brand;
  const row = await rowOfLink(directory, { personKey, policy });
  if (row === undefined) {
    const rows = linkedAccount
      ? await findRowsOfAccount({ database, directory }, { companies, accountId: linkedAccount.id })
      : [];
    return { account: linkedAccount, rows, settled: linkedAccount && (await findSettled(database, linkedAccount.id)) };
  }
  const personAccount = await findAccountOfRow({ database, directory }, { brandId: brand.id, row });
  const account = accountId === undefined ? personAccount : linkedAccount;
  return {
    account,
    rows: await rowsOfOwner({ database, directory }, { companies, row, account: personAccount }),
    settled: account && (await findSettled(database, (personAccount ?? account).id)),
    isHouseholdAccount: account !== undefined && account.id !== personAccount?.id,
  };
}

/** All rows of the person that a row names: those of their account, or those that the row itself shows. */
export function rowsOfOwner(
  deps: OwnerDeps,
  { companies, row, account }: { companies: readonly string[]; row: PolicyPerson; account: Account | undefined },
): Promise<PolicyPerson[]> {
  return account === undefined
    ? findRowsOfPerson(deps, { companies, person: identityByRow(row) })
    : findRowsOfAccount(deps, { companies, accountId: account.id });
}

async function rowOfLink(
  directory: OwnerDeps["directory"],
  { personKey, policy }: Pick<LinkFacts, "personKey" | "policy">,
): Promise<PolicyPerson | undefined> {
  if (personKey === undefined || policy === undefined) return undefined;
  const { company, policyNumber, role } = policy;
  const onPolicy = await directory.findByPolicyNumber({ companies: [company], policyNumber });
  return onPolicy.find((row) => row.role === role && row.personKey === personKey);
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
