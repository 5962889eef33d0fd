import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { policyRole } from "../../capabilities/accounts/new-account.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { factAtCreation } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { stepAfterProof } from "./after-proof.rule.ts";
import { isOfHousehold, mayJoin } from "./household.rule.ts";
import type { LegacyCall, LegacyMove, LegacyParts, Validated } from "./legacy-call.port.ts";
import { validated } from "./legacy-move.rule.ts";
import type { LegacyState } from "./legacy-state.schema.ts";

export interface ProvenCall extends LegacyCall {
  /** Everybody on the person's policy. */
  onPolicy: readonly PolicyPerson[];
  /** With the proof in it. */
  state: LegacyState;
}

/** Somebody proved who they are: what they are asked next, or that a password may be chosen. */
export async function afterProof(
  parts: LegacyParts,
  transaction: Trx,
  call: ProvenCall,
): Promise<LegacyMove<Validated>> {
  const { visit, person, policies, onPolicy, state } = call;
  const brandId = visit.brand.id;
  const { email } = person;
  const owner = email === null ? undefined : await parts.users.findByEmail(transaction, { brandId, email });
  const isHousehold = owner !== undefined && mayJoin(policies) && isOfHousehold(owner, { person, onPolicy });
  const step = stepAfterProof({
    ownAccount: await parts.users.findByPerson(transaction, { brandId, personKey: person.personKey }),
    holderAccount: state.holderAccountId
      ? await parts.users.findById(transaction, state.holderAccountId)
      : undefined,
    emailOnFile: email ?? undefined,
    emailOwner: owner && { account: owner, standing: isHousehold ? "household" : "stranger" },
    provenEmail: state.proof?.email,
  });
  switch (step.kind) {
    case "welcomeBack":
      return welcomeBack(parts, transaction, { ...call, account: step.account });
    case "askPassword":
      return askPassword(parts, call, step.account);
    case "askUsername":
      return ask(parts, call, "ASKUSERNAME");
    case "askEmail":
      return ask(parts, call, "ASKEMAIL");
    case "create":
      return mayCreate(call, { email: email ?? "", emailTyped: person.emailTyped ?? email ?? "" });
  }
}

/** An account that exists gains what it lacks, and its owner sees which address it uses. */
async function welcomeBack(
  { users }: LegacyParts,
  transaction: Trx,
  { account, policies, state }: ProvenCall & { account: Account },
): Promise<LegacyMove<Validated>> {
  const added = await users.addPolicies(transaction, account.id, policies.map(policyRole));
  const { emailTyped: email, firstName, id: accountId } = account;
  return {
    ending: validated(240, { action: "WELCOME_BACK", email, firstName }),
    state,
    endedHow: "welcomeBack",
    events: added > 0 ? [{ event: "account.policiesAdded", result: "ok", accountId, facts: { count: added } }] : [],
  };
}

/** The password of an account of the household; into a policyholder's, a driver also shows the mobile number on file. */
export function askPassword(
  { random }: Pick<LegacyParts, "random">,
  { policies, state }: Pick<ProvenCall, "policies" | "state">,
  account: Account,
): LegacyMove<Validated> {
  const question = { id: random.token(9), method: "ASKPASSWORD", accountId: account.id } as const;
  const shown = { id: question.id, method: question.method, maskedValue: maskEmail(account.email) };
  const fact = factAtCreation(policies);
  return {
    ending: validated(240, {
      action: "ASKPASSWORD",
      twoFactorValidations: [shown],
      ...(fact === "cellPhone" && { identityFact: fact }),
    }),
    state: { ...state, question },
  };
}

function ask(
  { random }: LegacyParts,
  { person, state }: ProvenCall,
  method: "ASKEMAIL" | "ASKUSERNAME",
): LegacyMove<Validated> {
  const question = { id: random.token(9), method };
  const onFile = person.emailTyped ?? person.email;
  const { firstName } = person;
  const known = { firstName, ...(onFile && { email: onFile }) };
  return {
    ending: validated(240, { action: method, twoFactorValidations: [question], ...known }),
    state: { ...state, question },
  };
}

/** A password may be chosen for an account under this address; `identityFact` is asked beside it. */
export function mayCreate(
  { person, policies, state }: Pick<ProvenCall, "person" | "policies" | "state">,
  username: { email: string; emailTyped: string },
): LegacyMove<Validated> {
  const { question: _answered, ...rest } = state;
  return {
    ending: validated(200, {
      email: username.emailTyped,
      firstName: person.firstName,
      identityFact: factAtCreation(policies),
    }),
    state: { ...rest, username },
  };
}
