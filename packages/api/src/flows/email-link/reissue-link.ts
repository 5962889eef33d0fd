import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { Account } from "../../accounts/account.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { findEmailOfBefore } from "../../accounts/settling.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import { incrementLinkCounter, lockLinkForUpdate } from "../../links/link.store.ts";
import { settledRows } from "../../links/link-owner.rule.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import { countAccountMail, replaceLink } from "../../links/send-link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { findLinkByToken } from "./link-by-token.ts";
import { type LinkCall, linkEvent } from "./open-link.ts";

export type ReissueLinkResult =
  /** Sent, or suppressed by the e-mail's limit, which the response does not show. */
  | { kind: "requested" }
  /** Nothing to reissue: the link is unknown, active or deleted, or has no recipient. */
  | { kind: "notFound" }
  | { kind: "limit"; roadblock: "resend-email" }
  | RetryLater;

/** Sends a new link with the same action in place of one that has ended. */
export async function reissueLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  token: string,
): Promise<ReissueLinkResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const link = await findLinkByToken(deps, requestContext, token);
  if (link === undefined || link.isDeleted) return { kind: "notFound" };
  const state = await linkState(deps, { brand: requestContext.brand, link });
  if (state.kind === "active") return { kind: "notFound" };
  const { owner, isStale } = state;
  return transact(deps.database, (transaction) =>
    sendReissuedLink(deps, transaction, { requestContext, link, owner, isStale }),
  );
}

interface Renewal extends LinkCall {
  /** Its circumstances have changed; it then goes only to the account's e-mail or one on file. */
  isStale: boolean;
  /** Why the link has ended, unless it expired or was used. */
  cause?: "wrongPasswords";
}

/**
 * Sends the message and its link. The count of mails carries over to the new link, so that reissuing does not reset
 * the limit.
 */
export async function sendReissuedLink(
  deps: IdentityProofDeps,
  transaction: Trx,
  renewal: Renewal,
): Promise<ReissueLinkResult> {
  const { requestContext, link, owner, cause } = renewal;
  const locked = await lockLinkForUpdate(transaction, link.id);
  const plan = planOf(renewal, owner.account && (await findEmailOfBefore(transaction, owner.account.id)));
  if (locked === undefined || plan === undefined) return { kind: "notFound" };
  if (locked.mails >= limitRows.linkMailSession.limit) return { kind: "limit", roadblock: "resend-email" };
  const mails = await incrementLinkCounter(transaction, { id: link.id, what: "mails" });
  const hasRoom = await countAccountMail(deps.limits, transaction, { email: plan.recipient.email });
  if (hasRoom && plan.kind === "account") {
    const { account } = plan;
    await notifyAccount(deps, transaction, {
      notification: "alreadyRegistered",
      account,
      origin: requestContext.origin,
      device: requestContext.device,
      facts: { cause: "link" },
    });
  }
  if (hasRoom && plan.kind === "newLink") {
    const { changesEmail, recoveryId, ...linkFacts } = link;
    const newLink = await replaceLink(deps, transaction, {
      requestContext,
      facts: {
        ...linkFacts,
        recipient: plan.recipient,
        ...(changesEmail && owner.account?.email !== plan.recipient.email && { changesEmail }),
      },
      owner,
      ...(recoveryId !== undefined && { lifetimeMinutes: ttl.resetLinkMinutes }),
      mails,
      message: "lockedAccount",
      ...(cause && { cause }),
    });
    const facts = {
      ...{ action: link.action, from: link.id, message: "sent" },
      expiresAt: newLink.expiresAt.toISOString(),
    };
    await deps.auditor.record(transaction, linkEvent(renewal, { event: "link.issued", journeyId: newLink.id, facts }));
  }
  await deps.auditor.record(
    transaction,
    linkEvent(renewal, {
      event: "link.renewed",
      result: hasRoom ? "ok" : "suppressed",
      ...(owner.account && { accountId: owner.account.id }),
      facts: { action: link.action, mails },
    }),
  );
  return { kind: "requested" };
}

type Plan = { kind: "newLink"; recipient: TypedEmail } | { kind: "account"; recipient: TypedEmail; account: Account };

/**
 * Chooses the recipient. A person who has an account by now gets a notice at its e-mail instead of a link to create
 * one.
 */
function planOf({ link, owner, isStale }: Renewal, before: TypedEmail | undefined): Plan | undefined {
  const { account, rows } = owner;
  const accountEmail = account && (before ?? { email: account.email, emailAsTyped: account.emailAsTyped });
  const isForAccount = link.action === "RESETPWD_LOGIN" || link.action === "ASKPASSWORD";
  if (account?.disabled || (isForAccount && accountEmail === undefined)) return undefined;
  if (!isForAccount && account && accountEmail) return { kind: "account", recipient: accountEmail, account };
  if (!isForAccount && rows.length === 0) return undefined;
  const recipient = link.recipient ?? accountEmail;
  if (recipient === undefined) return undefined;
  // The reader of a link to reset the password may set one, so a previous e-mail of the account gets none.
  const onFile = [
    accountEmail?.email,
    ...(link.action === "RESETPWD_LOGIN" ? [] : settledRows(owner).map(({ email }) => email)),
  ];
  return isStale && !onFile.includes(recipient.email) ? undefined : { kind: "newLink", recipient };
}
