import { type ResettableLimit, resettableLimits } from "@vestibule/catalogue/support.table.ts";
import { liftFreeze } from "../../accounts/frozen-account.store.ts";
import { resetLocks } from "../../accounts/reset-locks.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { windowsOf } from "./active-limits.ts";
import { loadSupportCase, type SupportCaseResult } from "./load-support-case.ts";
import type { AgentCall, SupportDeps } from "./support-case.port.ts";
import { auditRefs } from "./view-support-case.ts";

/** `done`: whether anything changed. `notForThem`: the action does not apply to this person. */
export type AgentActionResult =
  | { kind: "acted"; done: boolean }
  | { kind: "notForThem" }
  | Exclude<SupportCaseResult, { kind: "found" }>;

export async function resetLimit(
  deps: SupportDeps,
  call: AgentCall,
  limit: ResettableLimit,
): Promise<AgentActionResult> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const windows = windowsOf(limit, opened.file);
  if (windows.length === 0) return { kind: "notForThem" };
  return transact(deps.database, async (transaction) => {
    let done = false;
    for (const window of windows) done = (await deps.limits.reset(transaction, window)) || done;
    await deps.auditor.record(transaction, {
      event: "support.lifted",
      result: done ? "ok" : "wasOpen",
      actor: call.actor,
      ...auditRefs(opened.file),
      facts: { limit, per: resettableLimits[limit] },
    });
    return { kind: "acted", done };
  });
}

export async function unlockAccount(
  deps: SupportDeps & Pick<ApiDeps, "registryOf">,
  call: AgentCall,
): Promise<AgentActionResult> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { account } = opened.file;
  if (account === undefined || account.isFrozen) return { kind: "notForThem" };
  return transact(deps.database, async (transaction) => {
    const result = await resetLocks(deps, transaction, account);
    await deps.auditor.record(transaction, {
      event: "account.unlocked",
      result,
      actor: call.actor,
      ...auditRefs(opened.file),
    });
    return { kind: "acted", done: result === "unlocked" };
  });
}

export async function unfreezeAccount(deps: SupportDeps, call: AgentCall): Promise<AgentActionResult> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { account } = opened.file;
  if (account === undefined) return { kind: "notForThem" };
  return transact(deps.database, async (transaction) => {
    const done = await liftFreeze(transaction, account.id);
    await deps.auditor.record(transaction, {
      event: "account.unfrozen",
      result: done ? "ok" : "wasOpen",
      actor: call.actor,
      ...auditRefs(opened.file),
    });
    return { kind: "acted", done };
  });
}
