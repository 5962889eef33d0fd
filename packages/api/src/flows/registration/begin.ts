import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { insertSession } from "./attempt.store.ts";
import { registrationState } from "./attempt-state.schema.ts";
import { nextToken } from "./handle-registration-call.ts";
import type { CallResult, RegistrationDeps } from "./registration-call.port.ts";

/** Starts a new session even if the request carries a token. */
export async function beginRegistration(deps: RegistrationDeps, requestContext: RequestContext): Promise<CallResult> {
  const state = registrationState.parse({ wrongCodeLimit: randomizeCodeThreshold(deps.random) });
  const jti = deps.random.token(16);
  const session = await transact(deps.database, async (transaction) => {
    const made = await insertSession(transaction, {
      brandId: requestContext.brand.id,
      province: requestContext.province,
      language: requestContext.language,
      page: "ACCOUNT_TYPE",
      state,
      jti,
    });
    await deps.auditor.record(transaction, {
      event: "registration.started",
      result: "ok",
      brandId: requestContext.brand.id,
      journeyId: made.id,
      actor: "person",
      auditContext: createAuditContext("registration", requestContext),
    });
    return made;
  });
  const token = await nextToken(deps, { session, page: session.page, state, stepAt: session.now, jti });
  return { result: { kind: "accepted", data: {} }, token };
}
