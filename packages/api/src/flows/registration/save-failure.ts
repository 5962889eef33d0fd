import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readSession } from "./attempt.store.ts";
import type { RegistrationDeps } from "./registration-call.port.ts";
import { readToken } from "./session-token.adapter.ts";

/** Records a failed save, since the call's own transaction was rolled back. */
export async function recordSaveFailure(
  deps: RegistrationDeps,
  requestContext: RequestContext,
  { call, token }: { call: RegistrationCall; token: string },
): Promise<void> {
  const claims = await readToken(deps.keys.sessionToken, token);
  const session = claims && (await readSession(deps.database, claims.sid));
  if (session === undefined) return;
  const { provenAccountType, accountType } = session.state;
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "registration.saveFailed",
      result: call,
      brandId: requestContext.brand.id,
      journeyId: session.id,
      actor: "person",
      auditContext: createAuditContext("registration", requestContext, provenAccountType ?? accountType),
    }),
  );
}
