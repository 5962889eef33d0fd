import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type RawBuilder, sql } from "kysely";
import { settledBefore } from "../accounts/account.store.ts";
import type { PolicyRole } from "../accounts/account-policy.store.ts";
import { appNow, readTime } from "../platform/database.adapter.ts";
import type { DbOrTrx, HouseholdRequestState, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** What a driver asks of the policyholder. */
export interface HouseholdRequestFacts {
  brandId: string;
  /** The policyholder's account. */
  accountId: string;
  /** The registration in which the driver asked. */
  journeyId: string;
  /** The driver's row of the book. */
  policy: PolicyRole;
  personKey: string;
  firstName: string;
  /** Where the driver gets the result. */
  recipient: TypedEmail;
  language: Language;
  province: ProvinceId;
  origin: string;
}

export interface HouseholdRequest extends Omit<HouseholdRequestFacts, "accountId"> {
  id: string;
  /** Null once the account was deleted. */
  accountId: string | null;
  state: HouseholdRequestState;
  /** Waits for an answer, and its time has not run out. */
  isOpen: boolean;
  requestedAt: Date;
  dueAt: Date;
}

const tokenParts = (token: string) => ["household request", token];
const isOpen = sql<boolean>`(state = 'requested' and due_at > app_now())`;
const columns = [
  ...(["id", "brand as brandId", "account_id as accountId", "journey_id as journeyId", "company"] as const),
  ...(["policy_number as policyNumber", "role", "person_key as personKey", "first_name as firstName"] as const),
  ...(["email", "email_typed as emailAsTyped", "language", "province", "origin", "state"] as const),
  ...(["requested_at as requestedAt", "due_at as dueAt"] as const),
  isOpen.as("isOpen"),
] as const;
const select = (database: DbOrTrx) => database.selectFrom("household_request").select(columns);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirst"]>>>;

function toRequest({ company, policyNumber, role, email, emailAsTyped, ...row }: Row): HouseholdRequest {
  return { ...row, policy: { company, policyNumber, role }, recipient: { email, emailAsTyped } };
}

/** Stores a request; undefined when one of this driver to this account waits already. */
export async function insertHouseholdRequest(
  { secretHash }: { secretHash: KeyRing },
  transaction: Trx,
  { token, ...facts }: HouseholdRequestFacts & { token: string },
): Promise<HouseholdRequest | undefined> {
  const { policy, recipient } = facts;
  const requestedAt = await readTime(transaction);
  const row = await transaction
    .insertInto("household_request")
    .values({
      brand: facts.brandId,
      account_id: facts.accountId,
      journey_id: facts.journeyId,
      company: policy.company,
      policy_number: policy.policyNumber,
      role: policy.role,
      person_key: facts.personKey,
      first_name: facts.firstName,
      email: recipient.email,
      email_typed: recipient.emailAsTyped,
      language: facts.language,
      province: facts.province,
      origin: facts.origin,
      token_hash: keyedHash(secretHash, tokenParts(token)),
      requested_at: requestedAt,
      due_at: new Date(requestedAt.getTime() + ttl.householdRequestHours * 3_600_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toRequest(row);
}

async function find(database: DbOrTrx, condition: RawBuilder<boolean>): Promise<HouseholdRequest | undefined> {
  const row = await select(database).where(condition).executeTakeFirst();
  return row && toRequest(row);
}

/** The open request of a driver to this account. */
export function findOpenRequest(
  database: DbOrTrx,
  { accountId, policy, personKey }: Pick<HouseholdRequestFacts, "accountId" | "policy" | "personKey">,
): Promise<HouseholdRequest | undefined> {
  return find(
    database,
    sql`${isOpen} and account_id = ${accountId}::uuid and company = ${policy.company}
      and policy_number = ${policy.policyNumber} and person_key = ${personKey}`,
  );
}

export function findHouseholdRequestByToken(
  { secretHash }: { secretHash: KeyRing },
  database: DbOrTrx,
  { token, brandId }: { token: string; brandId: string },
): Promise<HouseholdRequest | undefined> {
  return find(
    database,
    sql`brand = ${brandId} and token_hash = any(${keyedHashes(secretHash, tokenParts(token))}::text[])`,
  );
}

export function findHouseholdRequestOfAccount(
  database: DbOrTrx,
  { id, accountId }: { id: string; accountId: string },
): Promise<HouseholdRequest | undefined> {
  return find(database, sql`id = ${id}::uuid and account_id = ${accountId}::uuid`);
}

/** Requests that wait for an account's answer, oldest first. */
export async function openHouseholdRequests(database: DbOrTrx, accountId: string): Promise<HouseholdRequest[]> {
  const rows = await select(database)
    .where("account_id", "=", accountId)
    .where(isOpen)
    .orderBy("requested_at")
    .limit(20)
    .execute();
  return rows.map(toRequest);
}

/** Ends a request that waits; false when it does not wait any longer. An answer must come before the deadline. */
export async function endHouseholdRequest(
  transaction: Trx,
  { id, state }: { id: string; state: Exclude<HouseholdRequestState, "requested"> },
): Promise<boolean> {
  const row = await transaction
    .updateTable("household_request")
    .set({ state, ended_at: appNow })
    .where("id", "=", id)
    .where("state", "=", "requested")
    .$if(state !== "expired", (query) => query.where("due_at", ">", appNow))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the links of approvals that have not settled: another person than the policyholder may have given them. In
 * place of a link that is only revoked, its reader may have a new one sent.
 */
export async function revokeUnsettledApprovals(transaction: Trx, accountId: string): Promise<void> {
  await sql`
    update link set deleted_at = app_now() from household_request asked join account on account.id = asked.account_id
    where account.id = ${accountId}::uuid and asked.state = 'approved' and asked.ended_at > ${settledBefore}
      and link.brand = asked.brand and link.action = 'DEFPWD_REGISTER' and link.person_key = asked.person_key
      and link.policy_number = asked.policy_number and link.recipient = asked.email
      and link.issued_at >= asked.ended_at and link.deleted_at is null`.execute(transaction);
}

/** Ends the requests whose time has run out. Rows that another server ends at the same time are left to it. */
export async function expireDueRequests(transaction: Trx): Promise<HouseholdRequest[]> {
  const due = transaction
    .selectFrom("household_request")
    .select("id")
    .where("state", "=", "requested")
    .where("due_at", "<=", appNow)
    .orderBy("due_at")
    .limit(50)
    .forUpdate()
    .skipLocked();
  const rows = await transaction
    .updateTable("household_request")
    .set({ state: "expired", ended_at: appNow })
    .where("id", "in", due)
    .returning(columns)
    .execute();
  return rows.map(toRequest);
}
