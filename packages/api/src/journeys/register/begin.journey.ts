import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { drawWrongCodeLimit } from "../../capabilities/one-time-codes/wrong-code.rule.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { Answered, RegisterParts } from "./registration-call.port.ts";
import { insertSession } from "./registration-session.store.ts";
import { nextToken } from "./run-call.journey.ts";
import { registrationState } from "./session-state.schema.ts";

/** A new session, whatever token the request carries: signing up always begins afresh. */
export async function beginRegistration(parts: RegisterParts, visit: Visit): Promise<Answered> {
  const state = registrationState.parse({ wrongCodeLimit: drawWrongCodeLimit(parts.random) });
  const jti = parts.random.token(16);
  const session = await transact(parts.database, async (transaction) => {
    const made = await insertSession(transaction, {
      brandId: visit.brand.id,
      province: visit.province,
      language: visit.language,
      page: "ACCOUNT_TYPE",
      state,
      jti,
    });
    await parts.auditor.record(transaction, {
      event: "registration.started",
      result: "ok",
      brandId: visit.brand.id,
      journeyId: made.id,
      actor: "person",
      lived: livedIn("registration", visit),
    });
    return made;
  });
  const token = await nextToken(parts, { session, page: session.page, state, stepAt: session.now, jti });
  return { ending: { kind: "accepted", data: {} }, token };
}
