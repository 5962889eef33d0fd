import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { LimitedParts, Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { identityOf } from "../identity-facts/identity-subject.rule.ts";
import type { LimitWindow, WindowFull } from "../limits/limit.port.ts";
import { takeTogether } from "../limits/take-together.rule.ts";
import type { Notice } from "../notifications/notifier.port.ts";
import type { PolicyPerson } from "../policy-directory/policy-directory.port.ts";
import { type CodePurpose, issueCode } from "./one-time-code.store.ts";

export interface CodeOrder {
  visit: Visit;
  /** The registration that asks. */
  sessionId: string;
  purpose: Exclude<CodePurpose, "reset">;
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised address. */
  recipient: string;
  /** Who the code is for: their policy's province says whose clock it ends by. */
  person: Pick<PolicyPerson, "personKey" | "province">;
  /** Codes of this purpose that the registration has had. */
  sentBefore: number;
}

export type CodeSending =
  | { kind: "sent"; sentAt: Date; notice: Notice }
  /** The registration has had its first code and its three more. */
  | { kind: "noneLeft" }
  | WindowFull;

/** Makes a new code and counts it everywhere it counts; its message is for the caller to hand over. */
export async function makeCode(
  parts: LimitedParts<"keys" | "random">,
  transaction: Trx,
  order: CodeOrder,
): Promise<CodeSending> {
  const { visit, purpose, channel, recipient } = order;
  if (order.sentBefore > limitRows.resendSession.limit) return { kind: "noneLeft" };
  const counted = await takeTogether(parts.limits, transaction, messageWindows(visit, recipient));
  if (counted.kind === "full") return counted;
  const identity = identityOf({ brandId: visit.brand.id, personKey: order.person.personKey });
  const {
    id: codeId,
    code,
    sentAt,
  } = await issueCode(parts, transaction, {
    purpose,
    brandId: visit.brand.id,
    sessionId: order.sessionId,
    identityKey: keyedHash(parts.keys.lookupHash, ["identity", identity]),
    channel,
  });
  const notice: Notice = {
    notification: purpose === "username" ? "usernameCode" : "registrationCode",
    brandId: visit.brand.id,
    language: visit.language,
    channel,
    recipient,
    codeId,
    facts: { code, origin: visit.origin, province: order.person.province },
  };
  return { kind: "sent", sentAt, notice };
}

/** Where a message to an address that a visitor asked for is counted. */
export function messageWindows({ address }: Pick<Visit, "address">, recipient: string): LimitWindow[] {
  return [
    { limit: "sendRecipient", subject: recipient },
    { limit: "sendAddress", subject: address },
    ...telephonePrefixWindows(recipient),
    everyMessage,
  ];
}

/** All messages that visitors asked for. */
export const everyMessage: LimitWindow = { limit: "sendGlobal", subject: "all" };

/** Texts to numbers that begin alike; none for an address. */
export function telephonePrefixWindows(recipient: string): LimitWindow[] {
  return /^\d{10}$/.test(recipient) ? [{ limit: "sendTelephonePrefix", subject: recipient.slice(0, 6) }] : [];
}
