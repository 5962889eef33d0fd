import { createOpaqueId, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransactionStep, LegacyTransition } from "./legacy-call.port.ts";
import { findLegacyRegistration, readEndReason, saveLegacyStep } from "./legacy-registration.store.ts";

type Gone = Extract<LegacyRefusal, { kind: "gone" }>;

/** Returns the row id of a public id; undefined for another journey or brand. */
export function readRegistrationId(
  { keys }: Pick<ApiDeps, "keys">,
  { brand }: Pick<RequestContext, "brand">,
  text: string,
): string | undefined {
  const opened = readOpaqueId(keys.secretHash, { purpose: "registration", brandId: brand.id, text });
  return opened?.kind === "account" ? opened.accountId : undefined;
}

/** Creates the public id of a registration: opaque, and different on each call. */
export function createRegistrationId({ keys }: Pick<ApiDeps, "keys">, registration: { id: string; brandId: string }) {
  const { id: accountId, brandId } = registration;
  return createOpaqueId(keys.secretHash, { purpose: "registration", brandId, accountId });
}

/** Loads an open registration by public id, with the current rows of its person. */
export async function openRegistration(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  text: string,
): Promise<({ kind: "open" } & LegacyCall) | Gone> {
  const brandId = requestContext.brand.id;
  const id = readRegistrationId(deps, requestContext, text);
  const session = id && (await findLegacyRegistration(deps.database, { id, brandId, lockOut: "none" }));
  if (!session) return { kind: "gone" };
  const { rowId, personKey } = session.state.found;
  const policies = await deps.directory.findByPerson({ companies: requestContext.brand.companies, personKey });
  const person = policies.find((row) => row.id === rowId);
  return person === undefined ? { kind: "gone" } : { kind: "open", requestContext, session, person, policies };
}

/** Runs a step on the locked registration, so that its requests run one after another, and saves the result. */
export function lockRegistrationForUpdate<RegistrationResult extends { kind: string }>(
  deps: IdentityProofDeps,
  { requestContext, session: { id, brandId } }: Pick<LegacyCall, "session" | "requestContext">,
  act: LegacyTransactionStep<RegistrationResult>,
): Promise<RegistrationResult | Gone> {
  return transact(deps.database, async (transaction) => {
    const session = await findLegacyRegistration(transaction, { id, brandId, lockOut: "held" });
    if (session === undefined) return { kind: "gone" };
    const transition = await act(transaction, session);
    for (const notice of transition.notices ?? [])
      await deps.notifier.notify(transaction, { ...notice, journeyId: id });
    await saveLegacyStep(transaction, {
      id,
      state: transition.state ?? session.state,
      counts: renewsSession(transition) ? "step" : "noStep",
      endReason: transition.endReason,
    });
    for (const event of transition.events ?? [])
      await deps.auditor.record(transaction, {
        ...event,
        brandId,
        journeyId: id,
        actor: "person",
        auditContext: createAuditContext("legacyRegistration", requestContext),
      });
    return transition.result;
  });
}

/** The refusal for a registration that is over: `done` if a request of this kind completed it. */
export async function goneOrDone(
  { database, keys }: Pick<IdentityProofDeps, "database" | "keys">,
  requestContext: RequestContext,
  { id: text, how }: { id: string; how: "created" | "joined" },
): Promise<Extract<LegacyRefusal, { kind: "gone" | "done" }>> {
  const id = readRegistrationId({ keys }, requestContext, text);
  const ended = id && (await readEndReason(database, { id, brandId: requestContext.brand.id }));
  return { kind: ended === how ? "done" : "gone" };
}

/** Refusals without a check do not restart the idle time. */
function renewsSession({ result }: LegacyTransition<{ kind: string }>): boolean {
  return !["malformed", "gone", "wait"].includes(result.kind);
}
