import type { LegacyMethod } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { TwoFactorValidation } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { maskedChannel, usableChannels } from "../../verification/channel.rule.ts";
import { factAtCreation } from "../../verification/knowledge-check.ts";
import type { StateV1 } from "./attempt-state.schema.ts";

/** The person's verification methods in display order; brands may add NONE. */
export function availableMethods(
  deps: Pick<ApiDeps, "canSendSms">,
  person: PolicyPerson,
  { features }: Pick<Brand, "features">,
): LegacyMethod[] {
  const ways: LegacyMethod[] = usableChannels(person, deps);
  return features.noneOption ? [...ways, "NONE"] : ways;
}

/**
 * Whether to ask for an e-mail of the person's choice: a driver in the programme whose only contact on file is a
 * number without SMS. Any e-mail will do, since account creation asks for that number.
 */
export function isAskedForEmail(
  deps: Pick<ApiDeps, "canSendSms">,
  person: PolicyPerson,
  policies: readonly PolicyPerson[],
): boolean {
  return person.ubi && usableChannels(person, deps).length === 0 && factAtCreation(policies) === "cellPhone";
}

/** A method with masked contact data, safe to show before verification. */
export function maskedMethod({ id, method }: StateV1["options"][number], person: PolicyPerson): TwoFactorValidation {
  const maskedValue = method === "NONE" ? "" : maskedChannel(method, person);
  return { id, method, ...(maskedValue && { maskedValue }) };
}
