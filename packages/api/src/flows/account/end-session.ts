import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { endOtherSessions } from "../../accounts/gateway-session.store.ts";
import { forgetBrowsers, stopRememberingBrowsers } from "../../accounts/known-browser.store.ts";
import { revokePendingSignIns } from "../../accounts/pending-sign-in.store.ts";
import { revokeTickets } from "../../accounts/sign-in-ticket.store.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";

type Deps = Pick<ApiDeps, "database" | "auditor">;

/**
 * Ends one other session of the account, or without an id all others, and the sign-ins that are not finished. The next
 * login in their browsers needs a second proof again. Returns how many sessions ended.
 */
export function endSessions(deps: Deps, call: AccountCall, id?: string): Promise<number> {
  return removeAccess(deps, call, "session.ended", async (transaction) => {
    const { accountId, idHash } = call.session;
    // Before the sessions, so that one that a sign-in opens at this moment is seen.
    await revokePendingSignIns(transaction, accountId);
    await revokeTickets(transaction, accountId);
    const count = await endOtherSessions(transaction, { accountId, idHash, id });
    await stopRememberingBrowsers(transaction, {
      accountId,
      ...(id === undefined ? { exceptOf: idHash } : { of: id }),
    });
    return count;
  });
}

/** Forgets one known browser of the account, or without an id all but the caller's. Returns how many it forgot. */
export function forgetKnownBrowsers(deps: Deps, call: AccountCall, id?: string): Promise<number> {
  const { accountId, idHash } = call.session;
  return removeAccess(deps, call, "browser.forgotten", (transaction) =>
    forgetBrowsers(transaction, { accountId, ...(id === undefined ? { exceptOf: idHash } : { id }) }),
  );
}

async function removeAccess(
  { database, auditor }: Deps,
  call: AccountCall,
  event: "session.ended" | "browser.forgotten",
  remove: (transaction: Trx) => Promise<number>,
): Promise<number> {
  return transact(database, async (transaction) => {
    const count = await remove(transaction);
    if (count > 0) await auditor.record(transaction, accountEvent(call, { event, facts: { count } }));
    return count;
  });
}
