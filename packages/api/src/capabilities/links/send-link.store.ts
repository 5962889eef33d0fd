import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import { fingerprintAccount, type LinkOwner } from "./account-fingerprint.rule.ts";
import { homeProvince } from "./home-province.rule.ts";
import { issueLink, type LinkFacts, revokeSimilarLinks } from "./link.store.ts";
import { linkUrl } from "./link-url.rule.ts";

export interface LinkMailing {
  brand: Pick<Brand, "id">;
  /** Origin that the link leads to. */
  origin: string;
  facts: LinkFacts & { recipient: NonNullable<LinkFacts["recipient"]> };
  lifetimeMinutes: number;
  /** How often it was sent again before, where it takes another link's place. */
  mails?: number;
  message: "link" | "lockedAccount" | "withheld";
  /** What ended the way that the link replaces, where that was no link past its time. */
  cause?: "wrongPasswords";
  firstName?: string;
  /** Whose telephone number the message gives, where it is not that of the page that the link opens. */
  home?: ProvinceId;
}

/** Makes a link and writes the message that carries it, in one transaction. */
export async function sendLink(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  { brand, origin, facts, lifetimeMinutes, mails, message, cause, firstName, home }: LinkMailing,
): Promise<{ id: string; token: string; url: string }> {
  const order = { ...facts, lifetimeMinutes, ...(mails !== undefined && { mails }) };
  const { id, token, expiresAt } = await issueLink(deps, transaction, order);
  const { source, language, province, action, recipient } = facts;
  const url = linkUrl({ origin, token, ...(source && { source }), language, province });
  if (message !== "withheld")
    await deps.notifier.notify(transaction, {
      notification: message,
      brandId: brand.id,
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
  return { id, token, url };
}

/**
 * The same, in the place of every link alike: one that went to a mistyped address is worth nothing from now on.
 * `owner`: whose link it is, as accounts and book have them now.
 */
export async function replaceLink(
  deps: Pick<ApiDeps, "keys" | "random" | "notifier">,
  transaction: Trx,
  {
    owner,
    facts,
    ...mailing
  }: Omit<LinkMailing, "facts" | "mails" | "home"> & {
    owner: LinkOwner;
    facts: Omit<LinkMailing["facts"], "accountFingerprint">;
    mails: number;
  },
): Promise<{ id: string; token: string; url: string }> {
  const { mails } = mailing;
  await revokeSimilarLinks(transaction, { ...facts, mails });
  const accountFingerprint = fingerprintAccount(deps.keys.lookupHash, owner);
  return sendLink(deps, transaction, {
    ...mailing,
    facts: { ...facts, accountFingerprint },
    home: homeProvince(owner, facts),
  });
}

/**
 * Counts a mail that leads into an account, and answers whether it may be sent. Beyond the hour's and the day's number
 * one passes each half hour, the validity of the link in it, so that the recipient always has a link that works.
 */
export async function countAccountMail(
  limits: Limits,
  transaction: Trx,
  { email, others = [] }: { email: string; others?: readonly LimitWindow[] },
): Promise<boolean> {
  const pace: LimitWindow = { limit: "recoveryMailPace", subject: email };
  const counted = await limits.consumeAll(transaction, [
    { limit: "recoveryMailHour", subject: email },
    { limit: "recoveryMailDay", subject: email },
    pace,
    ...others,
  ]);
  if (counted.kind === "taken") return true;
  const paced = await limits.consumeAll(transaction, [{ ...pace, atMost: 1 }, ...others]);
  return paced.kind === "taken";
}

/** When `countAccountMail` lets one more through for this address; undefined where it does now. Counts nothing. */
export async function accountMailPauseEnd(limits: Limits, database: DbOrTrx, email: string): Promise<Date | undefined> {
  const ends: Date[] = [];
  for (const limit of ["recoveryMailHour", "recoveryMailDay", "recoveryMailPace"] as const) {
    const state = await limits.peek(database, { limit, subject: email });
    if (state.kind === "full") ends.push(state.until);
  }
  if (ends.length === 0) return undefined;
  const paced = await limits.peek(database, { limit: "recoveryMailPace", subject: email, atMost: 1 });
  if (paced.kind === "open") return undefined;
  return new Date(Math.min(paced.until.getTime(), Math.max(...ends.map((end) => end.getTime()))));
}
