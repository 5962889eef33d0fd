import type { PasswordBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { readPasswordHistory } from "../../accounts/account-change.store.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { checkPasswordForAccount, passwordRefusal } from "../../passwords/password-check.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { refundOnOutage } from "../../verification/refund-on-outage.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { emailAfterReset, type ReplacePasswordResult, replacePassword } from "./replace-password.ts";
import { type ResetAuthorization, readResetAuthorization } from "./reset-authorization.ts";
import { verifyTemporaryPassword } from "./temporary-password.ts";

export interface PasswordOrder {
  requestContext: RequestContext;
  id: string;
  body: PasswordBody;
}

/**
 * Sets a new password. Checks the body's shape, the token, the identity fact, then the password rules; a refused
 * password consumes nothing, and of concurrent requests one succeeds.
 */
export async function setPassword(deps: IdentityProofDeps, order: PasswordOrder): Promise<ReplacePasswordResult> {
  const { requestContext, body } = order;
  const { clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const fields = faultsOf(body);
  if (fields) return { kind: "malformed", fields };
  return refundOnOutage(deps, counted, () => setProvenPassword(deps, order));
}

async function setProvenPassword(deps: IdentityProofDeps, order: PasswordOrder): Promise<ReplacePasswordResult> {
  const { requestContext, body } = order;
  const resolved = await resolveToken(deps, order);
  if (resolved.kind !== "resolved") return resolved;
  const reading = await readResetAuthorization(deps, { requestContext, ...resolved });
  if (reading.kind !== "authorized") return reading;
  const { authorization } = reading;
  const refusal =
    (await checkIdentityFact(deps, { requestContext, authorization, typed: body })) ??
    (await refusePassword(deps, order, authorization));
  if (refusal) return refusal;
  const passwordHash = await deps.hashing.hash(body.password, requestContext.clientIp);
  return transact(deps.database, (transaction) =>
    replacePassword(deps, transaction, { requestContext, authorization, passwordHash, password: body.password }),
  );
}

function faultsOf({ password, tempPassword, token }: PasswordBody): Record<string, string> | undefined {
  if (password === "") return { password: "required" };
  if (token !== undefined && tempPassword !== undefined) return { tempPassword: "unknown" };
  return token === undefined && tempPassword === undefined ? { token: "required" } : undefined;
}

/** Verifies a temporary password in the body and exchanges it for a token. */
async function resolveToken(
  deps: IdentityProofDeps,
  { requestContext, id, body }: PasswordOrder,
): Promise<{ kind: "resolved"; id: string; token: string } | IdentityProofRefusal> {
  const { token, tempPassword } = body;
  if (token !== undefined || tempPassword === undefined) return { kind: "resolved", id, token: token ?? "" };
  const validated = await verifyTemporaryPassword(deps, { requestContext, id, tempPassword });
  return validated.kind === "correct" ? { ...validated, kind: "resolved" } : validated;
}

async function refusePassword(
  deps: IdentityProofDeps,
  { requestContext, body }: PasswordOrder,
  authorization: ResetAuthorization,
): Promise<IdentityProofRefusal | undefined> {
  const fault = await checkPasswordForAccount(deps, {
    password: body.password,
    email: emailAfterReset(authorization).email,
    policy: requestContext.brand.passwordPolicy,
    clientIp: requestContext.clientIp,
    previousHashes: await readPasswordHistory(deps.database, authorization.account.id),
  });
  return fault && passwordRefusal(fault);
}
