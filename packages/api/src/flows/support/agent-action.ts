import { type ResettableLimit, resettableLimits } from "@vestibule/catalogue/support.table.ts";
import { liftFreeze } from "../../accounts/frozen-account.store.ts";
import { resetLocks } from "../../accounts/reset-locks.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { windowsOf } from "./active-limits.ts";
import { loadSupportCase, type SupportCaseResult } from "./load-support-case.ts";
import type { AgentCall, SupportCaseFile, SupportDeps } from "./support-case.port.ts";
import { auditRefs } from "./view-support-case.ts";

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
