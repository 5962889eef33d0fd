import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { makeCode } from "../../capabilities/one-time-codes/code-sending.rule.ts";
import { resendFrom, resendWaitSeconds } from "../../capabilities/one-time-codes/resend-wait.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { closed, validated, waits } from "./legacy-move.rule.ts";
import type { LegacyState } from "./legacy-state.schema.ts";

export type LegacyCode = NonNullable<LegacyState["code"]>;

export interface CodeToMail extends LegacyCall {
  state: LegacyState;
  order: Pick<LegacyCode, "id" | "purpose" | "method"> & {
    /** Ten digits, or a normalised address. */
    recipient: string;
    /** The address as it was typed, for a user name. */
    recipientTyped?: string;
  };
  /** 240 where it is asked for at once. */
  status: 202 | 240;
  /** What the answer shows of where it went. */
  shown: Pick<Validated["answer"], "twoFactorValidations" | "email">;
}

/** A new code by text or e-mail, and the answer that says so. Whichever way the one before went, the wait between them holds. */
export async function mailCode(
  parts: ProvingParts,
  transaction: Trx,
  { visit, session, person, state, order, status, shown }: CodeToMail,
): Promise<LegacyMove<Validated | LegacyRefusal>> {
  const { id, purpose, method, recipient, recipientTyped } = order;
  const sentBefore = state.codesSent[purpose];
  const wait = purpose === "registration" ? resendWaitSeconds(state.codeSentAt, session.now) : 0;
  if (sentBefore <= limitRows.resendSession.limit && wait > 0) return waits({ retryAfterSeconds: wait });
  const sending = await makeCode(parts, transaction, {
    visit,
    sessionId: session.id,
    purpose,
    findsAccount: state.findsAccount,
    channel: method,
    recipient,
    person,
    sentBefore,
  });
  if (sending.kind === "noneLeft") return closed("resend-code", { event: "code.locked", reason: "sends" });
  if (sending.kind === "full") return waits(sending);
  const { sentAt } = sending;
  const code: LegacyCode = {
    id,
    purpose,
    method,
    ...(method === "EMAIL" && { email: recipient }),
    ...(recipientTyped && { emailTyped: recipientTyped }),
    sentAt: sentAt.toISOString(),
  };
  return {
    ending: validated(status, {
      ...shown,
      ...(purpose === "username" && { action: "ASKEMAILCODE" as const }),
      sentAt: code.sentAt,
      resendFrom: resendFrom(sentAt).toISOString(),
      resendsLeft: Math.max(0, limitRows.resendSession.limit - sentBefore),
    }),
    state: {
      ...state,
      codesSent: { ...state.codesSent, [purpose]: sentBefore + 1 },
      ...(purpose === "registration" && { codeSentAt: code.sentAt }),
      code,
    },
    notices: [sending.notice],
    events: [{ event: "code.sent", result: "ok", facts: { purpose, channel: method } }],
  };
}

/** The end of the road while a person has had the day's wrong codes; undefined while there is room. */
export async function pauseOf(
  { limits }: ProvingParts,
  transaction: Trx,
  { visit, person }: Pick<LegacyCall, "visit" | "person">,
): Promise<LegacyMove<LegacyRefusal> | undefined> {
  const subject = identityOf({ brandId: visit.brand.id, personKey: person.personKey });
  const window = await limits.look(transaction, { limit: "wrongCodeIdentity", subject });
  if (window.kind === "open") return undefined;
  return closed("resend-code", { event: "code.locked", reason: "identity", until: window.until });
}
