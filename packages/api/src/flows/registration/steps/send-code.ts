import type { LimitReached } from "../../../limits/limit.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { type CodeOrder as CodeToMake, issueCode } from "../../../verification/code-sending.rule.ts";
import type { RegistrationState } from "../attempt-state.schema.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";

export interface CodeOrder extends Pick<CodeToMake, "purpose" | "channel" | "recipient" | "person"> {
  /** The e-mail as typed, for a username. */
  recipientAsTyped?: string;
  from: NonNullable<RegistrationState["code"]>["from"];
}

export type SendCodeResult =
  | ({ kind: "sent"; state: RegistrationState } & Required<Pick<Transition, "notices" | "events">>)
  /** The first code and all three resends of the session are used up. */
  | { kind: "noneLeft" }
  | LimitReached;

/** Issues a code and returns its message with the session's next state. */
export async function sendCode(
  { deps, requestContext, session }: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  { state, order }: { state: RegistrationState; order: CodeOrder },
): Promise<SendCodeResult> {
  const { recipientAsTyped, from, ...wanted } = order;
  const { purpose, channel, recipient } = wanted;
  const sentBefore = state.codesSent[purpose];
  const sending = await issueCode(deps, transaction, {
    ...wanted,
    findsAccount: state.findsAccount,
    requestContext,
    sessionId: session.id,
    sentBefore,
  });
  if (sending.kind !== "sent") return sending;
  return {
    kind: "sent",
    state: {
      ...state,
      codesSent: { ...state.codesSent, [purpose]: sentBefore + 1 },
      ...(purpose === "registration" && { codeSentAt: sending.sentAt.toISOString() }),
      code: {
        purpose,
        type: channel,
        ...(channel === "EMAIL" && { email: recipient }),
        ...(recipientAsTyped && { emailAsTyped: recipientAsTyped }),
        sentAt: sending.sentAt.toISOString(),
        from,
      },
    },
    notices: [sending.notice],
    events: [{ event: "code.sent", result: "ok", facts: { purpose, channel } }],
  };
}
