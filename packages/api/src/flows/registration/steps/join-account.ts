import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { prepareJoin } from "../../../accounts/join-account.ts";
import { createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import { countAccountMail } from "../../../links/send-link.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { factAtCreation } from "../../../verification/knowledge-check.ts";
import type { LegacyCall, LegacyRefusal } from "../legacy-call.port.ts";
import { countAndOpenRegistration, goneOrDone, lockRegistrationForUpdate } from "../lock-registration.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { sendPasswordLink } from "./send-password-link.ts";

export type JoinAccountResult = ({ kind: "signedIn" } & SignedIn) | LegacyRefusal;

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
  const opened = await countAndOpenRegistration(deps, requestContext, id);
  if (opened.kind !== "open") return opened;
  const { question } = opened.session.state;
  const accountId = question?.method === "ASKPASSWORD" ? question.accountId : undefined;
  const account = accountId && (await deps.accountStore.findById(deps.database, accountId));
  if (!account) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const prepared = await prepareJoin(deps, {
    requestContext,
    account,
    password: body.password,
    // To join another person's account, a driver also verifies the mobile number on file.
    checkFact: async () =>
      factAtCreation(opened.policies) === "cellPhone" ? checkIdentityFact(deps, opened, body) : undefined,
  });
  if (prepared.kind === "refused") return prepared.refusal;
  return lockRegistrationForUpdate<JoinAccountResult>(deps, opened, async (transaction, session) => {
    let state = session.state;
    const joined = await prepared.join(transaction, {
      policies: [opened.person],
      journey: {
        id: session.id,
        auditContext: createAuditContext("legacyRegistration", requestContext),
        how: "legacy",
      },
      countWrong: async () => {
        state = { ...state, wrongPasswords: state.wrongPasswords + 1 };
        return state.wrongPasswords;
      },
    });
    if (joined.kind === "changed") return { result: { kind: "wrongSecret" } };
    if (joined.kind === "signedIn") return { result: joined, endReason: "joined" };
    if (joined.kind !== "tooManyPasswords") return { result: joined, state };
    await mailLink(deps, transaction, { ...opened, session }, account);
    return { result: joined.refusal, state, endReason: "wrongPasswords" };
  });
}

/**
 * Sends LOCKED_ACCOUNT to the e-mail on file, or else the account's, with a link that works without the registration.
 */
async function mailLink(deps: IdentityProofDeps, transaction: Trx, call: LegacyCall, account: Account): Promise<void> {
  const { person } = call;
  const recipient =
    person.email === null
      ? { email: account.email, typed: account.emailAsTyped }
      : { email: person.email, typed: person.emailAsTyped ?? person.email };
  if (!(await countAccountMail(deps.limits, transaction, { email: recipient.email }))) return;
  const order = { action: "ASKPASSWORD", account, recipient, mails: 0, message: "lockedAccount" } as const;
  await sendPasswordLink(deps, transaction, { ...call, ...order, cause: "wrongPasswords" });
}
