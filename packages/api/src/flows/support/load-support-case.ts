import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { findAccountById, findAccountByPerson } from "../../accounts/account.store.ts";
import { readBrowserSessionHistory } from "../../audit/kept-event.store.ts";
import { type JourneyRow, readJourneyRow } from "../../references/journey.store.ts";
import {
  findReference,
  type ReferencedJourney,
  type SupportReference,
} from "../../references/support-reference.store.ts";
import { type AgentCall, hoursAroundReference, type SupportCaseFile, type SupportDeps } from "./support-case.port.ts";

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
    journeys.map(({ kind, id }) => id && readJourneyRow(deps.database, { kind, id, brandId: reference.brandId })),
  );
  const known = journeys.map((journey, at) => {
    const row = rows[at] || undefined;
    return { accountId: journey.accountId ?? row?.accountId, personKey: row?.personKey };
  });
  const person = { brandId: reference.brandId, known: [...known, { accountId }] };
  const { account, personKey } = await findReferencedPerson(deps, person);
  const companies = deps.brands.byId(reference.brandId)?.companies ?? [];
  const policies = personKey === undefined ? [] : await deps.directory.findByPerson({ companies, personKey });
  return {
    kind: "found",
    file: { reference, journeys, row: rows[0] || undefined, personKey, account, policies },
  };
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
  { database }: SupportDeps,
  { brandId, known }: { brandId: string; known: readonly Partial<Pick<JourneyRow, "accountId" | "personKey">>[] },
) {
  for (const { accountId, personKey } of known) {
    const byId = accountId === undefined ? undefined : await findAccountById(database, accountId);
    const account = byId?.brandId === brandId ? byId : undefined;
    if (account !== undefined) return { account, personKey: account.personKey };
    if (personKey !== undefined)
      return { account: await findAccountByPerson(database, { brandId, personKey }), personKey };
  }
  return { account: undefined, personKey: undefined };
}
