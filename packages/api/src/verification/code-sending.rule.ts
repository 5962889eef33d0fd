import { limits as limitRows, reserves } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { Notice } from "../messages/notifier.port.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHash } from "../platform/keyed-hash.adapter.ts";
import { identityOf } from "./identity-subject.rule.ts";
import { type CodePurpose, insertCode } from "./one-time-code.store.ts";

export interface CodeOrder {
  requestContext: RequestContext;
  /** The registration that requests the code. */
  sessionId: string;
  purpose: Exclude<CodePurpose, "reset">;
  /** The person is looking for their existing account. */
  findsAccount: boolean;
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised e-mail. */
  recipient: string;
  /** Recipient of the code; their policy's province selects the telephone number in the message. */
  person: Pick<PolicyPerson, "personKey" | "province">;
  /** Codes of this purpose already sent in this registration. */
  sentBefore: number;
}

export type CodeSending =
  | { kind: "sent"; sentAt: Date; notice: Notice }
  /** The registration has used its first code and three resends. */
  | { kind: "noneLeft" }
  | LimitReached;

/** Generates a code and consumes its limits; the caller queues the returned message. */
export async function issueCode(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  order: CodeOrder,
): Promise<CodeSending> {
  const { requestContext, purpose, channel, recipient } = order;
  if (order.sentBefore > limitRows.resendSession.limit) return { kind: "noneLeft" };
  const counted = await countMessage(deps.limits, transaction, { requestContext, recipient });
  if (counted.kind === "full") return counted;
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: order.person.personKey });
  const {
    id: codeId,
    code,
    sentAt,
    endsAt,
  } = await insertCode(deps, transaction, {
    purpose,
    brandId: requestContext.brand.id,
    sessionId: order.sessionId,
    identityKey: keyedHash(deps.keys.lookupHash, ["identity", identity]),
    channel,
  });
  const notice: Notice = {
    notification: notificationFor(order),
    brandId: requestContext.brand.id,
    language: requestContext.language,
    channel,
    recipient,
    codeId,
    facts: {
      code,
      codeEndsAt: endsAt.toISOString(),
      origin: requestContext.origin,
      province: order.person.province,
      clockProvince: requestContext.province,
    },
  };
  return { kind: "sent", sentAt, notice };
}

function notificationFor({ purpose, findsAccount }: CodeOrder): Notice["notification"] {
  if (purpose === "username") return "usernameCode";
  return findsAccount ? "findAccountCode" : "registrationCode";
}

interface AskedMessage {
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
  message: AskedMessage,
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
export function refundMessage(limits: Limits, transaction: Trx, message: AskedMessage): Promise<void> {
  return limits.refundNewest(transaction, ownWindows(message));
}

function ownWindows({ requestContext, recipient }: AskedMessage): [LimitWindow, LimitWindow] {
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
