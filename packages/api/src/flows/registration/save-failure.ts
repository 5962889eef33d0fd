import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import type { RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readAttempt } from "./attempt.store.ts";
import { auditContextOf } from "./commit-transition.ts";
import type { RegistrationDeps } from "./registration-call.port.ts";
import { readToken } from "./session-token.adapter.ts";

/** Records a failed save, since the call's own transaction was rolled back. */
export async function recordSaveFailure(
  deps: RegistrationDeps,
  requestContext: RequestContext,
  { call, token }: { call: RegistrationCall; token: string },
): Promise<void> {
  const claims = await readToken(deps.keys.sessionToken, token);
  const session = claims && (await readAttempt(deps.database, { api: "v2", id: claims.sid }));
  if (session === undefined) return;
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "registration.saveFailed",
      result: call,
      brandId: requestContext.brand.id,
      journeyId: session.id,
      actor: "person",
      auditContext: auditContextOf(requestContext, session.state),
    }),
  );
}
