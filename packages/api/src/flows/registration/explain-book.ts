import { roles } from "@vestibule/catalogue/account.table.ts";
import { type ExplainEnding, explainEndingIds } from "@vestibule/catalogue/explain-ending.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { accountOfRow, findRelatedAccounts } from "../../accounts/account.store.ts";
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
  return Promise.all(
    rows.map(async (row) => {
      const { email, role, policyNumber } = row;
      const byEmail = email === null ? [] : await directory.findByEmail({ companies, email, role });
      const onPolicy = await directory.findByPolicyNumber({ companies, policyNumber });
      const accounts = await findRelatedAccounts(database, { brandId, rows: [row], email });
      const ownAccount = accountOfRow(accounts, row);
      const emailOwner = accounts.find((account) => account.email === email);
      return { row, endings: endingsOfRow(row, { byEmail, onPolicy, ownAccount, emailOwner, canSendSms }) };
    }),
  );
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

/** Counts the people of the imported book by what they can meet, in one pass, as if there were no accounts. */
export async function explainBook(
  { database, canSendSms }: Pick<ApiDeps, "database" | "canSendSms">,
  { companies }: Pick<Brand, "companies">,
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
    const byEmail = Map.groupBy(related.byEmail, ({ email, role }) => `${email} ${role}`);
    const byPolicy = Map.groupBy(related.onPolicy, ({ policyNumber }) => policyNumber);
    for (const row of rows) {
      if (after !== undefined && after.personKey !== row.personKey) countNamesakes();
      const facts = {
        byEmail: byEmail.get(`${row.email} ${row.role}`) ?? [],
        onPolicy: byPolicy.get(row.policyNumber) ?? [],
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
