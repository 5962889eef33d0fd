import { reserves } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { AuditEvent } from "../audit/auditor.port.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { Notice } from "../messages/notifier.port.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHash } from "../platform/keyed-hash.adapter.ts";
import type { VerificationLockout } from "./identity-proof.port.ts";
import { identityOf, identityParts } from "./lockout.rule.ts";
import { insertCode } from "./one-time-code.store.ts";
import { type CodePurpose, type PurposeRow, purposes } from "./purpose.table.ts";

/** What a registration remembers of its codes. */
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
  /** The registration that requests the code: its id, its state and the database's time. */
  attempt: { id: string; state: SentCodes; now: Date };
  purpose: Exclude<CodePurpose, "reset">;
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised e-mail. */
  recipient: string;
  /** The e-mail as typed, for a username. */
  recipientAsTyped?: string | undefined;
  /** Repeats the latest code to the same recipient. */
  repeats?: boolean;
  /** Recipient of the code; their policy's province selects the telephone number in the message. */
  person: Pick<PolicyPerson, "personKey" | "province">;
}

export type SendCodeResult =
  | {
      kind: "sent";
      code: {
        purpose: CodeOrder["purpose"];
        /** The recipient, when sent by e-mail. */
        email?: string;
        emailAsTyped?: string;
        sentAt: string;
      };
      /** Changes of the registration's state. */
      sent: Pick<SentCodes, "codesSent" | "codeSentAt">;
      resendsLeft: number;
      notice: Notice;
      event: Pick<AuditEvent, "event" | "result" | "facts">;
    }
  | { kind: "wait"; retryAfterSeconds: number }
  | (VerificationLockout & { reason: "codesSent" });

/**
 * Issues a code within the limits of its purpose and recipient. The caller queues the returned message and saves the
 * changed state in the same transaction.
 */
export async function sendCode(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  order: CodeOrder,
): Promise<SendCodeResult> {
  const { requestContext, attempt, purpose, channel, recipient, recipientAsTyped, person } = order;
  const { state } = attempt;
  const sentBefore = state.codesSent[purpose];
  if (sentBefore >= purposes[purpose].codes) return { kind: "lockedOut", reason: "codesSent" };
  const wait = resendWait(order);
  if (wait > 0) return { kind: "wait", retryAfterSeconds: wait };
  const counted = await countMessage(deps.limits, transaction, { requestContext, recipient });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  const { id: codeId, ...issued } = await insertCode(deps, transaction, {
    purpose,
    brandId: requestContext.brand.id,
    sessionId: attempt.id,
    identityKey: keyedHash(deps.keys.lookupHash, identityParts(identity)),
    channel,
  });
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
    resendsLeft: purposes[purpose].codes - 1 - sentBefore,
    notice: codeNotice(order, { ...issued, codeId }),
    event: { event: "code.sent", result: "ok", facts: { purpose, channel } },
  };
}

function codeNotice(
  { requestContext, attempt, purpose, channel, recipient, person }: CodeOrder,
  { codeId, code, endsAt }: { codeId: string; code: string; endsAt: Date },
): Notice {
  const { message, messageToFindAccount }: PurposeRow = purposes[purpose];
  return {
    notification: (attempt.state.findsAccount && messageToFindAccount) || message,
    brandId: requestContext.brand.id,
    language: requestContext.language,
    channel,
    recipient,
    codeId,
    facts: {
      code,
      codeEndsAt: endsAt.toISOString(),
      origin: requestContext.origin,
      province: person.province,
      clockProvince: requestContext.province,
    },
  };
}

/** Seconds until the code may be sent; the waiting time between codes of a purpose applies across methods. */
function resendWait({ attempt: { state, now }, purpose, repeats }: CodeOrder): number {
  const repeated = repeats ? state.code?.sentAt : undefined;
  const before = purposes[purpose].waits === "everyCode" ? state.codeSentAt : repeated;
  if (before === undefined) return 0;
  return Math.max(0, Math.ceil((resendAvailableAt(new Date(before)).getTime() - now.getTime()) / 1000));
}

/** When another code may be requested. */
export function resendAvailableAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ttl.resendWaitSeconds * 1000);
}

interface RequestedMessage {
  requestContext: Pick<RequestContext, "clientIp">;
  /** Ten digits, or a normalised e-mail. */
  recipient: string;
}

/**
 * Counts a message requested by a client. When the recipient's limit is full, a reserve serves networks that have
 * requested fewer messages for this recipient than one registration may, so that an attacker cannot use up the owner's
 * codes.
 */
export async function countMessage(
  limits: Limits,
  transaction: Trx,
  message: RequestedMessage,
): Promise<LimitConsumed | LimitReached> {
  const { requestContext, recipient } = message;
  const others: LimitWindow[] = [
    { limit: "sendAddress", subject: requestContext.clientIp },
    ...telephonePrefixWindows(recipient),
    everyMessage,
  ];
  const [total, network] = ownWindows(message);
  const counted = await limits.consumeAll(transaction, [total, network, ...others]);
  if (counted.kind === "taken" || !counted.limits.includes("sendRecipient")) return counted;
  const reserved = await limits.consumeAll(transaction, [
    { limit: "sendReserve", subject: recipient },
    { ...network, atMost: reserves.sendsPerNetwork },
    ...others,
  ]);
  return reserved.kind === "taken" ? reserved : counted;
}

/** Refunds the recipient's counts after a correct code, because the message was wanted. */
export function refundMessage(limits: Limits, transaction: Trx, message: RequestedMessage): Promise<void> {
  return limits.refundNewest(transaction, ownWindows(message));
}

function ownWindows({ requestContext, recipient }: RequestedMessage): [LimitWindow, LimitWindow] {
  return [
    { limit: "sendRecipient", subject: recipient },
    { limit: "sendRecipientNetwork", subject: `${recipient}|${clientNetwork(requestContext.clientIp)}` },
  ];
}

/** Global limit of messages to people on file. */
export const everyMessage: LimitWindow = { limit: "sendGlobal", subject: "all" };

/** Limit of text messages per number prefix, against SMS toll fraud; none for an e-mail. */
export function telephonePrefixWindows(recipient: string): LimitWindow[] {
  return /^\d{10}$/.test(recipient) ? [{ limit: "sendTelephonePrefix", subject: recipient.slice(0, 6) }] : [];
}
