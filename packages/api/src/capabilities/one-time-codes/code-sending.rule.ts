import { limits as limitRows, reserves } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { identityOf } from "../identity-facts/identity-subject.rule.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { Notice } from "../notifications/notifier.port.ts";
import type { PolicyPerson } from "../policy-directory/policy-directory.port.ts";
import { type CodePurpose, insertCode } from "./one-time-code.store.ts";

export interface CodeOrder {
  requestContext: RequestContext;
  /** The registration that asks. */
  sessionId: string;
  purpose: Exclude<CodePurpose, "reset">;
  /** The person looks for the account that they have. */
  findsAccount: boolean;
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised address. */
  recipient: string;
  /** Who the code is for: their policy's province says whose telephone number the message gives. */
  person: Pick<PolicyPerson, "personKey" | "province">;
  /** Codes of this purpose that the registration has had. */
  sentBefore: number;
}

export type CodeSending =
  | { kind: "sent"; sentAt: Date; notice: Notice }
  /** The registration has had its first code and its three more. */
  | { kind: "noneLeft" }
  | LimitReached;

/** Makes a new code and counts it everywhere it counts; its message is for the caller to hand over. */
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
  /** Ten digits, or a normalised address. */
  recipient: string;
}

/**
 * Counts a message that a visitor asked for. Where the recipient has had the common number, the reserve serves networks
 * that have not asked for it as often as one registration may: a stranger elsewhere cannot use up the owner's codes.
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

/** A right code shows that its message was wanted: it counts no more on its recipient. */
export function refundMessage(limits: Limits, transaction: Trx, message: AskedMessage): Promise<void> {
  return limits.refundNewest(transaction, ownWindows(message));
}

function ownWindows({ requestContext, recipient }: AskedMessage): [LimitWindow, LimitWindow] {
  return [
    { limit: "sendRecipient", subject: recipient },
    { limit: "sendRecipientNetwork", subject: `${recipient}|${clientNetwork(requestContext.clientIp)}` },
  ];
}

/** All messages to people on file that visitors asked for. */
export const everyMessage: LimitWindow = { limit: "sendGlobal", subject: "all" };

/** Texts to numbers that begin alike; none for an address. */
export function telephonePrefixWindows(recipient: string): LimitWindow[] {
  return /^\d{10}$/.test(recipient) ? [{ limit: "sendTelephonePrefix", subject: recipient.slice(0, 6) }] : [];
}
