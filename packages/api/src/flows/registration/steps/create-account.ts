import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { findRelatedAccounts } from "../../../accounts/account.store.ts";
import { checkFirstPassword, createAccount as insertNewAccount } from "../../../accounts/create-account.ts";
import { passwordRefusal } from "../../../passwords/password-check.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { factAtCreation, malformedFact } from "../../../verification/knowledge-check.ts";
import { apiVersions } from "../api-version.table.ts";
import { type AttemptState, provenContacts } from "../attempt-state.schema.ts";
import { auditContextOf } from "../handle-registration-call.ts";
import type { IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { refuseFields, requirePerson } from "../transition.rule.ts";
import { afterFact } from "./check-identity-fact.ts";
import { countEmailTaken } from "./choose-email.ts";
import { ownAccountOf, relatedTo, welcomeBack } from "./on-verified.ts";

export interface AccountCreationInput extends TypedFacts {
  password: string;
  passwordConfirmation?: string;
  terms?: true | undefined;
}

/** Faults that are not violations of the password policy. */
const plainFieldErrors: readonly string[] = ["required", "maxlength"];

/**
 * Creates the account of a verified person. If a concurrent request already created it, shows that account instead. A
 * wrong identity fact is refused before the password, after the same work.
 */
export const finishWithAccount: InputHandler<AccountCreationInput> = async (context, { password, terms, ...input }) => {
  const { username, existingAccount } = context.attempt.state;
  if (existingAccount) return { result: { kind: "alreadyVerified" } };
  if (username === undefined) return { result: { kind: "notFound" } };
  const call = requirePerson(context);
  const { deps, requestContext, attempt, policies } = call;
  const version = apiVersions[attempt.api];
  const error = await checkFirstPassword(deps, { requestContext, username, password });
  const errors = fieldErrors({
    password: error && plainFieldErrors.includes(error.key) ? error : undefined,
    passwordConfirmation:
      input.passwordConfirmation === undefined
        ? undefined
        : checkPasswordConfirmation(input.passwordConfirmation, password),
  });
  if (errors) return refuseFields(errors);
  const factAttempt = { fact: factAtCreation(policies), typed: input };
  const asksFact = version.asksFact && !omitsMobile(requestContext.brand, factAttempt);
  const malformed =
    asksFact && malformedFact(factAttempt, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return { result: malformed };
  const { hashing } = deps;
  const hash = () => hashing.hash(password);
  const passwordHash = error ? "" : await hashing.run({ id: requestContext.clientIp }, hash);
  const create = async (transaction: Trx): Promise<Transition> => {
    if (error) return { result: passwordRefusal(error) };
    const created = await insertNewAccount(deps, transaction, {
      ...call,
      contacts: provenContacts(attempt.state),
      username,
      password,
      terms,
      passwordHash,
      journey: { id: attempt.id, auditContext: auditContextOf(requestContext, attempt) },
    });
    if (created === undefined) return continueAfterRace(call, transaction);
    const ends = version.endsWithAccount && { endReason: "created" };
    return { result: { kind: "created", ...created }, page: "CONFIRM", ...ends };
  };
  return asksFact ? afterFact(call, factAttempt, create) : create;
};

/** Whether the mobile number is not typed, where the brand lets drivers leave it out. */
function omitsMobile(
  { features }: Pick<Brand, "features">,
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
): boolean {
  return features.mobileOptional && fact === "cellPhone" && normaliseTelephone(typed.cellPhone ?? "") === "";
}

/** Continues after a concurrent request created an account of the person, or one with the e-mail. */
async function continueAfterRace(call: IdentifiedCall, transaction: Trx): Promise<Transition> {
  const { attempt } = call;
  const { username: _proven, ...state } = attempt.state;
  const accounts = await findRelatedAccounts(transaction, relatedTo(call));
  const account = ownAccountOf(call, { accounts, state: attempt.state });
  if (account)
    return {
      ...(await welcomeBack(call, transaction, { state, accounts, account })),
      result: { kind: "accountExists" },
    };
  return apiVersions[attempt.api].mailsLinks
    ? { result: { kind: "emailTakenConcurrently" } }
    : requestAnotherEmail(attempt.state);
}

/** Asks for another e-mail, because an account took this one after its verification. */
function requestAnotherEmail({ username, proof, ...rest }: AttemptState): Transition {
  const transition = countEmailTaken({ ...rest, proof: {} });
  return transition.endReason ? transition : { ...transition, page: "ASK_USERNAME" };
}
