import { type AuditContext, createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { type RegistrationAttempt, saveAttempt, type TokenColumns } from "./attempt.store.ts";
import type { AttemptState } from "./attempt-state.schema.ts";
import type { AttemptTransition } from "./registration-call.port.ts";

/** The flow that audit events name. */
export function auditContextOf(requestContext: RequestContext, state: AttemptState): AuditContext {
  return state.api === "v1"
    ? createAuditContext("legacyRegistration", requestContext)
    : createAuditContext("registration", requestContext, state.provenAccountType ?? state.accountType);
}

/** Saves messages, the state, then audit events, in the transaction that locked the attempt. */
export async function commitTransition(
  { notifier, auditor }: Pick<ApiDeps, "notifier" | "auditor">,
  transaction: Trx,
  step: {
    requestContext: RequestContext;
    attempt: RegistrationAttempt;
    transition: AttemptTransition<unknown, AttemptState>;
    /** When the idle time restarts; undefined when the call is not a step. */
    stepAt: Date | undefined;
    token?: TokenColumns;
  },
): Promise<void> {
  const { requestContext, attempt, transition, stepAt, token } = step;
  const { notices = [], events = [], state = attempt.state, endReason } = transition;
  for (const notice of notices) await notifier.notify(transaction, { ...notice, journeyId: attempt.id });
  await saveAttempt(transaction, { id: attempt.id, state, stepAt, endReason, token });
  for (const event of events)
    await auditor.record(transaction, {
      ...event,
      brandId: attempt.brandId,
      journeyId: attempt.id,
      actor: "person",
      auditContext: auditContextOf(requestContext, state),
    });
}
