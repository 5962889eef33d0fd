import type { PolicyFindAnswer } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { type AuditEvent, livedIn } from "../../capabilities/audit/auditor.port.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { drawWrongCodeLimit } from "../../capabilities/one-time-codes/wrong-code.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { registrationHandle } from "./hold-registration.journey.ts";
import { holdersFor } from "./household.rule.ts";
import type { LegacyRefusal } from "./legacy-call.port.ts";
import { isAskedForEmail, shownWay, waysOf } from "./legacy-options.rule.ts";
import { saveLegacyStep, startLegacyRegistration } from "./legacy-registration.store.ts";
import { legacyState } from "./legacy-state.schema.ts";

export interface FoundPerson {
  visit: Visit;
  person: PolicyPerson;
  policies: readonly PolicyPerson[];
  /** Everybody on the policy. */
  onPolicy: readonly PolicyPerson[];
  /** Whether the driving programme's own entrance was used. */
  ubi: boolean;
  account: "none" | "exists";
  /** Asked to find the account that they have. */
  findsAccount: boolean;
}

type Beginning = { kind: "begun"; answer: PolicyFindAnswer } | Extract<LegacyRefusal, { kind: "limit" }>;

/** A registration for somebody who was found, with the ways to prove who they are. */
export async function beginRegistration(parts: ProvingParts, transaction: Trx, found: FoundPerson): Promise<Beginning> {
  const { visit, person, policies } = found;
  const brandId = visit.brand.id;
  const subject = identityOf({ brandId, personKey: person.personKey });
  const pause = await parts.limits.look(transaction, { limit: "wrongCodeIdentity", subject });
  if (pause.kind === "full") return paused(parts, transaction, { ...found, until: pause.until });

  const holderAccountId = found.account === "none" ? await holderAccount(parts, transaction, found) : undefined;
  const asksEmail = found.account === "none" && isAskedForEmail(parts, person, policies);
  const question = asksEmail ? ({ id: parts.random.token(9), method: "ASKEMAIL" } as const) : undefined;
  const ways = question ? [] : waysOf(parts, person, visit.brand);
  const state = legacyState.parse({
    found: { rowId: person.id, personKey: person.personKey },
    ubi: found.ubi || person.ubi,
    findsAccount: found.findsAccount || found.account === "exists",
    ...(holderAccountId && { holderAccountId }),
    wrongCodeLimit: drawWrongCodeLimit(parts.random),
    options: ways.map((method) => ({ id: parts.random.token(9), method })),
    ...(question && { question }),
  });
  const id = await startLegacyRegistration(transaction, { visit, state });
  const facts = { road: "v1", channels: state.options.length, account: found.account };
  await tellTrail(parts, transaction, { visit, id, event: { event: "registration.identified", result: "ok", facts } });
  const answer = {
    id: registrationHandle(parts, { id, brandId }),
    twoFactorValidations: question ? [question] : state.options.map((option) => shownWay(option, person)),
    ubiMatchPH: holderAccountId !== undefined,
    ubi: state.ubi,
  };
  return { kind: "begun", answer };
}

/** The day's wrong codes were used up before: over as it begins, and kept so that an agent sees whose pause it is. */
async function paused(
  parts: ProvingParts,
  transaction: Trx,
  { visit, person, ubi, until }: FoundPerson & { until: Date },
): Promise<Beginning> {
  const found = { rowId: person.id, personKey: person.personKey };
  const state = legacyState.parse({ found, ubi, wrongCodeLimit: 0, options: [] });
  const id = await startLegacyRegistration(transaction, { visit, state });
  await saveLegacyStep(transaction, { id, state, counts: "noStep", endedHow: "identity" });
  const roadblock = "resend-code";
  const event = { event: "code.locked", result: "identity", facts: { road: "v1", roadblock } } as const;
  await tellTrail(parts, transaction, { visit, id, event });
  return { kind: "limit", roadblock, until };
}

function tellTrail(
  { auditor }: ProvingParts,
  transaction: Trx,
  { visit, id, event }: { visit: Visit; id: string; event: Pick<AuditEvent, "event" | "result" | "facts"> },
): Promise<void> {
  const lived = livedIn("legacyRegistration", visit);
  return auditor.record(transaction, { ...event, brandId: visit.brand.id, journeyId: id, actor: "person", lived });
}

/** The one account of the people who hold a driver's policy; none where there are several, or a driver's own is meant. */
async function holderAccount(
  { users }: ProvingParts,
  transaction: Trx,
  { visit, person, onPolicy, policies }: FoundPerson,
): Promise<string | undefined> {
  const brandId = visit.brand.id;
  const accounts: string[] = [];
  for (const personKey of holdersFor(person, { onPolicy, policies })) {
    const account = await users.findByPerson(transaction, { brandId, personKey });
    if (account) accounts.push(account.id);
  }
  return accounts.length === 1 ? accounts[0] : undefined;
}
