import { roleNames } from "@vestibule/catalogue/account.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import type {
  FoundJourney,
  OpenJourneyBody,
  SupportSearchBody,
} from "@vestibule/contract/internal/support-desk.schema.ts";
import { findAccountByEmail, findAccountById } from "../../accounts/account.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { peopleByEmail } from "../../directory/people-by-email.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { findRowsOfAccount } from "../../identity/find-rows.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { journeysOfPeople, readJourneyRow } from "../../references/journey.store.ts";
import { makeReference } from "../../references/support-reference.store.ts";

type SearchDeps = LimitedDeps<"database" | "directory" | "keys" | "random" | "auditor">;

export interface SearchCall {
  brand: Brand;
  actor: string;
}

/** `unknown` also means a known person without a recent journey. */
export type SearchResult = { kind: "found"; journeys: FoundJourney[] } | { kind: "unknown" };

/** Finds recent journeys by policy number or e-mail. The search term is recorded as a keyed hash. */
export async function findJourneysForSupport(
  deps: SearchDeps,
  { brand, actor }: SearchCall,
  body: SupportSearchBody,
): Promise<SearchResult> {
  const { id: brandId, companies } = brand;
  const email = "email" in body ? normaliseEmail(body.email) : undefined;
  const policyNumber = "email" in body ? undefined : normaliseNumber(body.policyNumber);
  const found = [
    ...(email === undefined ? [] : await peopleByEmail(deps, { companies, email })),
    ...(policyNumber === undefined ? [] : await deps.directory.findByPolicyNumber({ companies, policyNumber })),
  ];
  const accounts = await findAccounts(deps, { brandId, people: found, email });
  const accountIds = accounts.map(({ id }) => id);
  const ofAccounts = await Promise.all(
    accountIds.map((accountId) => findRowsOfAccount(deps, { companies, accountId })),
  );
  const people = [...new Map([...found, ...ofAccounts.flat()].map((row) => [row.id, row])).values()];
  const personKeys = [...new Set([...people, ...accounts].map(({ personKey }) => personKey))];
  const journeysFound =
    personKeys.length === 0 ? [] : await journeysOfPeople(deps.database, { brandId, people, accountIds });
  const by = "email" in body ? "email" : "policyNumber";
  const term = email ?? policyNumber ?? "";
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "support.searched",
      result: journeysFound.length === 0 ? "unknown" : "found",
      brandId,
      actor,
      facts: {
        by,
        subject: keyedHash(deps.keys.lookupHash, ["support search", by, term]),
        count: journeysFound.length,
      },
    }),
  );
  if (journeysFound.length === 0) return { kind: "unknown" };
  const journeys = journeysFound.map(({ kind, id, lastAt, personKey }): FoundJourney => {
    const key = personKey ?? accounts.find((account) => account.id === id)?.personKey;
    const person = personKeys.length === 1 ? people[0] : people.find((one) => one.personKey === key);
    return { kind, id, lastAt: lastAt.toISOString(), ...describePerson(person, { isOne: personKeys.length === 1 }) };
  });
  return { kind: "found", journeys };
}

function describePerson(person: PolicyPerson | undefined, { isOne }: { isOne: boolean }) {
  if (person === undefined) return {};
  return { role: roleNames[person.role], ...(!isOne && { initial: [...person.firstName][0] ?? "" }) } as const;
}

async function findAccounts(
  deps: SearchDeps,
  { brandId, people, email }: { brandId: string; people: readonly PolicyPerson[]; email: string | undefined },
) {
  const ofPeople = people.map((row) => findAccountOfRow(deps, { brandId, row }));
  const byEmail = email === undefined ? [] : [findAccountByEmail(deps.database, { brandId, email })];
  const accounts = (await Promise.all([...byEmail, ...ofPeople])).filter((account) => account !== undefined);
  return accounts.filter((account, at) => accounts.findIndex(({ id }) => id === account.id) === at);
}

/** Creates a reference for a journey that a search found, which opens like any other case. */
export async function createJourneyReference(
  deps: SearchDeps,
  { brand, actor }: SearchCall,
  { kind, id }: OpenJourneyBody,
): Promise<{ kind: "opened"; code: string } | { kind: "unknown" }> {
  const brandId = brand.id;
  const account = kind === "signIn" ? await findAccountById(deps.database, id) : undefined;
  const locale =
    kind === "signIn"
      ? account?.brandId === brandId && account
      : await readJourneyRow(deps.database, { kind, id, brandId });
  if (!locale) return { kind: "unknown" };
  const { province, language } = locale;
  return transact(deps.database, async (transaction) => {
    const code = await makeReference(deps, transaction, {
      brandId,
      province,
      language,
      clientIpKeys: {},
      journey: account === undefined ? { kind, id } : { kind, accountId: account.id },
    });
    await deps.auditor.record(transaction, {
      event: "support.opened",
      result: "ok",
      brandId,
      actor,
      ...(account === undefined ? { journeyId: id } : { accountId: account.id }),
    });
    return { kind: "opened", code };
  });
}
