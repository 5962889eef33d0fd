import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps, VerificationLockout } from "../../../verification/identity-proof.port.ts";
import { findLockout, identityOf, lockoutScope } from "../../../verification/lockout.rule.ts";
import { type CodeOrder, resendAvailableAt, sendCode } from "../../../verification/send-code.ts";
import type { StateV1 } from "../attempt-state.schema.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { validated, waits } from "../legacy-transition.rule.ts";

export type LegacyCode = NonNullable<StateV1["code"]>;

export interface LegacyCodeStep extends LegacyCall {
  state: StateV1;
  order: Omit<CodeOrder, "requestContext" | "attempt" | "person">;
  /** The id under which the code is answered. */
  id: string;
  /** 240 when the answer asks for the code at once. */
  status: 202 | 240;
  /** What the answer shows of the recipient. */
  shown: Pick<Validated["answer"], "twoFactorValidations" | "email">;
}

/** Sends a new code by SMS or e-mail. */
export async function sendCodeStep(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, session, person, state, order, id, status, shown }: LegacyCodeStep,
): Promise<LegacyTransition<Validated | LegacyRefusal>> {
  const { purpose, channel: method } = order;
  const sending = await sendCode(deps, transaction, {
    ...order,
    requestContext,
    person,
    attempt: { ...session, state },
  });
  if (sending.kind === "lockedOut") return lockOut(sending);
  if (sending.kind === "wait") return waits(sending);
  const { code, sent, resendsLeft, notice, event } = sending;
  return {
    result: validated(status, {
      ...shown,
      ...(purpose === "username" && { action: "ASKEMAILCODE" as const }),
      sentAt: code.sentAt,
      resendAvailableAt: resendAvailableAt(new Date(code.sentAt)).toISOString(),
      resendsLeft,
    }),
    state: { ...state, ...sent, code: { ...code, id, method } },
    notices: [notice],
    events: [event],
  };
}

/** Ends the registration; `until` when the lockout ends by itself. */
export function lockOut(
  lockout: VerificationLockout,
  roadblock: RaisedRoadblockId = "resend-code",
): LegacyTransition<LegacyRefusal> {
  const result = lockoutScope(lockout);
  return {
    result: { ...lockout, roadblock },
    endReason: result,
    events: [{ event: "code.locked", result, facts: { roadblock } }],
  };
}

/** Ends a registration whose person is locked out by the day's wrong codes; undefined for any other. */
export async function refuseLockedOut(
  { limits }: IdentityProofDeps,
  transaction: Trx,
  { requestContext, person }: Pick<LegacyCall, "requestContext" | "person">,
): Promise<LegacyTransition<LegacyRefusal> | undefined> {
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  const lockout = await findLockout(limits, transaction, identity);
  return lockout && lockOut(lockout);
}
