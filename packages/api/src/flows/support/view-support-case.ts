import { type AgentLink, type SignInLock, signInLocks } from "@vestibule/catalogue/support.table.ts";
import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";
import { listAccountChanges } from "../../accounts/account-changes.store.ts";
import { contactsSettleAt, mobileSettlesAt, settlingUntil } from "../../accounts/settling.rule.ts";
import { findSettled } from "../../accounts/settling.store.ts";
import { findAuditEvents } from "../../audit/kept-event.store.ts";
import { type LinkRequest, linkRequestsOfPerson } from "../../link-requests/link-request.store.ts";
import { awaitsDecisionOf, describeLinkRequest } from "../../link-requests/link-request-response.rule.ts";
import { messagesOfJourneys } from "../../messages/notification.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { roadblockOf } from "../../references/support-reference.store.ts";
import { listActiveLimits } from "./active-limits.ts";
import {
  type AgentCall,
  hoursAroundReference,
  loadSupportCase,
  type SupportCaseFile,
  type SupportCaseResult,
  type SupportDeps,
} from "./load-support-case.ts";
import { redactMessage, redactStep } from "./redacted-step.rule.ts";
import { mayWaive } from "./request-waiver.ts";

const mostSteps = 200;

/** Returns what an agent may see behind a reference. Every call is audited, also for an unknown reference. */
export async function viewSupportCase(
  deps: SupportDeps,
  call: AgentCall,
): Promise<{ kind: "viewed"; response: SupportCase } | Exclude<SupportCaseResult, { kind: "found" }>> {
  const opened = await loadSupportCase(deps, call);
  const requests = opened.kind === "found" ? await requestsIn(deps, opened.file) : [];
  const result =
    opened.kind === "found"
      ? { kind: "viewed" as const, response: await describeCase(deps, { ...opened.file, requests }, call) }
      : opened;
  const viewed = {
    result: opened.kind,
    actor: call.actor,
    ...(opened.kind === "found" && auditRefs(opened.file)),
  };
  const isAddressShown = requests.some((request) => awaitsDecisionOf(request, call));
  await transact(deps.database, async (transaction) => {
    await deps.auditor.record(transaction, { event: "support.viewed", ...viewed });
    if (isAddressShown) await deps.auditor.record(transaction, { event: "support.linkAddressViewed", ...viewed });
  });
  return result;
}

async function requestsIn(deps: SupportDeps, { reference, policies: people }: SupportCaseFile): Promise<LinkRequest[]> {
  return people.length === 0 ? [] : linkRequestsOfPerson(deps.database, { brandId: reference.brandId, people });
}

export function auditRefs({ reference, journeys: [journey], account }: SupportCaseFile) {
  const { brandId } = reference;
  return { brandId, ...(journey?.id && { journeyId: journey.id }), ...(account && { accountId: account.id }) };
}

async function describeCase(
  deps: SupportDeps,
  file: SupportCaseFile & { requests: readonly LinkRequest[] },
  call: Pick<AgentCall, "actor" | "role">,
): Promise<SupportCase> {
  const { reference, journeys, account, requests } = file;
  const { code, brandId, facts, browserSessionId, madeAt } = reference;
  const [journey] = journeys;
  const journeyIds = journeys.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const events = await findAuditEvents(deps.database, {
    brandId,
    journeyIds,
    accountId: account?.id,
    browserSessionId,
    ...hoursAroundReference(madeAt),
    limit: mostSteps,
  });
  // A refused temporary password starts a recovery that the person never sees; its message is found by the event's
  // journey id.
  const eventJourneyIds = events.flatMap((event) => event.journeyId ?? []);
  const ids = [...new Set([...journeyIds, ...eventJourneyIds, ...requests.map(({ id }) => id)])];
  const messages = await messagesOfJourneys(deps.database, { ids, brandId });
  const { limits, resettable, wrongPasswords } = await listActiveLimits(deps, file, events);
  const changes = account === undefined ? [] : await listAccountChanges(deps.database, account.id);
  const roadblock = roadblockOf(facts);
  const settled = account && (await findSettled(deps.database, account.id));
  const until = account && settlingUntil(account, settled && contactsSettleAt(file.policies, settled));
  const newMobileFrom = settled && mobileSettlesAt(file.policies, settled);
  return {
    code,
    brand: brandId,
    madeAt: madeAt.toISOString(),
    ...facts,
    ...(roadblock && { roadblock }),
    ...(journey && { journey: describeJourney(file, journey.kind) }),
    ...accountStatusOf(file),
    ...(until && { settlingUntil: until.toISOString() }),
    ...(newMobileFrom && { newMobileFrom: newMobileFrom.toISOString() }),
    changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    steps: events.map(redactStep),
    messages: messages.map(redactMessage),
    requests: requests.map((request) =>
      describeLinkRequest(request, call.actor, { showsEmail: awaitsDecisionOf(request, call) }),
    ),
    limits,
    ...(wrongPasswords > 0 && { wrongPasswords }),
    acts:
      call.role === "read"
        ? { lift: [], unlock: false, unfreeze: false, links: [], waive: false }
        : {
            lift: resettable,
            unlock:
              account?.isFrozen === false &&
              limits.some(({ limit }) => signInLocks.some((lock) => lock === limit && !isUntilNewPassword(file, lock))),
            unfreeze: account?.isFrozen ?? false,
            links: linksFor(file),
            waive: mayWaive(file, deps.brands.byId(brandId)),
          },
  };
}

/** After an undo or a freeze, unlocking does not open the password. */
function isUntilNewPassword({ account }: SupportCaseFile, lock: SignInLock): boolean {
  return lock === "passwordLocked" && account?.needsNewPassword === true;
}

function describeJourney({ row }: SupportCaseFile, kind: NonNullable<SupportCase["journey"]>["kind"]) {
  // A sign-in has no row and has ended once it is refused.
  if (row === undefined) return { kind, state: kind === "signIn" ? "ended" : "deleted" } as const;
  const { isOpen, page, endReason } = row;
  return { kind, state: isOpen ? "open" : "ended", ...(page && { page }), ...(endReason && { endReason }) } as const;
}

const statuses = { A: "active", T: "temporary", L: "locked" } as const;

/** "none" for a sign-in or recovery without an account; nothing for an unidentified person. */
function accountStatusOf({ journeys, account, isIdentified }: SupportCaseFile): Pick<SupportCase, "account"> {
  if (account?.isFrozen) return { account: "frozen" };
  if (account !== undefined) return { account: account.disabled ? "disabled" : statuses[account.status] };
  const isAsked = isIdentified || journeys.some(({ kind }) => kind === "signIn" || kind === "recovery");
  return isAsked ? { account: "none" } : {};
}

/** Links that an agent may send: with an account to reset the password, without one to register. */
export function linksFor({ account, policies }: SupportCaseFile): AgentLink[] {
  if (policies.length === 0 || account?.disabled) return [];
  return account === undefined ? ["DEFPWD_REGISTER"] : ["RESETPWD_LOGIN"];
}
