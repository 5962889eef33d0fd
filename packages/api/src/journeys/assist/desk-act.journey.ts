import { type LiftableLimit, liftableLimits } from "@vestibule/catalogue/support.table.ts";
import { liftLocks } from "../../capabilities/accounts/lifted-locks.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { windowsOf } from "./limits-in-force.journey.ts";
import { type OpenedCase, openCase } from "./open-case.journey.ts";
import type { AssistParts, DeskCall } from "./support-case.port.ts";
import { trailOf } from "./tell-case.journey.ts";

/** `done`: whether there was anything to do. `notForThem`: the act does not fit this person. */
export type ActEnding =
  | { kind: "acted"; done: boolean }
  | { kind: "notForThem" }
  | Exclude<OpenedCase, { kind: "found" }>;

/** Forgets one limit's counts of the person behind a reference. */
export async function liftLimit(parts: AssistParts, call: DeskCall, limit: LiftableLimit): Promise<ActEnding> {
  const opened = await openCase(parts, call);
  if (opened.kind !== "found") return opened;
  const windows = windowsOf(limit, opened.file);
  if (windows.length === 0) return { kind: "notForThem" };
  return transact(parts.database, async (transaction) => {
    let done = false;
    for (const window of windows) done = (await parts.limits.forget(transaction, window)) || done;
    await parts.auditor.record(transaction, {
      ...{ event: "support.lifted", result: done ? "ok" : "wasOpen", actor: call.actor },
      ...trailOf(opened.file),
      facts: { limit, per: liftableLimits[limit] },
    });
    return { kind: "acted", done };
  });
}

/** Lifts every lock of the sign-in of the account behind a reference. */
export async function unlockBehind(parts: AssistParts, call: DeskCall): Promise<ActEnding> {
  const opened = await openCase(parts, call);
  if (opened.kind !== "found") return opened;
  const { account } = opened.file;
  if (account === undefined) return { kind: "notForThem" };
  return transact(parts.database, async (transaction) => {
    const result = await liftLocks(parts, transaction, account);
    await parts.auditor.record(transaction, {
      ...{ event: "account.unlocked", result, actor: call.actor },
      ...trailOf(opened.file),
    });
    return { kind: "acted", done: result === "unlocked" };
  });
}
