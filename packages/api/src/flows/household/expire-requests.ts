import { findAccountById } from "../../accounts/account.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { expireDueRequests } from "../../household-requests/household-request.store.ts";
import { notifyHousehold } from "../../household-requests/notify-household.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type ExpireRequestsDeps = Pick<ApiDeps, "database" | "notifier" | "auditor">;

/** Ends the requests that no policyholder answered in time, and notifies both. */
export async function expireHouseholdRequests(deps: ExpireRequestsDeps): Promise<void> {
  await transact(deps.database, async (transaction) => {
    for (const request of await expireDueRequests(transaction)) {
      const { accountId, brandId, journeyId } = request;
      const account = accountId === null ? undefined : await findAccountById(transaction, accountId);
      await notifyHousehold(deps, transaction, { request, account, state: "expired" });
      await deps.auditor.record(transaction, {
        event: "household.expired",
        result: "notAnswered",
        brandId,
        journeyId,
        ...(account && { accountId: account.id }),
        actor: "system",
        facts: { request: request.id },
      });
    }
  });
}
