import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { checkFirstPassword, prepareAccount } from "../../../accounts/create-account.ts";
import { createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { passwordRefusal } from "../../../passwords/password-refusal.rule.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import type { LegacyRefusal, Validated } from "../legacy-call.port.ts";
import { countAndOpenRegistration, goneOrDone, lockRegistrationForUpdate } from "../lock-registration.ts";
import { provenBefore } from "../next-question.rule.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { welcomeBack } from "./legacy-on-verified.ts";

/** `validated`: the person already has an account, which the answer shows. */
export type CreateAccountResult = ({ kind: "created" } & SignedIn) | (Validated & { id: string }) | LegacyRefusal;
type AttemptResult = Exclude<CreateAccountResult, Validated> | Validated;

/**
 * Creates the account of a verified person under the verified e-mail. Checks the registration, the body, the identity
 * fact, then the password rules; a refusal consumes nothing, and concurrent requests create one account.
 */
export async function createAccount(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  order: { id: string; body: AccountCreateBody },
): Promise<CreateAccountResult> {
  const result = await tryToCreate(deps, requestContext, order);
  if (result.kind === "validated") return { ...result, id: order.id };
  return result.kind === "gone" ? goneOrDone(deps, requestContext, { id: order.id, how: "created" }) : result;
}

async function tryToCreate(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<AttemptResult> {
  const opened = await countAndOpenRegistration(deps, requestContext, id);
  if (opened.kind !== "open") return opened;
  const { username, welcomed } = opened.session.state;
  if (welcomed) return provenBefore({ ...opened, state: opened.session.state });
  if (username === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal = await checkIdentityFact(deps, opened, body);
  if (refusal) return refusal;
  const order = { ...opened, username, password: body.password, terms: body.terms };
  const fault = await checkFirstPassword(deps, order);
  if (fault) return passwordRefusal(fault);
  const create = await prepareAccount(deps, order);
  return lockRegistrationForUpdate<AttemptResult>(deps, opened, async (transaction, session) => {
    const auditContext = createAuditContext("legacyRegistration", requestContext);
    const creation = await create(transaction, { id: session.id, auditContext, how: "legacy" });
    if (creation.kind === "emailTakenConcurrently") return { result: { kind: "addressTaken" } };
    if (creation.kind === "created") return { result: creation, endReason: "created" };
    const { username: _proven, ...state } = session.state;
    return welcomeBack(deps, transaction, { ...opened, state, account: creation.account });
  });
}
