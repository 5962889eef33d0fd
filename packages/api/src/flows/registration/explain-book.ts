import { roles } from "@vestibule/catalogue/account.table.ts";
import { type ExplainEnding, explainEndingIds } from "@vestibule/catalogue/explain-ending.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { accountOfRow, type BookAccount, findAccountsOfBook } from "../../accounts/account.store.ts";
import type { ApiDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { readBookRows, readRelatedRows } from "../../directory/policy-directory.store.ts";
import { identityOf } from "../../identity/person.rule.ts";
import { endingsOfRow, orderEndings } from "./explain-row.rule.ts";

export interface ExplainedRow {
  row: PolicyPerson;
  endings: ExplainEnding[];
}

type RowName = { email: string } | { policyNumber: string; personId: string };

/** Explains each row that a policy number, an e-mail or the insurer's id of a person finds. */
export async function explainRows(
  { database, directory, canSendSms }: Pick<ApiDeps, "database" | "directory" | "canSendSms">,
  { brand, name }: { brand: Brand; name: RowName },
): Promise<ExplainedRow[]> {
  const { id: brandId, companies } = brand;
  const rows = await findRows(directory, { companies, name });
  const accountsOf = indexAccounts(await findAccountsOfBook(database, { brandId, rows }));
  return Promise.all(
    rows.map(async (row) => {
      const { email, role, policyNumber } = row;
      const byEmail = email === null ? [] : await directory.findByEmail({ companies, email, role });
      const onPolicy = await directory.findByPolicyNumber({ companies, policyNumber });
      return { row, endings: endingsOfRow(row, { byEmail, onPolicy, ...accountsOf(row), canSendSms }) };
    }),
  );
}

/** Finds the account that owns a row, and the one that holds its e-mail, without a pass over all accounts for each. */
function indexAccounts(accounts: readonly BookAccount[]) {
  const nameOfId = (one: { company: string; personId: string | null }) => `id ${one.company} ${one.personId}`;
  const nameOfPolicy = (one: { company: string; policyNumber: string; personKey: string }) =>
    `policy ${one.company} ${one.policyNumber} ${one.personKey}`;
  const byName = new Map<string, BookAccount[]>();
  const byHeldEmail = new Map<string, BookAccount>();
  for (const account of accounts) {
    const { personKey, proven, heldEmails } = account;
    const names = new Set([personKey, ...proven.personIds.map(nameOfId), ...proven.rows.map(nameOfPolicy)]);
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), account]);
    // An account that uses an e-mail comes before one that left it.
    for (const email of heldEmails)
      if (email === account.email || !byHeldEmail.has(email)) byHeldEmail.set(email, account);
  }
  return (row: PolicyPerson) => {
    const related = [row.personKey, nameOfId(row), nameOfPolicy(row)].flatMap((name) => byName.get(name) ?? []);
    return {
      ownAccount: accountOfRow([...new Set(related)], row),
      emailOwner: row.email === null ? undefined : byHeldEmail.get(row.email),
    };
  };
}

async function findRows(
  directory: ApiDeps["directory"],
  { companies, name }: Pick<Brand, "companies"> & { name: RowName },
): Promise<PolicyPerson[]> {
  if ("email" in name) {
    const { email } = name;
    const ofRoles = Object.values(roles).map((role) => directory.findByEmail({ companies, email, role }));
    return (await Promise.all(ofRoles)).flat();
  }
  const { policyNumber, personId } = name;
  const onPolicy = await directory.findByPolicyNumber({ companies, policyNumber });
  if (onPolicy.length > 0) return onPolicy;
  return (await Promise.all(companies.map((company) => directory.findByPersonId({ company, personId })))).flat();
}

const batchSize = 1000;

export interface ExplainedBook {
  people: number;
  /** How many people can meet each ending; those without one are left out. */
  endings: Partial<Record<ExplainEnding, number>>;
}

/** Counts the people of the imported book by what they can meet, in one pass. */
export async function explainBook(
  { database, canSendSms }: Pick<ApiDeps, "database" | "canSendSms">,
  { id: brandId, companies }: Pick<Brand, "id" | "companies">,
): Promise<ExplainedBook> {
  const counts = new Map<ExplainEnding, number>();
  let people = 0;
  // Namesakes share a person key, and their rows follow each other.
  let namesakes = new Map<string, Set<ExplainEnding>>();
  const countNamesakes = () => {
    people += namesakes.size;
    for (const met of namesakes.values())
      for (const ending of orderEndings(met)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
    namesakes = new Map();
  };
  let after: PolicyPerson | undefined;
  let rows: PolicyPerson[];
  do {
    rows = await readBookRows(database, { companies, after, limit: batchSize });
    const related = await readRelatedRows(database, { companies, rows });
    const accountsOf = indexAccounts(await findAccountsOfBook(database, { brandId, rows }));
    const byEmail = Map.groupBy(related.byEmail, ({ email, role }) => `${email} ${role}`);
    const byPolicy = Map.groupBy(related.onPolicy, ({ policyNumber }) => policyNumber);
    for (const row of rows) {
      if (after !== undefined && after.personKey !== row.personKey) countNamesakes();
      const facts = {
        byEmail: byEmail.get(`${row.email} ${row.role}`) ?? [],
        onPolicy: byPolicy.get(row.policyNumber) ?? [],
        ...accountsOf(row),
        canSendSms,
      };
      const endings = endingsOfRow(row, facts);
      const identity = identityOf(row);
      namesakes.set(identity, new Set([...(namesakes.get(identity) ?? []), ...endings]));
      after = row;
    }
  } while (rows.length === batchSize);
  countNamesakes();
  const endings = Object.fromEntries(explainEndingIds.flatMap((id) => (counts.has(id) ? [[id, counts.get(id)]] : [])));
  return { people, endings };
}
