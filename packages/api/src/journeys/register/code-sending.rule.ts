import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import type { WindowFull } from "../../capabilities/limits/limit.port.ts";
import { takeTogether } from "../../capabilities/limits/take-together.rule.ts";
import { type CodePurpose, issueCode } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import type { CallContext, Move } from "./registration-call.port.ts";
import type { RegistrationState } from "./session-state.schema.ts";

export interface CodeOrder {
  purpose: Exclude<CodePurpose, "reset">;
  channel: "SMS" | "EMAIL";
  /** Ten digits, or a normalised address. */
  recipient: string;
  /** The address as it was typed, for a username. */
  recipientTyped?: string;
  personKey: string;
  from: NonNullable<RegistrationState["code"]>["from"];
}

export type Sending =
  | ({ kind: "sent"; state: RegistrationState } & Required<Pick<Move, "notices" | "events">>)
  /** The session has had its first code and its three more. */
  | { kind: "noneLeft" }
  | WindowFull;

/** Makes a new code, counts it everywhere it counts, and hands the message over with the session's next state. */
export async function sendCode(
  context: Pick<CallContext, "parts" | "visit" | "session">,
  transaction: Trx,
  { state, order }: { state: RegistrationState; order: CodeOrder },
): Promise<Sending> {
  const { parts, visit, session } = context;
  const sentBefore = state.codesSent[order.purpose];
  if (sentBefore > limitRows.resendSession.limit) return { kind: "noneLeft" };
  const counted = await takeTogether(parts.limits, transaction, [
    { limit: "sendRecipient", subject: order.recipient },
    { limit: "sendAddress", subject: visit.address },
    { limit: "sendGlobal", subject: "all" },
  ]);
  if (counted.kind === "full") return counted;
  const identity = identityOf({ brandId: visit.brand.id, personKey: order.personKey });
  const { code, sentAt } = await issueCode(parts, transaction, {
    purpose: order.purpose,
    brandId: visit.brand.id,
    sessionId: session.id,
    identityKey: keyedHash(parts.keys.lookupHash, ["identity", identity]),
    channel: order.channel,
  });
  const email = order.channel === "EMAIL" ? { email: order.recipient } : {};
  return {
    kind: "sent",
    state: {
      ...state,
      codesSent: { ...state.codesSent, [order.purpose]: sentBefore + 1 },
      code: {
        purpose: order.purpose,
        type: order.channel,
        ...email,
        ...(order.recipientTyped && { emailTyped: order.recipientTyped }),
        sentAt: sentAt.toISOString(),
        from: order.from,
      },
    },
    notices: [
      {
        notification: order.purpose === "username" ? "usernameCode" : "registrationCode",
        brandId: visit.brand.id,
        language: visit.language,
        channel: order.channel,
        recipient: order.recipient,
        facts: { code, origin: visit.origin, province: visit.province },
      },
    ],
    events: [{ event: "code.sent", result: "ok", facts: { purpose: order.purpose, channel: order.channel } }],
  };
}

/** Seconds until the newest code may be followed by another; 0 where it may now. */
export function resendWaitSeconds(state: RegistrationState, now: Date): number {
  if (state.code === undefined) return 0;
  const from = Date.parse(state.code.sentAt) + lifetimes.resendWaitSeconds * 1000;
  return Math.max(0, Math.ceil((from - now.getTime()) / 1000));
}
