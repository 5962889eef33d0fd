import type { RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { insertAttempt, readAttempt } from "./attempt.store.ts";
import { stateSchemas } from "./attempt-state.schema.ts";
import { auditContextOf } from "./commit-transition.ts";
import { nextToken } from "./handle-registration-call.ts";
import type { CallResult, RegistrationDeps } from "./registration-call.port.ts";

/** Starts a new session even if the request carries a token. */
export async function beginRegistration(deps: RegistrationDeps, requestContext: RequestContext): Promise<CallResult> {
  const state = stateSchemas.v2.parse({ wrongCodeLimit: randomizeCodeThreshold(deps.random) });
  const token = { page: "ACCOUNT_TYPE", newestJti: deps.random.token(16) } as const;
  const session = await transact(deps.database, async (transaction) => {
    const id = await insertAttempt(transaction, { requestContext, state, token });
    await deps.auditor.record(transaction, {
      event: "registration.started",
      result: "ok",
      brandId: requestContext.brand.id,
      journeyId: id,
      actor: "person",
      auditContext: auditContextOf(requestContext, state),
    });
    return readAttempt(transaction, { api: "v2", id });
  });
  if (session === undefined) throw new Error("a registration vanished while it was started");
  const { page, newestJti: jti } = token;
  return {
    result: { kind: "accepted", data: {} },
    token: await nextToken(deps, { session, page, state, stepAt: session.now, jti }),
  };
}
