import type { VerificationMethod } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { Account } from "../../../accounts/account.store.ts";
import { type AuditEvent, createAuditContext } from "../../../audit/auditor.port.ts";
import type { RequestContext } from "../../../deps.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Writes } from "../../../platform/conditional-write.adapter.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type { IdentityProofDeps, RoadblockLockout } from "../../../verification/identity-proof.port.ts";
import { factAtCreation } from "../../../verification/knowledge-check.ts";
import { type DayLockout, lockoutScope, randomizeCodeThreshold } from "../../../verification/lockout.rule.ts";
import { newAttempt, type RegistrationAttempt, startAttempt } from "../attempt.store.ts";
import { attemptState } from "../attempt-state.schema.ts";

export interface IdentifiedPerson {
  requestContext: RequestContext;
  person: PolicyPerson;
  policies: readonly PolicyPerson[];
  /** Accounts of the policyholders, where the person may join one. */
  holderAccounts: readonly Account[];
  lockout: DayLockout | undefined;
  now: Date;
  /** Further writes and audit events. */
  writes: Writes;
  events?: readonly PolicyEvent[];
  /** Whether the request came from the driving programme's own page. */
  ubi: boolean;
  account: Account | undefined;
  /** Whether the person asked to find their existing account. */
  findsAccount: boolean;
}

export interface Started {
  attempt: RegistrationAttempt;
  person: PolicyPerson;
}

/**
 * Starts a registration by policy number for an identified person, with the verification methods they may use;
 * undefined when the deciding write wrote nothing.
 */
export async function startIdentified(
  deps: IdentityProofDeps,
  identified: IdentifiedPerson,
): Promise<(Started & { kind: "found" | "known" }) | RoadblockLockout | undefined> {
  const { requestContext, person, policies, account, lockout, holderAccounts, now, writes, events = [] } = identified;
  const { brand } = requestContext;
  const asksEmail = !account && isAskedForEmail(deps, person, policies);
  const methods: VerificationMethod[] = asksEmail || lockout ? [] : usableChannels(person, deps);
  if (brand.features.noneOption && !asksEmail && !lockout) methods.push("NONE");
  // Undefined for no account or several, and when the driver gets their own account.
  const [holder, ...otherHolders] = account || lockout ? [] : holderAccounts;
  const state = attemptState.parse({
    found: { rowId: person.id, personKey: person.personKey, by: "POLICY_IDENTIFICATION" },
    ubi: identified.ubi || person.ubi,
    findsAccount: identified.findsAccount || account !== undefined,
    ...(holder && otherHolders.length === 0 && { holderAccountId: holder.id }),
    wrongCodeLimit: randomizeCodeThreshold(deps.random),
    options: methods.map((method) => ({ id: deps.random.token(9), method })),
    ...(asksEmail && { question: { id: deps.random.token(9), method: "ASKEMAIL" } }),
  });
  const at = { now, readAtMillis: performance.now() };
  const attempt = newAttempt({ requestContext, api: "v1", page: "VERIFY_OPTIONS", state, at });
  const started: PolicyEvent = lockout
    ? { event: "code.locked", result: lockoutScope(lockout), facts: { roadblock: "resend-code" } }
    : {
        event: "registration.identified",
        result: "ok",
        facts: { channels: methods.length, account: account ? "exists" : "none" },
      };
  const isStarted = await startAttempt(deps, attempt, {
    requestContext,
    writes,
    // Saved, so that agents see whose lockout it is.
    ...(lockout && { endReason: "locked" }),
    events: [{ ...started, journeyId: attempt.id }, ...events].map((event) => policyEvent(requestContext, event)),
  });
  if (!isStarted) return undefined;
  return lockout ? { ...lockout, roadblock: "resend-code" } : { kind: account ? "known" : "found", attempt, person };
}

/**
 * Whether to ask for an e-mail of the person's choice: for a driver in the programme whose only contact on file is a
 * number without SMS. Any e-mail will do, since account creation asks for that number.
 */
function isAskedForEmail(
  deps: Pick<IdentityProofDeps, "canSendSms">,
  person: PolicyPerson,
  policies: readonly PolicyPerson[],
): boolean {
  return person.ubi && usableChannels(person, deps).length === 0 && factAtCreation(policies) === "cellPhone";
}

type PolicyEvent = Pick<AuditEvent, "event" | "result" | "accountId" | "journeyId" | "facts">;

/** Creates an event of registration by policy number, with its journey once there is one. */
export function policyEvent(requestContext: RequestContext, event: PolicyEvent): AuditEvent {
  return {
    ...event,
    brandId: requestContext.brand.id,
    actor: "person",
    auditContext: createAuditContext("policyNumberRegistration", requestContext),
    facts: { apiVersion: "v1", ...event.facts },
  };
}
