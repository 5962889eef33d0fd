import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { countOnLink, holdLink, type Link } from "../../capabilities/links/link.store.ts";
import type { LinkOwner } from "../../capabilities/links/link-binding.rule.ts";
import { countAccountMail, mailInPlace } from "../../capabilities/links/link-mail.rule.ts";
import { standingOf } from "../../capabilities/links/link-standing.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { linkOf } from "./read-link.journey.ts";

export type RenewEnding =
  /** On its way; or the address has had its mails of the hour, which nobody is told. */
  | { kind: "asked" }
  /** Nothing to renew: no such link, one that is live, one its owner finished with, or nobody to send one to. */
  | { kind: "gone" }
  | { kind: "limit"; roadblock: "resend-email" }
  | { kind: "wait"; retryAfterSeconds: number };

/** Sends a fresh link of the same action in place of one that is over. */
export async function renewLink(parts: ProvingParts, visit: Visit, token: string): Promise<RenewEnding> {
  const taken = await parts.limits.take(parts.database, { limit: "linkAddress", subject: visit.address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const link = await linkOf(parts, visit, token);
  if (link === undefined || link.isDeleted) return { kind: "gone" };
  const standing = await standingOf(parts, { brand: visit.brand, link });
  if (standing.kind === "live") return { kind: "gone" };
  const { owner, isStale } = standing;
  return transact(parts.database, (transaction) => sendFresh(parts, transaction, { visit, link, owner, isStale }));
}

interface Renewal {
  visit: Visit;
  link: Link;
  owner: LinkOwner;
  /** Whether what it was issued for has changed: then an address must still be on file. */
  isStale: boolean;
  /** Why the link is over, where no time or use has ended it. */
  cause?: "wrongPasswords";
}

/** The message and its link, counted on the old one and carried over, so that a chain of them does not begin anew. */
export async function sendFresh(parts: ProvingParts, transaction: Trx, renewal: Renewal): Promise<RenewEnding> {
  const { visit, link, owner, cause } = renewal;
  const held = await holdLink(transaction, link.id);
  const plan = planOf(renewal);
  if (held === undefined || plan === undefined) return { kind: "gone" };
  if (held.mails >= limitRows.linkMailSession.limit) return { kind: "limit", roadblock: "resend-email" };
  const mails = await countOnLink(transaction, { id: link.id, what: "mails" });
  const hasRoom = await countAccountMail(parts.limits, transaction, { email: plan.recipient.email });
  const lived = livedIn("link", visit);
  if (hasRoom && plan.kind === "account") await tellOfAccount(parts, transaction, visit, plan.account);
  if (hasRoom && plan.kind === "fresh") {
    const { changesEmail, recoveryId, ...kept } = link;
    const fresh = await mailInPlace(parts, transaction, {
      brand: visit.brand,
      origin: visit.origin,
      facts: {
        ...kept,
        recipient: plan.recipient,
        ...(changesEmail && owner.account?.email !== plan.recipient.email && { changesEmail }),
      },
      owner,
      lifetimeMinutes: recoveryId === undefined ? lifetimes.linkHours * 60 : lifetimes.resetLinkMinutes,
      mails,
      message: "lockedAccount",
      ...(cause && { cause }),
    });
    await parts.auditor.record(transaction, {
      event: "link.issued",
      result: "ok",
      brandId: link.brandId,
      journeyId: fresh.id,
      actor: "person",
      lived,
      facts: { action: link.action, from: link.id, message: "sent" },
    });
  }
  await parts.auditor.record(transaction, {
    event: "link.renewed",
    result: hasRoom ? "ok" : "suppressed",
    brandId: link.brandId,
    ...(owner.account && { accountId: owner.account.id }),
    journeyId: link.id,
    actor: "person",
    lived,
    facts: { action: link.action, mails },
  });
  return { kind: "asked" };
}

type Address = { email: string; typed: string };
type Plan = { kind: "fresh"; recipient: Address } | { kind: "account"; recipient: Address; account: Account };

/** Where a fresh link may go. Somebody who has an account by now is told of it, at its address, in place of a link to make one. */
function planOf({ link, owner: { account, rows }, isStale }: Renewal): Plan | undefined {
  const own = account && { email: account.email, typed: account.emailTyped };
  const isForAccount = link.action === "RESETPWD_LOGIN" || link.action === "ASKPASSWORD";
  if (account?.disabled || (isForAccount && own === undefined)) return undefined;
  if (!isForAccount && account && own) return { kind: "account", recipient: own, account };
  if (!isForAccount && rows.length === 0) return undefined;
  const recipient = link.recipient ?? own;
  if (recipient === undefined) return undefined;
  const onFile = [own?.email, ...rows.map(({ email }) => email)];
  return isStale && !onFile.includes(recipient.email) ? undefined : { kind: "fresh", recipient };
}

async function tellOfAccount(
  { notifier }: ProvingParts,
  transaction: Trx,
  visit: Visit,
  { brandId, email, language, province }: Account,
): Promise<void> {
  await notifier.notify(transaction, {
    notification: "alreadyRegistered",
    brandId,
    language,
    channel: "EMAIL",
    recipient: email,
    facts: { origin: visit.origin, province },
  });
}
