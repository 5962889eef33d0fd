import { findProvenIdentity, proveIdentity } from "../accounts/account-identity.store.ts";
import type { ApiDeps } from "../deps.ts";
import { isIdOfCompany } from "../directory/http-directory.adapter.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { transact } from "../platform/transaction.adapter.ts";
import {
  detachPolicies,
  findUncheckedAccounts,
  markChecked,
  recordDetachedPolicies,
  type UncheckedAccount,
} from "./detached-policy.store.ts";
import { isSameRow, type ProvenIdentity, personIdsOf, rowsOfPerson } from "./person.rule.ts";

type CheckDeps = Pick<ApiDeps, "database" | "directory" | "auditor">;

/**
 * Asks the directories who is on the policies of accounts that a migration could not check, and detaches those that
 * only names and date of birth joined. An account stays unchecked while a directory does not answer. Returns how many
 * accounts were checked.
 */
export async function checkPolicies(
  deps: CheckDeps,
  { companiesOf }: { companiesOf: (brandId: string) => readonly string[] },
): Promise<number> {
  const accounts = await findUncheckedAccounts(deps.database);
  for (const account of accounts) await checkAccount(deps, account, companiesOf(account.brandId));
  await recordDetachedPolicies(deps);
  return accounts.length;
}

async function checkAccount(
  { database, directory }: CheckDeps,
  { id: accountId, brandId }: UncheckedAccount,
  companies: readonly string[],
): Promise<void> {
  const person = await findProvenIdentity(database, accountId);
  if (person === undefined) return;
  const rows = await directory.findByPerson({ companies, personKey: person.personKey });
  const joined = rows.filter((row) => person.rows.some((one) => isSameRow(one, row)));
  const kept = keptRows(joined, person);
  await transact(database, async (transaction) => {
    await detachPolicies(
      transaction,
      accountId,
      joined.filter((row) => !kept.includes(row)),
    );
    await proveIdentity(transaction, { accountId, brandId, proven: { contacts: [], personIds: personIdsOf(kept) } });
    await markChecked(transaction, accountId);
  });
}

/**
 * Of the rows that names and date of birth joined: those of the book, which are checked, and those that a contact or an
 * id of the account supports; where none is supported, the only one, or all where they share an id or a contact.
 */
export function keptRows(joined: readonly PolicyPerson[], person: ProvenIdentity): readonly PolicyPerson[] {
  const isOutside = ({ id, company }: PolicyPerson) => isIdOfCompany(id, company);
  const outside = joined.filter(isOutside);
  const checked = person.rows.filter((proven) => !outside.some((row) => isSameRow(row, proven)));
  const supported = rowsOfPerson(joined, { ...person, rows: checked });
  if (supported.length > 0 || outside.length <= 1) return supported.length > 0 ? supported : joined;
  const [first] = outside;
  const shared = (["personId", "email", "cellPhone"] as const).some(
    (key) => first?.[key] && outside.every((row) => row.company === first.company && row[key] === first[key]),
  );
  return shared ? joined : [];
}
