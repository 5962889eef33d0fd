import { limits as limitRows, reserves } from "@vestibule/catalogue/limit.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { identityOf } from "../identity/person.rule.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitCount, Limits, LimitWindow } from "../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../limits/retry-later.rule.ts";
import type { MessageOrder } from "../messages/notifier.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash } from "../platform/keyed-hash.adapter.ts";
import type { VerificationLockout } from "./identity-proof.port.ts";
import { type DailyLockout, findLockout, identityParts, limitSubjectOf } from "./lockout.rule.ts";
import { type IssuedCode, issueCode } from "./one-time-code.store.ts";

/** Codes that one registration may send for each purpose, including the first. */
export const mostCodes = 1 + limitRows.resendSession.limit;

/** State of a registration about the codes it sent. */
export interface SentCodes {
  codesSent: { registration: number; username: number };
  /** ISO time of the latest code for `registration`, by any method. */
  codeSentAt?: string | undefined;
  /** The latest code of any purpose. */
  code?: { sentAt: string } | undefined;
  /** The person is looking for their existing account. */
  findsAccount: boolean;
}

export interface CodeOrder {
  requestContext: RequestContext;
  attempt: { id: string; now: Date; state: SentCodes };
  purpose: "registration" | "username";
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised e-mail. */
  recipient: string;
  recipientAsTyped?: string | undefined;
  /** Repeats the latest code to the same recipient. */
  repeats?: boolean;
  /** Recipient of the code; their policy's province selects the telephone number in the message. */
  person: PolicyPerson;
}

export type SendCodeResult =
  | {
      kind: "sent";
      code: {
        purpose: CodeOrder["purpose"];
        email?: string;
        emailAsTyped?: string;
        sentAt: string;
      };
      sent: Pick<SentCodes, "codesSent" | "codeSentAt">;
    }
  | RetryLater
  | VerificationLockout;

/** Sends a code within the limits of its purpose and recipient, unless the person is locked out. */
export async function sendCode(
  deps: LimitedDeps<"keys" | "random" | "notifier">,
  transaction: Trx,
  order: CodeOrder,
): Promise<SendCodeResult> {
  const { requestContext, attempt, purpose, channel, recipient, recipientAsTyped, person } = order;
  const { state } = attempt;
  const identity = limitSubjectOf({ brandId: requestContext.brand.id, identity: identityOf(person) });
  const sentBefore = state.codesSent[purpose];
  const isLast = sentBefore >= mostCodes;
  const wait = resendWait(order);
  if (isLast || wait > 0) {
    const lockout = await findLockout(deps.limits, transaction, identity);
    if (lockout) return lockout;
    if (isLast) return { kind: "lockedOut", reason: "codesSent" };
    return { ...retryLater({ retryAfterSeconds: wait }), reason: "codeJustSent" };
  }
  const count = await countMessage(deps.limits, transaction, { requestContext, recipient, identity });
  if (count.kind === "lockedOut") return count;
  if (count.kind === "exceeded") return retryLater(count);
  const issued = await issueCode(deps, transaction, {
    purpose,
    brandId: requestContext.brand.id,
    sessionId: attempt.id,
    identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    channel,
  });
  const notice = codeNotice(issued, { ...order, notification: notificationOf(order), province: person.province });
  await deps.notifier.notify(transaction, { ...notice, journeyId: attempt.id });
  const sentAt = issued.sentAt.toISOString();
  return {
    kind: "sent",
    code: {
      purpose,
      ...(channel === "EMAIL" && { email: recipient }),
      ...(recipientAsTyped && { emailAsTyped: recipientAsTyped }),
      sentAt,
    },
    sent: {
      codesSent: { ...state.codesSent, [purpose]: sentBefore + 1 },
      ...(purpose === "registration" && { codeSentAt: sentAt }),
    },
  };
}

function notificationOf({ purpose, attempt: { state } }: CodeOrder): MessageOrder["notification"] {
  if (purpose === "username") return "usernameCode";
  return state.findsAccount ? "findAccountCode" : "registrationCode";
}

/** A message with a code. `province` selects the telephone number in it. */
export function codeNotice(
  { id: codeId, code, endsAt }: IssuedCode,
  {
    requestContext,
    province,
    ...message
  }: Pick<MessageOrder, "notification" | "channel" | "recipient"> & {
    requestContext: RequestContext;
    province: ProvinceId;
  },
): MessageOrder {
  const { brand, language, origin, province: clockProvince } = requestContext;
  const facts = { code, codeEndsAt: endsAt.toISOString(), origin, province, clockProvince };
  return { ...message, brandId: brand.id, language, codeId, facts };
}

/**
 * Seconds until the code may be sent. Every code of a registration waits for the one before, by any method; a code for
 * a username waits only when it repeats one.
 */
function resendWait({ attempt: { state, now }, purpose, repeats }: CodeOrder): number {
  const repeated = repeats ? state.code?.sentAt : undefined;
  const before = purpose === "registration" ? state.codeSentAt : repeated;
  if (before === undefined) return 0;
  return Math.max(0, Math.ceil((resendAvailableAt(new Date(before)).getTime() - now.getTime()) / 1000));
}

/** Earliest time of another code. */
export function resendAvailableAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ttl.resendWaitSeconds * 1000);
}

interface RequestedMessage {
  requestContext: Pick<RequestContext, "clientIp">;
  /** Ten digits, or a normalised e-mail. */
  recipient: string;
}

/**
 * Counts a message requested by a client, unless the person is locked out. When the recipient's limit is full, a reserve
 * serves networks that have requested fewer messages for this recipient than one registration may, so that an attacker
 * cannot use up the owner's codes.
 */
export async function countMessage(
  limits: Limits,
  database: DbOrTrx,
  { identity, ...message }: RequestedMessage & { identity: string },
): Promise<LimitCount | DailyLockout> {
  const { requestContext, recipient } = message;
  const lockout = await findLockout(limits, database, identity);
  if (lockout) return lockout;
  const others: LimitWindow[] = [
    { limit: "sendClientIp", subject: requestContext.clientIp },
    ...telephonePrefixWindows(recipient),
    globalSendWindow,
  ];
  const [total, network] = ownWindows(message);
  const count = await limits.consume(database, [total, network, ...others]);
  if (count.kind === "allowed" || !count.limits.includes("sendRecipient")) return count;
  const reserved = await limits.consume(database, [
    { limit: "sendReserve", subject: recipient },
    { ...network, atMost: reserves.sendsPerNetwork },
    ...others,
  ]);
  return reserved.kind === "allowed" ? reserved : count;
}

/** Windows of the recipient, refunded after a correct code because the message was wanted. */
export function ownWindows({ requestContext, recipient }: RequestedMessage): [LimitWindow, LimitWindow] {
  return [
    { limit: "sendRecipient", subject: recipient },
    { limit: "sendRecipientNetwork", subject: `${recipient}|${clientNetwork(requestContext.clientIp)}` },
  ];
}

/** Global limit of messages to people on file. */
export const globalSendWindow: LimitWindow = { limit: "sendGlobal", subject: "all" };

/** Limit of texts and calls per number prefix, against toll fraud; none for an e-mail. */
export function telephonePrefixWindows(recipient: string): LimitWindow[] {
  return /^\d{10}$/.test(recipient) ? [{ limit: "sendTelephonePrefix", subject: recipient.slice(0, 6) }] : [];
}
