import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { checkDateOfBirth, dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { judgeFact } from "../../capabilities/identity-facts/fact-judging.rule.ts";
import { type ClaimedFacts, factMatches } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import { countOnLink, supersedeLink } from "../../capabilities/links/link.store.ts";
import { factOfLink } from "../../capabilities/links/link-question.rule.ts";
import type { ApiParts, Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { FollowParts, LinkCall, LinkRefusal } from "./follow-link.port.ts";

const fieldsOfFact = {
  cellPhone: ["cellPhone"],
  postalCode: ["postalCode"],
  postalCodeAndDateOfBirth: ["postalCode", "dateOfBirth"],
} as const satisfies Record<IdentityFact, readonly (keyof ClaimedFacts)[]>;

/** What of the fact that is asked is missing or malformed; costs no try. What was not asked is not looked at. */
export function malformedFact(
  { clock }: Pick<ApiParts, "clock">,
  { visit, link, owner }: LinkCall,
  claimed: ClaimedFacts,
): Extract<LinkRefusal, { kind: "malformed" }> | undefined {
  const checks: Record<keyof ClaimedFacts, (value: string) => FieldFault | undefined> = {
    cellPhone: checkTelephone,
    postalCode: checkPostalCode,
    dateOfBirth: (value) => checkDateOfBirth(value, { today: todayOf(clock, visit) }),
  };
  const faults = fieldsOfFact[factOfLink(link, owner)].flatMap((field) => {
    const fault = checks[field](claimed[field] ?? "");
    return fault ? [[field, fault.key]] : [];
  });
  return faults.length === 0 ? undefined : { kind: "malformed", fields: Object.fromEntries(faults) };
}

function todayOf(clock: ApiParts["clock"], { province }: Visit): string {
  return dateInZone(clock.now(), provinces[province].timeZone);
}

/** Whether the person knows what the link's file says; undefined where they do. The third wrong answer ends the link. */
export async function refuseFact(
  parts: FollowParts,
  transaction: Trx,
  { link, owner, claimed }: LinkCall & { claimed: ClaimedFacts },
): Promise<LinkRefusal | undefined> {
  const fact = factOfLink(link, owner);
  const judgement = await judgeFact(transaction, {
    limits: parts.limits,
    identity: identityOf({ brandId: link.brandId, personKey: owner.rows[0]?.personKey ?? link.id }),
    fact,
    matches: factMatches(owner.rows, { fact, claimed }),
    countWrong: () => countOnLink(transaction, { id: link.id, what: "wrong_answers" }),
  });
  if (judgement.kind === "right") return undefined;
  if (judgement.kind === "tooMany") await supersedeLink(transaction, link.id);
  await parts.auditor.record(transaction, {
    event: "identity.refused",
    result: judgement.kind,
    brandId: link.brandId,
    ...(link.accountId && { accountId: link.accountId }),
    journeyId: link.id,
    actor: "person",
    facts: { fact },
  });
  if (judgement.kind === "tooMany") return { ...judgement, kind: "tooManyFacts" };
  return { kind: "wrongFact", fields: Object.fromEntries(fieldsOfFact[fact].map((field) => [field, "wrong"])) };
}
