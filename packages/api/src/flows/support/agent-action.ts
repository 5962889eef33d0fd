import { agentLinkSources, type ResettableLimit, resettableLimits } from "@vestibule/catalogue/support.table.ts";
import type { SupportLinkBody } from "@vestibule/contract/internal/support-desk.schema.ts";
import { findAccountById, lockAccountForUpdate } from "../../accounts/account.store.ts";
import { keepChange, listAccountChanges } from "../../accounts/account-changes.store.ts";
import { liftFreeze } from "../../accounts/frozen-account.store.ts";
import { notifyAccount, securityContacts } from "../../accounts/notify-account.ts";
import { resetLocks } from "../../accounts/reset-locks.store.ts";
import { putBackEmail, secureAccount } from "../../accounts/settling.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import type { DeskLinkOrder, DeskLinkResult } from "../../links/link-order.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { windowsOf } from "./active-limits.ts";
import {
  type AgentCall,
  loadSupportCase,
  type SupportCaseFile,
  type SupportCaseResult,
  type SupportDeps,
} from "./load-support-case.ts";
import { auditRefs, linksFor } from "./view-support-case.ts";

/** `done`: whether anything changed. `notForThem`: the action does not apply to this person. */
export type AgentActionResult =
  | { kind: "acted"; done: boolean }
  | { kind: "notForThem" }
  | Exclude<SupportCaseResult, { kind: "found" }>;

export function resetLimit(deps: SupportDeps, call: AgentCall, limit: ResettableLimit): Promise<AgentActionResult> {
  return actOnCase(deps, call, (file) => {
    const windows = windowsOf(limit, file);
    if (windows.length === 0) return undefined;
    return async (transaction) => {
      let done = false;
      for (const window of windows) done = (await deps.limits.reset(transaction, window)) || done;
      const facts = { limit, per: resettableLimits[limit] };
      return { done, event: "support.lifted", result: done ? "ok" : "wasOpen", facts };
    };
  });
}

export function unlockAccount(
  deps: SupportDeps & Pick<ApiDeps, "registryOf">,
  call: AgentCall,
): Promise<AgentActionResult> {
  return actOnCase(deps, call, ({ account }) => {
    if (account === undefined || account.isFrozen) return undefined;
    return async (transaction) => {
      const result = await resetLocks(deps, transaction, account);
      return { done: result === "unlocked", event: "account.unlocked", result };
    };
  });
}

export function unfreezeAccount(deps: SupportDeps, call: AgentCall): Promise<AgentActionResult> {
  return actOnCase(deps, call, ({ account }) => {
    if (account === undefined) return undefined;
    return async (transaction) => {
      const done = await liftFreeze(transaction, account.id);
      return { done, event: "account.unfrozen", result: done ? "ok" : "wasOpen" };
    };
  });
}

type ChangeVerdict = { id: string; verdict: "keep" | "putBack" };

/**
 * Keeps a change of the last 30 days, or puts it back and secures the account as a freeze does. Both e-mails hear of a
 * change that is put back.
 */
export async function decideChange(
  deps: SupportDeps & Pick<ApiDeps, "notifier" | "originOf">,
  call: AgentCall,
  { id, verdict }: ChangeVerdict,
): Promise<AgentActionResult | { kind: "emailTaken" }> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { file } = opened;
  const brand = deps.brands.byId(file.reference.brandId);
  const origin = brand && deps.originOf(brand);
  if (file.account === undefined || origin === undefined) return { kind: "notForThem" };
  const accountId = file.account.id;
  return transact(deps.database, async (transaction): Promise<AgentActionResult | { kind: "emailTaken" }> => {
    const account = await lockAccountForUpdate(transaction, accountId);
    const change = (await listAccountChanges(transaction, accountId)).find((one) => one.id === id);
    if (account === undefined || change === undefined) return { kind: "notForThem" };
    const { kind, state } = change;
    const record = (done: boolean) =>
      deps.auditor.record(transaction, {
        event: verdict === "keep" ? "support.changeKept" : "support.changePutBack",
        result: done ? "ok" : "wasOpen",
        actor: call.actor,
        ...auditRefs(file),
        facts: { change: kind },
      });
    const isDone = state === "putBack" || (verdict === "keep" && state !== "inForce");
    if (isDone) {
      await record(false);
      return { kind: "acted", done: false };
    }
    if (verdict === "keep") await keepChange(transaction, { kind, id });
    else {
      const contacts = await securityContacts(transaction, account);
      if ((await putBackEmail(transaction, accountId, { kind, id })) === "emailTaken" && kind === "email")
        return { kind: "emailTaken" };
      await secureAccount(transaction, accountId, { denied: { kind, id } });
      const restored = (await findAccountById(transaction, accountId)) ?? account;
      const notice = { notification: "changePutBack", account: restored, origin, alsoTo: contacts } as const;
      await notifyAccount(deps, transaction, notice);
    }
    await record(true);
    return { kind: "acted", done: true };
  });
}

type Action = (transaction: Trx) => Promise<{ done: boolean } & Pick<AuditEvent, "event" | "result" | "facts">>;

/** Acts on the person of a reference and records it; `choose` returns undefined where the action does not apply. */
async function actOnCase(
  deps: SupportDeps,
  call: AgentCall,
  choose: (file: SupportCaseFile) => Action | undefined,
): Promise<AgentActionResult> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const act = choose(opened.file);
  if (act === undefined) return { kind: "notForThem" };
  return transact(deps.database, async (transaction) => {
    const { done, ...event } = await act(transaction);
    await deps.auditor.record(transaction, { ...event, actor: call.actor, ...auditRefs(opened.file) });
    return { kind: "acted", done };
  });
}

/** Orders a link for the person behind a reference. The agent never sees the link. */
export async function orderAgentLink(
  deps: SupportDeps,
  call: AgentCall,
  { action, email, order }: SupportLinkBody & { order: (order: DeskLinkOrder) => Promise<DeskLinkResult> },
): Promise<AgentActionResult | Exclude<DeskLinkResult, { kind: "issued" }>> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { file } = opened;
  const [person] = file.policies;
  if (person === undefined || !linksFor(file).includes(action)) return { kind: "notForThem" };
  const { company, policyNumber, role, personKey } = person;
  const result = await order({
    company,
    policyNumber,
    role,
    personKey,
    action,
    brand: file.reference.brandId,
    src: agentLinkSources[action],
    ...(email !== undefined && { email }),
    actor: call.actor,
    message: "sent",
    reference: file.reference.code,
    journeyId: file.journeys[0]?.id,
  });
  // A request is recorded with its own event.
  if (result.kind === "requested") return result;
  // The link's own event names the link; this one appears in the journey's steps.
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      ...(result.kind === "issued"
        ? { event: "support.linkSent", result: "ok" }
        : { event: "support.linkNotSent", result: result.kind === "refused" ? result.refusal : result.kind }),
      actor: call.actor,
      ...auditRefs(file),
      facts: { action, to: email === undefined ? "onFile" : "given" },
    }),
  );
  return result.kind === "issued" ? { kind: "acted", done: true } : result;
}
