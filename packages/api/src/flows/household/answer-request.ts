import { roles } from "@vestibule/catalogue/account.table.ts";
import { type Account, findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { findProvenIdentity } from "../../accounts/account-identity.store.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { settlingUntil } from "../../accounts/settling.rule.ts";
import { auditLocale } from "../../audit/auditor.port.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import {
  endHouseholdRequest,
  findHouseholdRequestByToken,
  findHouseholdRequestOfAccount,
  type HouseholdRequest,
  openHouseholdRequests,
} from "../../household-requests/household-request.store.ts";
import { notifyHousehold } from "../../household-requests/notify-household.ts";
import { findRowsOfPerson } from "../../identity/find-rows.ts";
import { belongsTo, identityByRow } from "../../identity/person.rule.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import { replaceLink } from "../../links/send-link.store.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";

type HouseholdDeps = LimitedDeps<"database" | "directory" | "keys" | "random" | "notifier" | "auditor">;

export type HouseholdAnswer = "approve" | "refuse";

/**
 * `paused`: open, but the account may not approve now: it is frozen, or a change of it has not settled, then `until` is
 * when it has. `ended`: no answer came in time, or what the request is about has changed.
 */
export interface HouseholdRequestView {
  kind: "found";
  state: "open" | "paused" | "approved" | "refused" | "ended";
  request: HouseholdRequest;
  until?: Date;
}
export type HouseholdRequestResult = HouseholdRequestView | { kind: "notFound" } | RetryLater;

/** A request, by the token of the policyholder's message or, in the account, by its id. */
type RequestName = { token: string; brandId: string } | { id: string; accountId: string };

/** Reads the request of a message without changing it. */
export async function readHouseholdLink(
  deps: HouseholdDeps,
  requestContext: RequestContext,
  token: string,
): Promise<HouseholdRequestResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const found = await findRequest(deps, deps.database, { token, brandId: requestContext.brand.id });
  return found ? view(found, await contactsOf(deps, requestContext, found)) : { kind: "notFound" };
}

export async function answerHouseholdLink(
  deps: HouseholdDeps,
  requestContext: RequestContext,
  { token, answer }: { token: string; answer: HouseholdAnswer },
): Promise<HouseholdRequestResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  return answerRequest(deps, requestContext, { name: { token, brandId: requestContext.brand.id }, answer });
}

/** The requests that wait for the signed-in policyholder, and until when the account may approve none. */
export async function listOwnHouseholdRequests(
  deps: Pick<HouseholdDeps, "database" | "directory">,
  call: AccountCall,
): Promise<{ requests: HouseholdRequest[]; settlingUntil: Date | null }> {
  const { accountId } = call.session;
  const account = await findAccountById(deps.database, accountId);
  const { settleAt } = await readContactsOnFile(deps, call);
  return {
    requests: await openHouseholdRequests(deps.database, accountId),
    settlingUntil: account ? settlingUntil(account, settleAt) : null,
  };
}

export function answerOwnHouseholdRequest(
  deps: HouseholdDeps,
  { requestContext, session, id, answer }: AccountCall & { id: string; answer: HouseholdAnswer },
): Promise<HouseholdRequestResult> {
  return answerRequest(deps, requestContext, { name: { id, accountId: session.accountId }, answer });
}

/**
 * Approves or refuses a request, and notifies both. An approval mails the driver a link that creates an account; it
 * opens no session and adds nothing to the policyholder's account. A request that is not open is returned unchanged.
 */
async function answerRequest(
  deps: HouseholdDeps,
  requestContext: RequestContext,
  { name, answer }: { name: RequestName; answer: HouseholdAnswer },
): Promise<HouseholdRequestResult> {
  const asked = await findRequest(deps, deps.database, name);
  if (asked === undefined) return { kind: "notFound" };
  const settleAt = await contactsOf(deps, requestContext, asked);
  const driver = answer === "approve" ? await findDriver(deps, asked.request) : undefined;
  const { companies } = requestContext.brand;
  const rows = driver ? await findRowsOfPerson(deps, { companies, person: identityByRow(driver) }) : [];
  return transact(deps.database, async (transaction): Promise<HouseholdRequestResult> => {
    if (asked.request.accountId) await lockAccountForUpdate(transaction, asked.request.accountId);
    const found = await findRequest(deps, transaction, name);
    if (found === undefined) return { kind: "notFound" };
    const { request, account } = found;
    const isAllowed = answer === "refuse" || view(found, settleAt).state === "open";
    if (!request.isOpen || account === undefined || !isAllowed) return view(found, settleAt);
    const state = answer === "refuse" ? "refused" : driver ? "approved" : "expired";
    await endHouseholdRequest(transaction, { id: request.id, state });
    const link = driver && (await issueAccountLink(deps, transaction, { requestContext, request, driver, rows }));
    await notifyHousehold(deps, transaction, { request, account, state, link });
    await deps.auditor.record(transaction, {
      event: `household.${state}`,
      result: state === "expired" ? "changed" : "ok",
      brandId: request.brandId,
      accountId: account.id,
      journeyId: request.journeyId,
      actor: "person",
      facts: { request: request.id, ...(link && { link: link.id }), ...auditLocale(requestContext) },
    });
    return { kind: "found", state: state === "expired" ? "ended" : state, request };
  });
}

interface FoundRequest {
  request: HouseholdRequest;
  account: Account | undefined;
}

async function findRequest(
  { keys }: Pick<HouseholdDeps, "keys">,
  database: DbOrTrx,
  name: RequestName,
): Promise<FoundRequest | undefined> {
  const request =
    "token" in name
      ? await findHouseholdRequestByToken(keys, database, name)
      : await findHouseholdRequestOfAccount(database, name);
  if (request === undefined) return undefined;
  return {
    request,
    account: request.accountId === null ? undefined : await findAccountById(database, request.accountId),
  };
}

/** When the newest contact of the policyholder has settled. */
async function contactsOf(deps: HouseholdDeps, requestContext: RequestContext, { account }: FoundRequest) {
  if (account === undefined) return undefined;
  return (await readContactsOnFile(deps, { requestContext, session: { accountId: account.id } })).settleAt;
}

function view({ request, account }: FoundRequest, settleAt: Date | undefined): HouseholdRequestView {
  if (request.state === "approved" || request.state === "refused")
    return { kind: "found", state: request.state, request };
  if (!request.isOpen || account === undefined) return { kind: "found", state: "ended", request };
  const { disabled, needsNewPassword } = account;
  const until = settlingUntil(account, settleAt);
  // The person behind a change that has not settled may be a thief.
  if (disabled || needsNewPassword) return { kind: "found", state: "paused", request };
  if (until !== null) return { kind: "found", state: "paused", request, until };
  return { kind: "found", state: "open", request };
}

/** The driver's row, while the account's person is still a policyholder on that policy. */
async function findDriver(
  { database, directory }: HouseholdDeps,
  { accountId, policy: { company, policyNumber, role }, personKey }: HouseholdRequest,
): Promise<PolicyPerson | undefined> {
  const holder = accountId === null ? undefined : await findProvenIdentity(database, accountId);
  if (holder === undefined) return undefined;
  const onPolicy = await directory.findByPolicyNumber({ companies: [company], policyNumber });
  const isHolder = onPolicy.some((row) => row.role === roles.policyHolder && belongsTo(row, holder));
  return isHolder ? onPolicy.find((row) => row.role === role && row.personKey === personKey) : undefined;
}

/** The link with which the driver creates an account under the e-mail that they gave. */
function issueAccountLink(
  deps: HouseholdDeps,
  transaction: Trx,
  {
    requestContext,
    request: { brandId, policy, personKey, recipient, language, province, origin },
    driver,
    rows,
  }: { requestContext: RequestContext; request: HouseholdRequest; driver: PolicyPerson; rows: readonly PolicyPerson[] },
) {
  return replaceLink(deps, transaction, {
    requestContext: { ...requestContext, origin, language, province },
    owner: { rows },
    facts: { action: "DEFPWD_REGISTER", brandId, personKey, policy, recipient, ubi: driver.ubi },
    mails: 0,
    message: "withheld",
  });
}
