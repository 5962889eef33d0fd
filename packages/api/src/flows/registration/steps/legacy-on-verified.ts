import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import type { StateV1 } from "../attempt-state.schema.ts";
import { canJoinAccount, isInHousehold } from "../household.rule.ts";
import type { LegacyCall, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { nextStepAfterProof } from "../legacy-next-step.rule.ts";
import { nextQuestion, type Standing } from "../next-question.rule.ts";

export interface ProvenCall extends LegacyCall {
  /** Everyone on the person's policy. */
  onPolicy: readonly PolicyPerson[];
  /** Includes the verification. */
  state: StateV1;
}

/** Decides after verification what is asked next, or that a password may be chosen. */
export async function onVerified(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: ProvenCall,
): Promise<LegacyTransition<Validated>> {
  const { requestContext, person, policies, onPolicy, state } = call;
  const brandId = requestContext.brand.id;
  const { email } = person;
  const owner = email === null ? undefined : await deps.accountStore.findByEmail(transaction, { brandId, email });
  const isHousehold = owner !== undefined && canJoinAccount(policies) && isInHousehold(owner, { person, onPolicy });
  const step = nextStepAfterProof({
    ownAccount: await deps.accountStore.findByPerson(transaction, { brandId, personKey: person.personKey }),
    holderAccount: state.holderAccountId
      ? await deps.accountStore.findById(transaction, state.holderAccountId)
      : undefined,
    emailOnFile: email ?? undefined,
    emailOwner: owner && { account: owner, standing: isHousehold ? "household" : "stranger" },
    provenEmail: state.proof?.email,
  });
  switch (step.kind) {
    case "welcomeBack":
      return welcomeBack(deps, transaction, { ...call, account: step.account });
    case "askPassword":
      return askPassword(deps, call, step.account);
    case "askUsername":
      return ask(deps, call, "ASKUSERNAME");
    case "askEmail":
      return ask(deps, call, "ASKEMAIL");
    case "create":
      return mayCreate(call, { email: email ?? "", emailAsTyped: person.emailAsTyped ?? email ?? "" });
  }
}

/** Adds missing policies to the existing account and shows its owner which e-mail it uses. */
export async function welcomeBack(
  { accountStore }: Pick<IdentityProofDeps, "accountStore">,
  transaction: Trx,
  { account, ...call }: Standing & { account: Account },
): Promise<LegacyTransition<Validated>> {
  const added = await accountStore.addPolicies(transaction, account.id, call.policies);
  const { emailAsTyped: email, firstName, id: accountId } = account;
  const event = added > 0 ? "account.policiesAdded" : "registration.welcomed";
  const events = [{ event, result: "ok", accountId, facts: { count: added } } as const];
  return { ...next(call, { welcomed: { email, firstName } }), events };
}

/** Asks for the password of an account of the household. */
export function askPassword({ random }: Pick<IdentityProofDeps, "random">, call: Standing, account: Account) {
  const maskedEmail = maskEmail(account.email);
  const question = { id: random.token(9), method: "ASKPASSWORD", accountId: account.id, maskedEmail } as const;
  return next(call, { question });
}

function ask({ random }: IdentityProofDeps, call: Standing, method: "ASKEMAIL" | "ASKUSERNAME") {
  return next(call, { question: { id: random.token(9), method } });
}

/** Allows choosing a password for an account with this e-mail. */
export function mayCreate(call: Standing, username: { email: string; emailAsTyped: string }) {
  const { question: _answered, ...state } = call.state;
  return next({ ...call, state }, { username });
}

function next(call: Standing, more: Partial<StateV1>): LegacyTransition<Validated> {
  const state = { ...call.state, ...more };
  return { result: nextQuestion({ ...call, state }), state };
}
