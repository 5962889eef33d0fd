import { createOpaqueId, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { type AttemptV1, lockAttemptForUpdate, readAttempt, readEndReason } from "./attempt.store.ts";
import { commitTransition } from "./commit-transition.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransactionStep, LegacyTransition } from "./legacy-call.port.ts";

type Gone = Extract<LegacyRefusal, { kind: "gone" }>;
type OpenRegistration = { kind: "open" } & LegacyCall;

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

/** Counts an attempt of the client IP, then loads an open registration. */
export async function countAndOpenRegistration(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  text: string,
): Promise<OpenRegistration | Extract<LegacyRefusal, { kind: "gone" | "wait" }>> {
  const counted = await deps.limits.consume(deps.database, {
    limit: "verifyAddress",
    subject: requestContext.clientIp,
  });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  return openRegistration(deps, requestContext, text);
}

/** Loads an open registration by public id, with the current rows of its person. */
export async function openRegistration(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  text: string,
): Promise<OpenRegistration | Gone> {
  const brandId = requestContext.brand.id;
  const id = readRegistrationId(deps, requestContext, text);
  const session = id && (await readAttempt(deps.database, { api: "v1", id }));
  if (!session || !isOpen(session, brandId)) return { kind: "gone" };
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
    const attempt = await lockAttemptForUpdate(transaction, { api: "v1", id });
    if (attempt === undefined || !isOpen(attempt, brandId)) return { kind: "gone" };
    const transition = await act(transaction, attempt);
    const stepAt = renewsSession(transition) ? attempt.now : undefined;
    await commitTransition(deps, transaction, { requestContext, attempt, transition, stepAt });
    return transition.result;
  });
}

function isOpen({ brandId, over, ended }: AttemptV1, ownBrandId: string): boolean {
  return brandId === ownBrandId && !over && !ended;
}

/** The refusal for a registration that is over: `done` if a request of this kind completed it. */
export async function goneOrDone(
  { database, keys }: Pick<IdentityProofDeps, "database" | "keys">,
  requestContext: RequestContext,
  { id: text, how }: { id: string; how: "created" | "joined" },
): Promise<Extract<LegacyRefusal, { kind: "gone" | "done" }>> {
  const id = readRegistrationId({ keys }, requestContext, text);
  const ended = id && (await readEndReason(database, { api: "v1", id, brandId: requestContext.brand.id }));
  return { kind: ended === how ? "done" : "gone" };
}

/** Refusals without a check do not restart the idle time. */
function renewsSession({ result }: LegacyTransition<{ kind: string }>): boolean {
  return !["malformed", "gone", "wait"].includes(result.kind);
}
