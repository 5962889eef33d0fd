import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { RegisterParts } from "./registration-call.port.ts";
import { readSession } from "./registration-session.store.ts";
import { readToken } from "./session-token.rule.ts";

/** Records a save that failed: the transaction of the call itself was rolled back. */
export async function recordSaveFailure(
  parts: RegisterParts,
  visit: Visit,
  { call, token }: { call: RegistrationCall; token: string },
): Promise<void> {
  const claims = await readToken(parts.keys.sessionToken, token);
  const session = claims && (await readSession(parts.database, claims.sid));
  if (session === undefined) return;
  const { provenAccountType, accountType } = session.state;
  await transact(parts.database, (transaction) =>
    parts.auditor.record(transaction, {
      event: "registration.saveFailed",
      result: call,
      brandId: visit.brand.id,
      journeyId: session.id,
      actor: "person",
      lived: livedIn("registration", visit, provenAccountType ?? accountType),
    }),
  );
}
