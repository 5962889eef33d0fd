import type { Trx } from "../../../platform/database.table.ts";
import { type CodeOrder, sendCode } from "../../../verification/send-code.ts";
import type { StateV2 } from "../attempt-state.schema.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept, lockOut, throttle } from "../transition.rule.ts";

export interface CodeStep {
  state: StateV2;
  order: Omit<CodeOrder, "requestContext" | "attempt">;
  from: NonNullable<StateV2["code"]>["from"];
}

/** Sends a code and continues at its page. */
export async function sendCodeStep(
  { deps, requestContext, session }: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  { state, order, from }: CodeStep,
): Promise<Transition> {
  const sending = await sendCode(deps, transaction, { ...order, requestContext, attempt: { ...session, state } });
  switch (sending.kind) {
    case "lockedOut":
      return lockOut(sending);
    case "wait":
      return throttle(sending);
    case "sent": {
      const code = { ...sending.code, method: order.channel, from };
      const next = { ...state, ...sending.sent, code };
      return accept({}, { page: "VERIFY_CODE", state: next, notices: [sending.notice], events: [sending.event] });
    }
  }
}
