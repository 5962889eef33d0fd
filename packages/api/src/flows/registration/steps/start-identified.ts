import type { PolicyFindAnswer } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { type AuditEvent, createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type {
  IdentityProofDeps,
  RoadblockLockout,
  VerificationLockout,
} from "../../../verification/identity-proof.port.ts";
import { findLockout, identityOf, lockoutScope, randomizeCodeThreshold } from "../../../verification/lockout.rule.ts";
import { insertAttempt, saveAttempt } from "../attempt.store.ts";
import { stateSchemas } from "../attempt-state.schema.ts";
import { findPolicyholders } from "../household.rule.ts";
import { availableMethods, isAskedForEmail, maskedMethod } from "../legacy-options.rule.ts";
import { createRegistrationId } from "../lock-registration.ts";

export interface FoundPerson {
  requestContext: RequestContext;
  person: PolicyPerson;
  policies: readonly PolicyPerson[];
  /** Everyone on the policy. */
  onPolicy: readonly PolicyPerson[];
  /** Whether the request came from the driving programme's own page. */
  ubi: boolean;
  account: "none" | "exists";
  /** The person asked to find their existing account. */
  findsAccount: boolean;
}

type Beginning = { kind: "begun"; answer: PolicyFindAnswer } | RoadblockLockout;

/** Starts a registration for an identified person and returns the verification methods. */
export async function beginRegistration(
  deps: IdentityProofDeps,
  transaction: Trx,
  found: FoundPerson,
): Promise<Beginning> {
  const { requestContext, person, policies } = found;
  const brandId = requestContext.brand.id;
  const identity = identityOf({ brandId, personKey: person.personKey });
  const lockout = await findLockout(deps.limits, transaction, identity);
  if (lockout) return startLockedOut(deps, transaction, { ...found, lockout });

  const holderAccountId = found.account === "none" ? await holderAccount(deps, transaction, found) : undefined;
  const asksEmail = found.account === "none" && isAskedForEmail(deps, person, policies);
  const question = asksEmail ? ({ id: deps.random.token(9), method: "ASKEMAIL" } as const) : undefined;
  const ways = question ? [] : availableMethods(deps, person, requestContext.brand);
  const state = stateSchemas.v1.parse({
    found: { rowId: person.id, personKey: person.personKey },
    ubi: found.ubi || person.ubi,
    findsAccount: found.findsAccount || found.account === "exists",
    ...(holderAccountId && { holderAccountId }),
    wrongCodeLimit: randomizeCodeThreshold(deps.random),
    options: ways.map((method) => ({ id: deps.random.token(9), method })),
    ...(question && { question }),
  });
  const id = await insertAttempt(transaction, { requestContext, state });
  const facts = { road: "v1", channels: state.options.length, account: found.account };
  await tellTrail(deps, transaction, {
    requestContext,
    id,
    event: { event: "registration.identified", result: "ok", facts },
  });
  const answer = {
    id: createRegistrationId(deps, { id, brandId }),
    twoFactorValidations: question ? [question] : state.options.map((option) => maskedMethod(option, person)),
    ubiMatchPH: holderAccountId !== undefined,
    ubi: state.ubi,
  };
  return { kind: "begun", answer };
}

/** Saves a registration that is locked out from the start by the day's wrong codes, so that agents see the lockout. */
async function startLockedOut(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, person, ubi, lockout }: FoundPerson & { lockout: VerificationLockout },
): Promise<Beginning> {
  const found = { rowId: person.id, personKey: person.personKey };
  const state = stateSchemas.v1.parse({ found, ubi, wrongCodeLimit: 0, options: [] });
  const id = await insertAttempt(transaction, { requestContext, state });
  const result = lockoutScope(lockout);
  await saveAttempt(transaction, { id, state, stepAt: undefined, endReason: result });
  const roadblock = "resend-code";
  const event = { event: "code.locked", result, facts: { road: "v1", roadblock } } as const;
  await tellTrail(deps, transaction, { requestContext, id, event });
  return { ...lockout, roadblock };
}

function tellTrail(
  { auditor }: IdentityProofDeps,
  transaction: Trx,
  {
    requestContext,
    id,
    event,
  }: { requestContext: RequestContext; id: string; event: Pick<AuditEvent, "event" | "result" | "facts"> },
): Promise<void> {
  const auditContext = createAuditContext("legacyRegistration", requestContext);
  return auditor.record(transaction, {
    ...event,
    brandId: requestContext.brand.id,
    journeyId: id,
    actor: "person",
    auditContext,
  });
}

/**
 * The only account among the policyholders of a driver's policy; undefined for none, several, or when the driver gets
 * their own account.
 */
async function holderAccount(
  { accountStore }: IdentityProofDeps,
  transaction: Trx,
  { requestContext, person, onPolicy, policies }: FoundPerson,
): Promise<string | undefined> {
  const brandId = requestContext.brand.id;
  const accounts: string[] = [];
  for (const personKey of findPolicyholders(person, { onPolicy, policies })) {
    const account = await accountStore.findByPerson(transaction, { brandId, personKey });
    if (account) accounts.push(account.id);
  }
  return accounts.length === 1 ? accounts[0] : undefined;
}
