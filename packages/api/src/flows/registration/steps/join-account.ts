import type { AuthenticationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { type Account, findAccountById } from "../../../accounts/account.store.ts";
import { checkJoinPassword, completeJoin } from "../../../accounts/join-account.ts";
import { countAccountMail } from "../../../links/send-link.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { factAtCreation, malformedFact } from "../../../verification/knowledge-check.ts";
import { auditContextOf } from "../handle-registration-call.ts";
import type { IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { refuseFields, requirePerson } from "../transition.rule.ts";
import { afterFact } from "./check-identity-fact.ts";
import { sendPasswordLink } from "./send-password-link.ts";

/**
 * Adds a registration's profile to an account of the household, given its password; a driver also verifies the mobile
 * number on file, which is refused before the password. Wrong passwords count on the registration and, like any
 * sign-in, on the login name.
 */
export const joinAccount: InputHandler<AuthenticationBody> = async (context, { password, ...typed }) => {
  const { deps, requestContext, attempt } = context;
  const { question } = attempt.state;
  const accountId = question?.method === "ASKPASSWORD" ? question.accountId : undefined;
  const account = accountId && (await findAccountById(deps.database, accountId));
  if (!account) return { result: { kind: "notFound" } };
  const call = requirePerson(context);
  const { person, policies } = call;
  const { company, policyNumber, role } = person;
  if (password === "") return refuseFields({ password: "required" });
  const fact = factAtCreation(policies);
  const isDriver = fact === "cellPhone";
  const malformed =
    isDriver && malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return { result: malformed };
  const checked = await checkJoinPassword(deps, { requestContext, account, password });
  if (checked.kind === "refused") return { result: checked.refusal };

  const join = async (transaction: Trx): Promise<Transition> => {
    let { state } = attempt;
    const auditContext = auditContextOf(requestContext, attempt);
    const result = await completeJoin(deps, transaction, {
      requestContext,
      checked,
      account,
      policies: [{ company, policyNumber, role }],
      journey: { id: attempt.id, auditContext },
      countWrong: async () => {
        state = { ...state, wrongPasswords: state.wrongPasswords + 1 };
        return state.wrongPasswords;
      },
    });
    if (result.kind === "changed") return { result: { kind: "wrongSecret" } };
    if (result.kind === "signedIn") return { result, endReason: "joined" };
    if (result.kind !== "tooManyPasswords") return { result, state };
    await mailLink(call, transaction, account);
    return { result: result.refusal, state, endReason: "wrongPasswords" };
  };
  return isDriver ? afterFact(call, { fact, typed }, join) : join;
};

/**
 * Sends LOCKED_ACCOUNT to the e-mail on file, or else the account's, with a link that works without the registration.
 */
async function mailLink(call: IdentifiedCall, transaction: Trx, account: Account): Promise<void> {
  const { email, emailAsTyped } = call.person.email === null ? account : call.person;
  const recipient = { email: email ?? account.email, emailAsTyped: emailAsTyped ?? email ?? account.emailAsTyped };
  if (!(await countAccountMail(call.deps.limits, transaction, { email: recipient.email }))) return;
  const order = { action: "ASKPASSWORD", account, recipient, mails: 0, message: "lockedAccount" } as const;
  await sendPasswordLink(call, transaction, { ...order, cause: "wrongPasswords" });
}
