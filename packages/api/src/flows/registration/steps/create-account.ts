import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { checkFirstPassword, prepareAccount } from "../../../accounts/create-account.ts";
import { passwordRefusal } from "../../../passwords/password-refusal.rule.ts";
import { factAtCreation, malformedFact, type TypedFacts } from "../../../verification/knowledge-check.ts";
import { apiVersions } from "../api-version.table.ts";
import type { AttemptState } from "../attempt-state.schema.ts";
import { auditContextOf } from "../handle-registration-call.ts";
import type { InputHandler, Transition } from "../registration-call.port.ts";
import { identified, refuseFields } from "../transition.rule.ts";
import { refuseWrongFact } from "./check-identity-fact.ts";
import { countEmailTaken } from "./choose-email.ts";
import { welcomeBack } from "./on-verified.ts";

export interface NewPassword extends TypedFacts {
  password: string;
  passwordConfirmation?: string;
  terms?: true | undefined;
}

/** Faults that are not violations of the password policy. */
const plainFaults: readonly string[] = ["required", "maxlength"];

/**
 * Creates the account of a verified person. If a concurrent request already created it, shows that account instead. A
 * wrong identity fact is refused before the password, after the same work.
 */
export const createAccount: InputHandler<NewPassword> = async (context, { password, terms, ...input }) => {
  const { username, existingAccount } = context.attempt.state;
  if (existingAccount) return { result: { kind: "alreadyVerified" } };
  if (username === undefined) return { result: { kind: "gone" } };
  const call = identified(context);
  const { deps, requestContext, attempt, policies } = call;
  const version = apiVersions[attempt.api];
  const fault = await checkFirstPassword(deps, { requestContext, username, password });
  const faults = fieldFaults({
    password: fault && plainFaults.includes(fault.key) ? fault : undefined,
    passwordConfirmation:
      input.passwordConfirmation === undefined
        ? undefined
        : checkPasswordConfirmation(input.passwordConfirmation, password),
  });
  if (faults) return refuseFields(faults);
  const asked = { fact: factAtCreation(policies), typed: input };
  const malformed =
    version.asksFact && malformedFact(asked, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return { result: malformed };
  const create = fault ?? (await prepareAccount(deps, { ...call, username, password, terms }));

  return async (transaction) => {
    const wrongFact = version.asksFact ? await refuseWrongFact(call, transaction, asked) : undefined;
    if (wrongFact) return wrongFact;
    if (typeof create !== "function") return { result: passwordRefusal(create) };
    const auditContext = auditContextOf(requestContext, attempt);
    const creation = await create(transaction, { id: attempt.id, auditContext });
    switch (creation.kind) {
      case "created":
        return { result: creation, page: "CONFIRM", ...(version.endsWithAccount && { endReason: "created" }) };
      case "createdConcurrently": {
        const { username: _proven, ...state } = attempt.state;
        const welcome = await welcomeBack(call, transaction, { state, account: creation.account });
        return { ...welcome, result: { kind: "accountExists" } };
      }
      case "emailTakenConcurrently":
        return version.mailsLinks ? { result: { kind: "addressTaken" } } : askAnotherEmail(attempt.state);
    }
  };
};

/** Another account took the e-mail after its verification. */
function askAnotherEmail({ username, proof, ...rest }: AttemptState): Transition {
  const transition = countEmailTaken({ ...rest, proof: {} });
  return transition.endReason ? transition : { ...transition, page: "ASK_USERNAME" };
}
