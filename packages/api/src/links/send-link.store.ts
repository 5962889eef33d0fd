import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { issueLink, type LinkFacts, type MailedLinkFacts, revokeSimilarLinks } from "./link.store.ts";
import { fingerprintAccount, homeProvince, type LinkOwner } from "./link-owner.rule.ts";
import { linkUrl } from "./link-url.rule.ts";

export interface LinkMailing {
  origin: string;
  facts: MailedLinkFacts;
  lifetimeMinutes: number;
  /** How often the replaced link was sent again; absent for a first link. */
  mails?: number;
  message: "link" | "lockedAccount" | "withheld";
  /** Why the replaced link or method ended; absent when a link expired. */
  cause?: "wrongPasswords";
  firstName?: string;
  /** Province for the telephone number in the message, when it differs from that of the link's page. */
  home?: ProvinceId;
}

interface SentLink {
  id: string;
  token: string;
  url: string;
  expiresAt: Date;
}

/** Issues a link and queues its message in one transaction. */
export async function sendLink(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  { origin, facts, lifetimeMinutes, mails, message, cause, firstName, home }: LinkMailing,
): Promise<SentLink> {
  const order = { ...facts, lifetimeMinutes, ...(mails !== undefined && { mails }) };
  const { id, token, expiresAt } = await issueLink(deps, transaction, order);
  const { brandId, source, language, province, action, recipient } = facts;
  const url = linkUrl({ origin, query: { token, ...(source && { src: source }) }, language, province });
  if (message !== "withheld")
    await deps.notifier.notify(transaction, {
      notification: message,
      brandId,
      language,
      channel: "EMAIL",
      recipient: recipient.email,
      journeyId: id,
      linkId: id,
      facts: {
        origin,
        province: home ?? province,
        clockProvince: province,
        link: url,
        linkEndsAt: expiresAt.toISOString(),
        action,
        ...(source && { source }),
        ...(cause && { cause }),
        ...(firstName && { firstName }),
      },
    });
  return { id, token, url, expiresAt };
}

type RequestFact = "brandId" | "language" | "province";

export interface LinkReplacement extends Pick<LinkMailing, "message" | "cause" | "firstName"> {
  requestContext: Pick<RequestContext, "brand" | "origin" | "language" | "province">;
  owner: LinkOwner;
  /** Brand, language and province default to those of the request. */
  facts: Omit<MailedLinkFacts, "accountFingerprint" | RequestFact> & Partial<Pick<LinkFacts, RequestFact>>;
  lifetimeMinutes?: number;
  mails: number;
}

/** Like `sendLink`, but revokes all similar links first, including one sent to a mistyped e-mail. */
export async function replaceLink(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  { requestContext, owner, lifetimeMinutes = ttl.linkHours * 60, ...mailing }: LinkReplacement,
): Promise<SentLink> {
  const { brand, origin, language, province } = requestContext;
  const facts = { brandId: brand.id, language, province, ...mailing.facts };
  await revokeSimilarLinks(transaction, { ...facts, mails: mailing.mails });
  const accountFingerprint = fingerprintAccount(deps.keys.lookupHash, owner);
  return sendLink(deps, transaction, {
    ...mailing,
    origin,
    lifetimeMinutes,
    facts: { ...facts, accountFingerprint },
    home: homeProvince(owner, facts),
  });
}

/**
 * Counts an e-mail that gives access to an account; returns whether it may be sent. Beyond the hourly and daily limit
 * one e-mail per half hour is allowed, which is the link's validity, so that the recipient always has a valid link.
 */
export async function countAccountMail(
  limits: Limits,
  transaction: Trx,
  { email, others = [] }: { email: string; others?: readonly LimitWindow[] },
): Promise<boolean> {
  const pace: LimitWindow = { limit: "recoveryMailPace", subject: email };
  const counted = await limits.consume(transaction, [
    { limit: "recoveryMailHour", subject: email },
    { limit: "recoveryMailDay", subject: email },
    pace,
    ...others,
  ]);
  if (counted.kind === "allowed") return true;
  const paced = await limits.consume(transaction, [{ ...pace, atMost: 1 }, ...others]);
  return paced.kind === "allowed";
}

/** When `countAccountMail` allows another e-mail; undefined when it does now. Counts nothing. */
export async function accountMailPauseEnd(limits: Limits, database: DbOrTrx, email: string): Promise<Date | undefined> {
  const ends: Date[] = [];
  for (const limit of ["recoveryMailHour", "recoveryMailDay", "recoveryMailPace"] as const) {
    const state = await limits.peek(database, { limit, subject: email });
    if (state.kind === "exceeded") ends.push(state.until);
  }
  if (ends.length === 0) return undefined;
  const paced = await limits.peek(database, { limit: "recoveryMailPace", subject: email, atMost: 1 });
  if (paced.kind === "open") return undefined;
  return new Date(Math.min(paced.until.getTime(), Math.max(...ends.map((end) => end.getTime()))));
}
