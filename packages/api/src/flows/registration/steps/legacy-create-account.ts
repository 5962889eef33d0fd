import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { newAccountOf, welcomeNotice } from "../../../accounts/new-account.rule.ts";
import type { RequestContext } from "../../../deps.ts";
import { checkPasswordForAccount } from "../../../passwords/password-check.rule.ts";
import { passwordRefusal } from "../../../passwords/password-refusal.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { goneOrDone, lockRegistrationForUpdate, openRegistration } from "../lock-registration.ts";
import { provenBefore } from "../next-question.rule.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { welcomeBack } from "./legacy-on-verified.ts";

/** `validated`: the person already has an account, which the answer shows. */
export type CreateAccountResult = ({ kind: "created" } & SignedIn) | (Validated & { id: string }) | LegacyRefusal;
type TriedEnding = Exclude<CreateAccountResult, Validated> | Validated;
type Username = { email: string; emailAsTyped: string };

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
): Promise<TriedEnding> {
  const counted = await deps.limits.consume(deps.database, {
    limit: "verifyAddress",
    subject: requestContext.clientIp,
  });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const opened = await openRegistration(deps, requestContext, id);
  if (opened.kind === "gone") return opened;
  const { username, welcomed } = opened.session.state;
  if (welcomed) return provenBefore({ ...opened, state: opened.session.state });
  if (username === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal =
    (await checkIdentityFact(deps, opened, body)) ??
    (await refusePassword(deps, { requestContext, username }, body.password));
  if (refusal) return refusal;
  const passwordHash = await deps.hashing.hash(body.password, requestContext.clientIp);
  return lockRegistrationForUpdate<TriedEnding>(deps, opened, (transaction, session) =>
    create(deps, transaction, { ...opened, session, username, passwordHash, terms: body.terms }),
  );
}

async function refusePassword(
  deps: IdentityProofDeps,
  { requestContext, username }: { requestContext: RequestContext; username: Username },
  password: string,
): Promise<LegacyRefusal | undefined> {
  const { passwordPolicy: policy } = requestContext.brand;
  const fault = await checkPasswordForAccount(deps, {
    password,
    email: username.email,
    policy,
    previousHashes: [],
    clientIp: requestContext.clientIp,
  });
  return fault && passwordRefusal(fault);
}

async function create(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: LegacyCall & Pick<AccountCreateBody, "terms"> & { username: Username; passwordHash: string },
): Promise<LegacyTransition<TriedEnding>> {
  const { accountStore, directory } = deps;
  const { requestContext, policies } = call;
  const account = newAccountOf(call);
  const creation = await accountStore.create(transaction, account);
  if (creation.kind === "emailTaken") return { result: { kind: "addressTaken" } };
  if (creation.kind === "personHasAccount") return createdConcurrently(deps, transaction, call);
  const { accountId } = creation;
  await directory.spendPins(
    transaction,
    policies.map((row) => row.id),
  );
  const ticket = await accountStore.issueTicket(transaction, { accountId });
  const facts = { how: "legacy", policies: account.policies.length };
  return {
    result: { kind: "created", email: account.emailAsTyped, ticket },
    endReason: "created",
    notices: [welcomeNotice(requestContext, account)],
    events: [{ event: "account.created", result: "ok", accountId, facts }],
  };
}

/**
 * A concurrent registration already created the account, with all of the person's policies: show that account to the
 * verified person.
 */
async function createdConcurrently(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: LegacyCall,
): Promise<LegacyTransition<Validated | LegacyRefusal>> {
  const query = { brandId: call.requestContext.brand.id, personKey: call.person.personKey };
  const account = await deps.accountStore.findByPerson(transaction, query);
  if (account === undefined) return { result: { kind: "addressTaken" } };
  const { username: _proven, ...state } = call.session.state;
  return welcomeBack(deps, transaction, { ...call, state, account });
}
