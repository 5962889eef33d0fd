import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { loginNameHashes } from "../../../accounts/login-name.rule.ts";
import { policyRole } from "../../../accounts/new-account.rule.ts";
import { verifyPassword } from "../../../accounts/password-check.adapter.ts";
import { loginDifficulties, signInByPassword } from "../../../accounts/password-sign-in.store.ts";
import { lockoutState } from "../../../accounts/sign-in-failure.store.ts";
import { countWrongPassword, detectPasswordSpraying } from "../../../accounts/wrong-password.store.ts";
import type { RequestContext } from "../../../deps.ts";
import { countAccountMail } from "../../../links/send-link.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { factAtCreation } from "../../../verification/identity-fact.rule.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition } from "../legacy-call.port.ts";
import { goneOrDone, lockRegistrationForUpdate, openRegistration } from "../lock-registration.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { sendPasswordLink } from "./send-password-link.ts";

export type JoinAccountResult = ({ kind: "signedIn" } & SignedIn) | LegacyRefusal;

interface Joining extends LegacyCall {
  account: Account;
  counterKeys: readonly string[];
  upgradedHash?: string;
}

/**
 * Adds a registration's profile to an account of the household, given its password; a driver first verifies the
 * mobile number on file. Wrong passwords count on the registration and, like any sign-in, on the login name.
 */
export async function joinAccount(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  order: { id: string; body: AuthenticationBody },
): Promise<JoinAccountResult> {
  const result = await tryToJoin(deps, requestContext, order);
  return result.kind === "gone" ? goneOrDone(deps, requestContext, { id: order.id, how: "joined" }) : result;
}

async function tryToJoin(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<JoinAccountResult> {
  const counted = await deps.limits.consume(deps.database, {
    limit: "verifyAddress",
    subject: requestContext.clientIp,
  });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const opened = await openRegistration(deps, requestContext, id);
  if (opened.kind === "gone") return opened;
  const { question } = opened.session.state;
  const accountId = question?.method === "ASKPASSWORD" ? question.accountId : undefined;
  const account = accountId && (await deps.accountStore.findById(deps.database, accountId));
  if (!account) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId: account.brandId, email: account.email });
  const state = await lockoutState(deps.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);
  // Checked before the password, so that a caller without the fact learns nothing about another person's password.
  const asksMobile = factAtCreation(opened.policies) === "cellPhone";
  const refusal = asksMobile ? await checkIdentityFact(deps, opened, body) : undefined;
  if (refusal) return refusal;
  const { kind, ...fresh } = await verifyPassword(deps, account, { ...body, client: requestContext.clientIp });
  const joining = { ...opened, account, counterKeys, ...fresh };
  const result = await lockRegistrationForUpdate<JoinAccountResult>(deps, opened, (transaction, session) =>
    kind === "wrong"
      ? refuse(deps, transaction, { ...joining, session })
      : join(deps, transaction, { ...joining, session }),
  );
  if (kind === "wrong") await detectPasswordSpraying(deps);
  return result;
}

async function join(
  deps: IdentityProofDeps,
  transaction: Trx,
  joining: Joining,
): Promise<LegacyTransition<JoinAccountResult>> {
  const { account, person } = joining;
  const entered = await signInByPassword(deps, transaction, joining);
  if (entered.kind === "changed") return { result: { kind: "wrongSecret" } };
  if (entered.kind !== "signedIn") return { result: entered };
  const count = await deps.accountStore.addPolicies(transaction, account.id, [policyRole(person)]);
  const facts = { how: "legacy", count };
  return {
    result: entered,
    endReason: "joined",
    events: [{ event: "account.policiesAdded", result: "ok", accountId: account.id, facts }],
  };
}

/** The fifth wrong password, or one that locks the login name, ends the registration and mails the person a link. */
async function refuse(
  deps: IdentityProofDeps,
  transaction: Trx,
  joining: Joining,
): Promise<LegacyTransition<JoinAccountResult>> {
  const { requestContext, session, account, counterKeys } = joining;
  const wrongPasswords = session.state.wrongPasswords + 1;
  const { brandId } = account;
  const counter = await countWrongPassword(deps, transaction, {
    brandId,
    origin: requestContext.origin,
    account,
    counterKeys,
  });
  const state = { ...session.state, wrongPasswords };
  const triesLeft = limitRows.passwordConfirmationSession.limit - wrongPasswords;
  // The login name's threshold is random and may be reached first, so only the last attempt is announced.
  if (triesLeft > 0 && counter.kind === "open")
    return { result: { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) }, state };
  await tellPerson(deps, transaction, joining);
  return { result: loginDifficulties(counter), state, endReason: "wrongPasswords" };
}

/**
 * Sends LOCKED_ACCOUNT to the e-mail on file, or else the account's, with a link that works without the registration.
 */
async function tellPerson(deps: IdentityProofDeps, transaction: Trx, joining: Joining): Promise<void> {
  const { person, account } = joining;
  const recipient =
    person.email === null
      ? { email: account.email, typed: account.emailAsTyped }
      : { email: person.email, typed: person.emailAsTyped ?? person.email };
  if (!(await countAccountMail(deps.limits, transaction, { email: recipient.email }))) return;
  const order = { action: "ASKPASSWORD", account, recipient, mails: 0, message: "lockedAccount" } as const;
  await sendPasswordLink(deps, transaction, { ...joining, ...order, cause: "wrongPasswords" });
}
