import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { type Account, findAccountById } from "../../accounts/account.store.ts";
import { readBrowserSessionHistory } from "../../audit/kept-event.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { findRowsOfAccount, findRowsOfPerson } from "../../identity/find-rows.ts";
import { identityByRow } from "../../identity/person.rule.ts";
import { type JourneyRow, readJourneyRow } from "../../references/journey.store.ts";
import {
  findReference,
  type ReferencedJourney,
  type SupportReference,
} from "../../references/support-reference.store.ts";

export type SupportDeps = LimitedDeps<"database" | "brands" | "directory" | "keys" | "auditor">;

export interface AgentCall {
  /** The reference as typed or said: nine digits, with or without spaces. */
  code: string;
  /** Restricts the call to one brand; of another brand's reference only the brand is returned. */
  brandId?: string | undefined;
  /** `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
  role: AgentRole;
}

/** The journeys and person behind a reference. Contains personal data and must not leave the journey. */
export interface SupportCaseFile {
  reference: SupportReference;
  /** The most recent journey first, then the one in which the reference was made, if different. */
  journeys: readonly ReferencedJourney[];
  row: JourneyRow | undefined;
  /** Whether the journeys name a person of the book. */
  isIdentified: boolean;
  account: Account | undefined;
  /** All rows of the person under the brand, first the one that they were found by. */
  policies: readonly PolicyPerson[];
}

/** Agents see account and browser-session events within this many hours of the reference. */
const hoursAround = 24;

export function hoursAroundReference(madeAt: Date): { since: Date; until: Date } {
  const span = hoursAround * 3_600_000;
  return { since: new Date(madeAt.getTime() - span), until: new Date(madeAt.getTime() + span) };
}

export type SupportCaseResult =
  | { kind: "found"; file: SupportCaseFile }
  /** The check digit is wrong: the code was misheard or mistyped. */
  | { kind: "misread" }
  /** The reference belongs to this brand, not to the one given. */
  | { kind: "elsewhere"; brandId: string }
  | { kind: "unknown" };

/** Loads the journeys behind a reference, with the current person, account and policies. */
export async function loadSupportCase(deps: SupportDeps, { code, brandId }: AgentCall): Promise<SupportCaseResult> {
  if (!checkReference(code)) return { kind: "misread" };
  const reference = await findReference(deps.database, normaliseReference(code));
  if (reference === undefined) return { kind: "unknown" };
  if (brandId !== undefined && reference.brandId !== brandId) return { kind: "elsewhere", brandId: reference.brandId };
  const { journeys, accountId } = await findReferencedJourneys(deps, reference);
  const rows = await Promise.all(
    journeys.map(({ kind, id }) =>
      id === undefined ? undefined : readJourneyRow(deps.database, { kind, id, brandId: reference.brandId }),
    ),
  );
  const known = journeys.map((journey, at) => ({
    accountId: journey.accountId ?? rows[at]?.accountId,
    row: rows[at],
  }));
  const companies = deps.brands.byId(reference.brandId)?.companies ?? [];
  const person = { brandId: reference.brandId, companies, known: [...known, { accountId }] };
  const found = await findReferencedPerson(deps, person);
  return { kind: "found", file: { reference, journeys, row: rows[0], ...found } };
}

/** Journeys of the reference and its browser session, most recent first, and the account that it used. */
async function findReferencedJourneys(
  { database }: SupportDeps,
  { brandId, browserSessionId, journey: own, madeAt }: SupportReference,
): Promise<{ journeys: ReferencedJourney[]; accountId: string | undefined }> {
  const history =
    browserSessionId === undefined
      ? undefined
      : await readBrowserSessionHistory(database, { brandId, browserSessionId, ...hoursAroundReference(madeAt) });
  const { journey: last, accountId } = history ?? {};
  if (last === undefined) return { journeys: own ? [own] : [], accountId };
  const sessionJourney = { kind: last.name, id: last.id };
  if (own === undefined || own.id === last.id) return { journeys: [own ?? sessionJourney], accountId };
  return { journeys: last.at > madeAt ? [sessionJourney, own] : [own, sessionJourney], accountId };
}

/** Finds the person and account, from the first journey that names either. */
async function findReferencedPerson(
  deps: SupportDeps,
  of: {
    brandId: string;
    companies: readonly string[];
    known: readonly { accountId?: string | undefined; row?: JourneyRow | undefined }[];
  },
): Promise<Pick<SupportCaseFile, "isIdentified" | "account" | "policies">> {
  const { brandId, companies, known } = of;
  for (const { accountId, row } of known) {
    const byId = accountId === undefined ? undefined : await findAccountById(deps.database, accountId);
    const named = byId?.brandId === brandId ? byId : undefined;
    const person = row && (await findPersonOfJourney(deps, row));
    if (named === undefined && person === undefined && row?.personKey === undefined) continue;
    const account = named ?? (person && (await findAccountOfRow(deps, { brandId, row: person })));
    const policies = account
      ? await findRowsOfAccount(deps, { companies, accountId: account.id })
      : person
        ? await findRowsOfPerson(deps, { companies, person: identityByRow(person) })
        : [];
    const isFirst = ({ id }: PolicyPerson) => Number(id === person?.id);
    return {
      isIdentified: true,
      account,
      policies: policies.toSorted((left, right) => isFirst(right) - isFirst(left)),
    };
  }
  return { isIdentified: false, account: undefined, policies: [] };
}

/** The row of the book that a registration found, or that a link was issued for. */
async function findPersonOfJourney(
  { directory }: SupportDeps,
  { rowId, personKey, policy }: JourneyRow,
): Promise<PolicyPerson | undefined> {
  const rows = policy
    ? await directory.findByPolicyNumber({ companies: [policy.company], policyNumber: policy.policyNumber })
    : [rowId === undefined ? undefined : await directory.findById(rowId)];
  return rows.find((row) => row?.personKey === personKey && (policy === undefined || row?.role === policy.role));
}
