import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { TwoFactorValidation } from "@vestibule/contract/v1/recovery.schema.ts";
import { factAtCreation } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { maskedChannel, usableChannels } from "../../capabilities/one-time-codes/channel.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ApiDeps } from "../../deps.ts";
import type { LegacyState, VerificationMethod } from "./legacy-state.schema.ts";

/** The ways that a person of the book is offered, in the order to show them; a brand may add that none of them works. */
export function availableMethods(
  deps: Pick<ApiDeps, "canSendSms">,
  person: PolicyPerson,
  { features }: Pick<Brand, "features">,
): VerificationMethod[] {
  const ways: VerificationMethod[] = usableChannels(person, deps);
  return features.noneOption ? [...ways, "NONE"] : ways;
}

/**
 * A driver of the programme with nothing on file but a number that takes no texts: an address of their own choice will
 * do for a code, since the number is what they are asked for when the account is made.
 */
export function isAskedForEmail(
  deps: Pick<ApiDeps, "canSendSms">,
  person: PolicyPerson,
  policies: readonly PolicyPerson[],
): boolean {
  return person.ubi && usableChannels(person, deps).length === 0 && factAtCreation(policies) === "cellPhone";
}

/** A way as a stranger may see it. */
export function maskedMethod(
  { id, method }: LegacyState["options"][number],
  person: PolicyPerson,
): TwoFactorValidation {
  const maskedValue = method === "NONE" ? "" : maskedChannel(method, person);
  return { id, method, ...(maskedValue && { maskedValue }) };
}
