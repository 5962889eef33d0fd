import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type AgentRequest, type LinkRequestState, waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { PolicyRole } from "../accounts/account-policy.store.ts";
import type { BookRowName } from "../identity/person.rule.ts";
import { isAboutRow } from "../identity/row-condition.store.ts";
import { appNow, readTime, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** Data of a request for a link to an e-mail that is not on file, or for a waiver of the second proof. */
export interface LinkRequestFacts {
  brandId: string;
  /** Support reference from which the link was requested, and its journey. */
  reference: string;
  journeyId?: string | undefined;
  action: AgentRequest;
  personKey: string;
  policy: PolicyRole;
  accountId?: string | undefined;
  /** Of a waiver, the e-mail of the account. */
  emailAsTyped: string;
  language: Language;
  province: ProvinceId;
  /** Keyed hash of the account data; the request expires when it changes. */
  accountFingerprint: string;
  /** How many contacts on file are notified, by e-mail and by text. */
  mails: number;
  texts: number;
  /** The requesting agent, as `agent:<id>`. */
  requestedBy: string;
}

/** `email` is normalised. */
export type NewLinkRequest = LinkRequestFacts & { email: string };

export interface LinkRequest extends LinkRequestFacts {
  id: string;
  state: LinkRequestState;
  approvedBy?: string;
  refusedBy?: string;
  requestedAt: Date;
  dueAt: Date;
  endedAt?: Date;
}

const stopTokenParts = (token: string) => ["stop link request", token];
const columns = [
  ...(["id", "brand as brandId", "reference", "journey_id as journeyId", "action", "person_key as personKey"] as const),
  ...(["company", "policy_number as policyNumber", "role", "account_id as accountId", "language", "province"] as const),
  ...(["recipient_typed as emailAsTyped", "bound_to as accountFingerprint", "state", "due_at as dueAt"] as const),
  ...(["mails_sent as mails", "texts_sent as texts", "requested_by as requestedBy"] as const),
  ...(["approved_by as approvedBy", "refused_by as refusedBy"] as const),
  ...(["requested_at as requestedAt", "ended_at as endedAt"] as const),
] as const;
const openStates = ["requested", "approved"] as const;

/** Stores a request; undefined when one for the same person and action is in progress. */
export async function insertLinkRequest(
  { secretHash }: { secretHash: KeyRing },
  transaction: Trx,
  { stopToken, email, ...facts }: NewLinkRequest & { stopToken: string },
): Promise<LinkRequest | undefined> {
  const requestedAt = await readTime(transaction);
  const row = await transaction
    .insertInto("link_request")
    .values({
      brand: facts.brandId,
      reference: facts.reference,
      journey_id: facts.journeyId ?? null,
      action: facts.action,
      person_key: facts.personKey,
      company: facts.policy.company,
      policy_number: facts.policy.policyNumber,
      role: facts.policy.role,
      account_id: facts.accountId ?? null,
      recipient: email,
      recipient_typed: facts.emailAsTyped,
      language: facts.language,
      province: facts.province,
      bound_to: facts.accountFingerprint,
      stop_token_hash: keyedHash(secretHash, stopTokenParts(stopToken)),
      mails_sent: facts.mails,
      texts_sent: facts.texts,
      requested_by: facts.requestedBy,
      requested_at: requestedAt,
      due_at: new Date(requestedAt.getTime() + ttl.linkRequestHours * 3_600_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toLinkRequest(row);
}

/** Approves a request before its deadline; undefined when it is not open. `actor` is another than the requester. */
export async function approveLinkRequest(
  transaction: Trx,
  { id, brandId, actor }: { id: string; brandId: string; actor: string },
): Promise<LinkRequest | undefined> {
  const row = await transaction
    .updateTable("link_request")
    .set({ state: "approved", approved_by: actor })
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("state", "=", "requested")
    .where("due_at", ">", appNow)
    .returning(columns)
    .executeTakeFirst();
  return row && toLinkRequest(row);
}

export function refuseLinkRequest(
  transaction: Trx,
  { id, brandId, actor }: { id: string; brandId: string; actor: string },
): Promise<LinkRequest | undefined> {
  return endOpenRequest(transaction, { brandId, request: hasId(id), end: { state: "refused", refused_by: actor } });
}

/** Stops an open request by its token; undefined when it is not open. */
export function stopLinkRequest(
  keys: { secretHash: KeyRing },
  transaction: Trx,
  { token, brandId }: { token: string; brandId: string },
): Promise<LinkRequest | undefined> {
  return endOpenRequest(transaction, { brandId, request: hasStopToken(keys, token), end: { state: "stopped" } });
}

/** Marks a given waiver as stopped by its token; undefined where the token is of no given waiver. */
export async function stopGivenWaiver(
  keys: { secretHash: KeyRing },
  transaction: Trx,
  { token, brandId }: { token: string; brandId: string },
): Promise<LinkRequest | undefined> {
  const row = await transaction
    .updateTable("link_request")
    .set({ state: "stopped", ended_at: appNow })
    .where(hasStopToken(keys, token))
    .where("brand", "=", brandId)
    .where("action", "=", waiverRequest)
    .where("state", "=", "sent")
    .returning(columns)
    .executeTakeFirst();
  return row && toLinkRequest(row);
}

async function endOpenRequest(
  transaction: Trx,
  { brandId, request, end }: RequestQuery & { end: { state: LinkRequestState; refused_by?: string } },
): Promise<LinkRequest | undefined> {
  const row = await transaction
    .updateTable("link_request")
    .set({ ...end, ended_at: appNow })
    .where(request)
    .where("brand", "=", brandId)
    .where("state", "in", openStates)
    .returning(columns)
    .executeTakeFirst();
  return row && toLinkRequest(row);
}

export function findLinkRequestByToken(
  keys: { secretHash: KeyRing },
  database: DbOrTrx,
  { token, brandId }: { token: string; brandId: string },
): Promise<LinkRequest | undefined> {
  return findRequest(database, { brandId, request: hasStopToken(keys, token) });
}

export function findLinkRequest(
  database: DbOrTrx,
  { id, brandId }: { id: string; brandId: string },
): Promise<LinkRequest | undefined> {
  return findRequest(database, { brandId, request: hasId(id) });
}

interface RequestQuery {
  brandId: string;
  request: RawBuilder<boolean>;
}

const hasId = (id: string) => sql<boolean>`id = ${id}`;
const hasStopToken = ({ secretHash }: { secretHash: KeyRing }, token: string) =>
  sql<boolean>`stop_token_hash = any(${keyedHashes(secretHash, stopTokenParts(token))})`;

async function findRequest(database: DbOrTrx, { brandId, request }: RequestQuery): Promise<LinkRequest | undefined> {
  const row = await allRequests(database).where(request).where("brand", "=", brandId).executeTakeFirst();
  return row && toLinkRequest(row);
}

const allRequests = (database: DbOrTrx) => database.selectFrom("link_request").select(columns);

const shownDays = 7;
const isRecent = sql<boolean>`requested_at > app_now() - make_interval(days => ${shownDays}::int)`;

/** Lists a person's recent requests, newest first. */
export async function linkRequestsOfPerson(
  database: DbOrTrx,
  { brandId, people }: { brandId: string; people: readonly BookRowName[] },
): Promise<LinkRequest[]> {
  const rows = await allRequests(database)
    .where("brand", "=", brandId)
    .where(isAboutRow(people))
    .where(isRecent)
    .orderBy("requested_at", "desc")
    .limit(10)
    .execute();
  return rows.map(toLinkRequest);
}

/** Lists a brand's open requests, and recent ones that this agent made or approved, newest first. */
export async function linkRequestsForAgent(
  database: DbOrTrx,
  { brandId, actor }: { brandId: string; actor: string },
): Promise<LinkRequest[]> {
  const rows = await allRequests(database)
    .where("brand", "=", brandId)
    .where(isRecent)
    .where((where) =>
      where.or([where("state", "in", openStates), where("requested_by", "=", actor), where("approved_by", "=", actor)]),
    )
    .orderBy("requested_at", "desc")
    .limit(100)
    .execute();
  return rows.map(toLinkRequest);
}

const byDue = (database: DbOrTrx, state: LinkRequestState) =>
  allRequests(database).where("state", "=", state).orderBy("due_at");

/** Lists requests of every brand that wait for a second agent, those due first. */
export async function waitingLinkRequests(database: DbOrTrx): Promise<LinkRequest[]> {
  const rows = await byDue(database, "requested").where("due_at", ">", appNow).limit(100).execute();
  return rows.map(toLinkRequest);
}

export async function dueLinkRequests(database: DbOrTrx): Promise<LinkRequest[]> {
  const rows = await byDue(database, "approved").where("due_at", "<=", appNow).limit(50).execute();
  return rows.map(toLinkRequest);
}

/** Delivery of the messages to the contacts on file, and whether the newest was accepted long enough ago. */
export interface ContactMessages {
  accepted: number;
  /** Neither accepted, refused nor expired. */
  waiting: number;
  refused: number;
  total: number;
  isDelayOver: boolean;
}

export async function contactMessagesOf(database: DbOrTrx, requestId: string): Promise<ContactMessages> {
  const { rows } = await sql<ContactMessages>`
    select count(*) filter (where status = 'accepted')::int as accepted,
      count(*) filter (where status = 'queued' and expires_at > app_now())::int as waiting,
      count(*) filter (where status = 'refused')::int as refused,
      count(*)::int as total,
      coalesce(max(done_at) filter (where status = 'accepted'), '-infinity')
        <= app_now() - make_interval(hours => ${ttl.linkRequestHours}::int) as "isDelayOver"
    from notification where journey_id = ${requestId} and kind = 'linkRequested'`.execute(database);
  return rows[0] ?? { accepted: 0, waiting: 0, refused: 0, total: 0, isDelayOver: true };
}

/** Ends a due request exactly once across servers; false when another server did. */
export async function endDueLinkRequest(
  transaction: Trx,
  { id, state }: { id: string; state: "sent" | "expired" },
): Promise<boolean> {
  const row = await transaction
    .updateTable("link_request")
    .set({ state, ended_at: appNow })
    .where("id", "=", id)
    .where("state", "=", "approved")
    .where("due_at", "<=", appNow)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Expires requests that no second agent approved in time. */
export async function expireUnapproved(transaction: Trx): Promise<LinkRequest[]> {
  const rows = await transaction
    .updateTable("link_request")
    .set({ state: "expired", ended_at: appNow })
    .where("state", "=", "requested")
    .where("due_at", "<=", appNow)
    .returning(columns)
    .execute();
  return rows.map(toLinkRequest);
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof allRequests>["executeTakeFirst"]>>>;

function toLinkRequest({ company, policyNumber, role, ...row }: Row): LinkRequest {
  return { ...withoutNulls(row), policy: { company, policyNumber, role } };
}
