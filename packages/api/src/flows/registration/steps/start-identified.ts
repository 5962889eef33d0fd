import type { VerificationMethod } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { type AuditEvent, createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type { IdentityProofDeps, RoadblockLockout } from "../../../verification/identity-proof.port.ts";
import { factAtCreation } from "../../../verification/knowledge-check.ts";
import { findLockout, identityOf, lockoutScope, randomizeCodeThreshold } from "../../../verification/lockout.rule.ts";
import { insertAttempt, type RegistrationAttempt } from "../attempt.store.ts";
import { attemptState } from "../attempt-state.schema.ts";
import { findPolicyholders } from "../household.rule.ts";

export interface IdentifiedPerson {
  requestContext: RequestContext;
  person: PolicyPerson;
  policies: readonly PolicyPerson[];
  /** Everyone on the policy. */
  onPolicy: readonly PolicyPerson[];
  /** Whether the request came from the driving programme's own page. */
  ubi: boolean;
  account: Account | undefined;
  /** The person asked to find their existing account. */
  findsAccount: boolean;
}

export interface Started {
  attempt: RegistrationAttempt;
  person: PolicyPerson;
}

/** Starts a registration by policy number for an identified person, with the verification methods they may use. */
export async function startIdentified(
  deps: IdentityProofDeps,
  transaction: Trx,
  identified: IdentifiedPerson,
): Promise<(Started & { kind: "found" | "known" }) | RoadblockLockout> {
  const { requestContext, person, policies, account } = identified;
  const { brand } = requestContext;
  const identity = identityOf({ brandId: brand.id, personKey: person.personKey });
  const lockout = await findLockout(deps.limits, transaction, identity);
  const asksEmail = !account && isAskedForEmail(deps, person, policies);
  const methods: VerificationMethod[] = asksEmail || lockout ? [] : usableChannels(person, deps);
  if (brand.features.noneOption && !asksEmail && !lockout) methods.push("NONE");
  const holderAccountId = account || lockout ? undefined : await holderAccount(deps, transaction, identified);
  const state = attemptState.parse({
    found: { rowId: person.id, personKey: person.personKey, by: "POLICY_IDENTIFICATION" },
    ubi: identified.ubi || person.ubi,
    findsAccount: identified.findsAccount || account !== undefined,
    ...(holderAccountId && { holderAccountId }),
    wrongCodeLimit: randomizeCodeThreshold(deps.random),
    options: methods.map((method) => ({ id: deps.random.token(9), method })),
    ...(asksEmail && { question: { id: deps.random.token(9), method: "ASKEMAIL" } }),
  });
  const order = { requestContext, api: "v1", page: "VERIFY_OPTIONS", state } as const;
  if (lockout) {
    // Saved, so that agents see whose lockout it is.
    const { id: journeyId } = await insertAttempt(transaction, { ...order, endReason: "locked" });
    const [result, roadblock] = [lockoutScope(lockout), "resend-code" as const];
    await record(deps, transaction, requestContext, { event: "code.locked", result, journeyId, facts: { roadblock } });
    return { ...lockout, roadblock };
  }
  const attempt = await insertAttempt(transaction, order);
  await record(deps, transaction, requestContext, {
    ...{ event: "registration.identified", result: "ok", journeyId: attempt.id },
    facts: { channels: methods.length, account: account ? "exists" : "none" },
  });
  return { kind: account ? "known" : "found", attempt, person };
}

/**
 * Whether to ask for an e-mail of the person's choice: a driver in the programme whose only contact on file is a
 * number without SMS. Any e-mail will do, since account creation asks for that number.
 */
function isAskedForEmail(
  deps: Pick<IdentityProofDeps, "canSendSms">,
  person: PolicyPerson,
  policies: readonly PolicyPerson[],
): boolean {
  return person.ubi && usableChannels(person, deps).length === 0 && factAtCreation(policies) === "cellPhone";
}

/**
 * The only account among the policyholders of a driver's policy; undefined for none, several, or when the driver gets
 * their own account.
 */
async function holderAccount(
  { accountStore }: IdentityProofDeps,
  transaction: Trx,
  { requestContext, person, onPolicy, policies }: IdentifiedPerson,
): Promise<string | undefined> {
  const brandId = requestContext.brand.id;
  const accounts: string[] = [];
  for (const personKey of findPolicyholders(person, { onPolicy, policies })) {
    const account = await accountStore.findByPerson(transaction, { brandId, personKey });
    if (account) accounts.push(account.id);
  }
  return accounts.length === 1 ? accounts[0] : undefined;
}

/** Records an event of registration by policy number, with its journey once it has one. */
export async function record(
  { auditor }: Pick<IdentityProofDeps, "auditor">,
  transaction: Trx,
  requestContext: RequestContext,
  event: Pick<AuditEvent, "event" | "result" | "accountId" | "journeyId" | "facts">,
): Promise<void> {
  await auditor.record(transaction, {
    ...event,
    brandId: requestContext.brand.id,
    actor: "person",
    auditContext: createAuditContext("policyNumberRegistration", requestContext),
    facts: { apiVersion: "v1", ...event.facts },
  });
}
