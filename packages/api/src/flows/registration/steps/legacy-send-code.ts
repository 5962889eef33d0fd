import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { issueCode } from "../../../verification/code-sending.rule.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { identityOf } from "../../../verification/identity-subject.rule.ts";
import { resendAvailableAt, resendWaitSeconds } from "../../../verification/resend-wait.rule.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import type { LegacyState } from "../legacy-state.schema.ts";
import { closed, validated, waits } from "../legacy-transition.rule.ts";

export type LegacyCode = NonNullable<LegacyState["code"]>;

export interface CodeOrder extends LegacyCall {
  state: LegacyState;
  order: Pick<LegacyCode, "id" | "purpose" | "method"> & {
    /** Ten digits, or a normalised e-mail. */
    recipient: string;
    /** The e-mail as typed, for a username. */
    recipientAsTyped?: string;
  };
  /** 240 when the answer asks for the code at once. */
  status: 202 | 240;
  /** What the answer shows of the recipient. */
  shown: Pick<Validated["answer"], "twoFactorValidations" | "email">;
}

/** Sends a new code by SMS or e-mail. The waiting time between codes applies across methods. */
export async function sendCode(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, session, person, state, order, status, shown }: CodeOrder,
): Promise<LegacyTransition<Validated | LegacyRefusal>> {
  const { id, purpose, method, recipient, recipientAsTyped } = order;
  const sentBefore = state.codesSent[purpose];
  const wait = purpose === "registration" ? resendWaitSeconds(state.codeSentAt, session.now) : 0;
  if (sentBefore <= limitRows.resendSession.limit && wait > 0) return waits({ retryAfterSeconds: wait });
  const sending = await issueCode(deps, transaction, {
    requestContext,
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
    ...(recipientAsTyped && { emailAsTyped: recipientAsTyped }),
    sentAt: sentAt.toISOString(),
  };
  return {
    result: validated(status, {
      ...shown,
      ...(purpose === "username" && { action: "ASKEMAILCODE" as const }),
      sentAt: code.sentAt,
      resendAvailableAt: resendAvailableAt(sentAt).toISOString(),
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

/** The lockout by the day's wrong codes; undefined if the person is not locked out. */
export async function lockoutOf(
  { limits }: IdentityProofDeps,
  transaction: Trx,
  { requestContext, person }: Pick<LegacyCall, "requestContext" | "person">,
): Promise<LegacyTransition<LegacyRefusal> | undefined> {
  const subject = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  const window = await limits.peek(transaction, { limit: "wrongCodeIdentity", subject });
  if (window.kind === "open") return undefined;
  return closed("resend-code", { event: "code.locked", reason: "identity", until: window.until });
}
