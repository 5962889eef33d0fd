import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { findRelatedAccounts } from "../../../accounts/account.store.ts";
import { type AccountCreation, checkFirstPassword, prepareAccount } from "../../../accounts/create-account.ts";
import { passwordRefusal } from "../../../passwords/password-check.rule.ts";
import { runWrites } from "../../../platform/conditional-write.adapter.ts";
import { factAtCreation, malformedFact } from "../../../verification/knowledge-check.ts";
import { apiVersions } from "../api-version.table.ts";
import { type AttemptState, provenContacts } from "../attempt-state.schema.ts";
import { auditContextOf } from "../handle-registration-call.ts";
import type { IdentifiedCall, InputHandler, PreparedStep, Transition } from "../registration-call.port.ts";
import { refuseFields, requirePerson } from "../transition.rule.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import { countEmailTaken } from "./choose-email.ts";
import { ownAccountOf, relatedTo, welcomeBack } from "./on-verified.ts";

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
  if (username === undefined) return { result: { kind: "notFound" } };
  const call = requirePerson(context);
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
  const factAttempt = { fact: factAtCreation(policies), typed: input };
  const asksFact = version.asksFact && !omitsMobile(requestContext.brand, factAttempt);
  const malformed =
    asksFact && malformedFact(factAttempt, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return { result: malformed };
  const journey = { id: attempt.id, auditContext: auditContextOf(requestContext, attempt) };
  const creation =
    fault ??
    (await prepareAccount(
      deps,
      { ...call, contacts: provenContacts(attempt.state), username, password, terms },
      journey,
    ));
  if ("register" in creation) return createWithRegistry(call, creation, asksFact && factAttempt);
  const transition: Transition =
    "key" in creation ? { result: passwordRefusal(creation) } : createdTransition(call, creation);
  if (!asksFact) return transition;
  const { refusal, counted } = await checkIdentityFact(call, deps.database, factAttempt);
  if (refusal) return refusal;
  const { writes = [] } = transition;
  return { ...transition, counted, writes: [deps.limits.refunding({ keys: counted }), ...writes] };
};

/** Whether the mobile number is not typed, where the brand lets drivers leave it out. */
function omitsMobile(
  { features }: Pick<Brand, "features">,
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
): boolean {
  return features.mobileOptional && fact === "cellPhone" && normaliseTelephone(typed.cellPhone ?? "") === "";
}

/** Creates the user of the brand's registry and the account in one transaction, after the identity fact. */
function createWithRegistry(
  call: IdentifiedCall,
  creation: AccountCreation,
  factAttempt: Parameters<typeof checkIdentityFact>[2] | false,
): PreparedStep {
  const { limits } = call.deps;
  return async (transaction) => {
    if (factAttempt) {
      const { refusal, counted } = await checkIdentityFact(call, transaction, factAttempt);
      if (refusal) return refusal;
      await limits.refund(transaction, { keys: counted });
    }
    const isRegistered = await creation.register?.(transaction);
    if (!isRegistered || !(await runWrites(transaction, creation.writes))) return continueAfterRace(call);
    return createdTransition(call, { ...creation, writes: {} });
  };
}

function createdTransition(
  call: IdentifiedCall,
  { writes: { deciding, others = [] }, event, created }: AccountCreation,
): Transition {
  return {
    result: { kind: "created", ...created },
    page: "CONFIRM",
    ...(apiVersions[call.attempt.api].endsWithAccount && { endReason: "created" }),
    ...(deciding && { deciding: { write: deciding, otherwise: () => continueAfterRace(call) } }),
    writes: others,
    events: [event],
  };
}

/** Continues after a concurrent request created an account of the person, or one with the e-mail. */
async function continueAfterRace(call: IdentifiedCall): Promise<Transition> {
  const { deps, attempt } = call;
  const { username: _proven, ...state } = attempt.state;
  const accounts = await findRelatedAccounts(deps.database, relatedTo(call));
  const account = ownAccountOf(call, { accounts, state: attempt.state });
  if (account) return { ...welcomeBack(call, { state, account }), result: { kind: "accountExists" } };
  return apiVersions[attempt.api].mailsLinks
    ? { result: { kind: "emailTakenConcurrently" } }
    : askAnotherEmail(attempt.state);
}

/** Asks for another e-mail, because an account took this one after its verification. */
function askAnotherEmail({ username, proof, ...rest }: AttemptState): Transition {
  const transition = countEmailTaken({ ...rest, proof: {} });
  return transition.endReason ? transition : { ...transition, page: "ASK_USERNAME" };
}
