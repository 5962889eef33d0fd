import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { policyRole } from "../../capabilities/accounts/new-account.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { stepAfterProof } from "./after-proof.rule.ts";
import { isOfHousehold, mayJoin } from "./household.rule.ts";
import type { LegacyCall, LegacyMove, Validated } from "./legacy-call.port.ts";
import type { LegacyState } from "./legacy-state.schema.ts";
import { type Standing, whatFollows } from "./what-follows.rule.ts";

export interface ProvenCall extends LegacyCall {
  /** Everybody on the person's policy. */
  onPolicy: readonly PolicyPerson[];
  /** With the proof in it. */
  state: LegacyState;
}

/** Somebody proved who they are: what they are asked next, or that a password may be chosen. */
export async function afterProof(
  parts: ProvingParts,
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
    holderAccount: state.holderAccountId ? await parts.users.findById(transaction, state.holderAccountId) : undefined,
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
export async function welcomeBack(
  { users }: Pick<ProvingParts, "users">,
  transaction: Trx,
  { account, ...call }: Standing & { account: Account },
): Promise<LegacyMove<Validated>> {
  const added = await users.addPolicies(transaction, account.id, call.policies.map(policyRole));
  const { emailTyped: email, firstName, id: accountId } = account;
  const event = added > 0 ? "account.policiesAdded" : "registration.welcomed";
  const events = [{ event, result: "ok", accountId, facts: { count: added } } as const];
  return { ...next(call, { welcomed: { email, firstName } }), events };
}

/** The password of an account of the household. */
export function askPassword({ random }: Pick<ProvingParts, "random">, call: Standing, account: Account) {
  const maskedEmail = maskEmail(account.email);
  const question = { id: random.token(9), method: "ASKPASSWORD", accountId: account.id, maskedEmail } as const;
  return next(call, { question });
}

function ask({ random }: ProvingParts, call: Standing, method: "ASKEMAIL" | "ASKUSERNAME") {
  return next(call, { question: { id: random.token(9), method } });
}

/** A password may be chosen for an account under this address. */
export function mayCreate(call: Standing, username: { email: string; emailTyped: string }) {
  const { question: _answered, ...state } = call.state;
  return next({ ...call, state }, { username });
}

function next(call: Standing, more: Partial<LegacyState>): LegacyMove<Validated> {
  const state = { ...call.state, ...more };
  return { ending: whatFollows({ ...call, state }), state };
}
