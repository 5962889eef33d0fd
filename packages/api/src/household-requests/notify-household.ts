import type { Account } from "../accounts/account.store.ts";
import { notifyAccount } from "../accounts/notify-account.ts";
import type { ApiDeps } from "../deps.ts";
import type { HouseholdRequestState, Trx } from "../platform/database.table.ts";
import type { HouseholdRequest } from "./household-request.store.ts";

const driverNotices = {
  approved: "householdApproved",
  refused: "householdRefused",
  expired: "householdExpired",
} as const;

/** Notifies the driver and the policyholder of the end of a request. `link`: creates the driver's account. */
export async function notifyHousehold(
  deps: Pick<ApiDeps, "notifier">,
  transaction: Trx,
  {
    request,
    account,
    state,
    link,
  }: {
    request: HouseholdRequest;
    /** Undefined once the policyholder's account is deleted. */
    account: Account | undefined;
    state: Exclude<HouseholdRequestState, "requested">;
    link?: { id: string; url: string; expiresAt: Date } | undefined;
  },
): Promise<void> {
  const { brandId, language, province, origin, recipient, firstName, journeyId } = request;
  await deps.notifier.notify(transaction, {
    notification: driverNotices[state],
    channel: "EMAIL",
    recipient: recipient.email,
    brandId,
    language,
    journeyId: link?.id ?? journeyId,
    ...(link && { linkId: link.id }),
    facts: { origin, province, firstName, ...(link && { link: link.url, linkEndsAt: link.expiresAt.toISOString() }) },
  });
  if (account)
    await notifyAccount(deps, transaction, {
      notification: "householdAnswered",
      account,
      origin,
      facts: { firstName, answer: state },
    });
}
