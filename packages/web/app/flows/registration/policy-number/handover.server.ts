import { type LicenceProvince, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { formatPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { type FormValues, validateForm } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { policyNumberStartSlice } from "../../../shared-slices/registration-slices.server.ts";
import { type IdentificationFacts, licenceFields, policyRules } from "../identification/identification.rule.ts";
import { readTypedPolicy } from "../typed-policy.rule.ts";

export type HandoverReview = NonNullable<ReturnType<typeof reviewOf>>;

/** The details that smart registration has handed over; undefined if the form has to ask for them. */
export function reviewOf(requestContext: PortalRequestContext, facts: IdentificationFacts) {
  const { handedOver, typedPolicy } = requestContext.session.get(policyNumberStartSlice) ?? {};
  const typed = readTypedPolicy(typedPolicy, requestContext.now);
  if (handedOver === undefined || handedOver.isChanging || typed === undefined) return undefined;
  const missing = Object.keys(validateForm(typed, policyRules(facts)));
  if (missing.some((name) => !licenceFields.includes(name))) return undefined;
  const { policyNumber = "", firstName = "", lastName = "", driverLicense: number } = typed;
  const province: LicenceProvince = provinceIds.find((id) => id === typed.driverLicenseProvince) ?? "other";
  return {
    details: {
      policyNumber: formatPolicyNumber(normaliseNumber(policyNumber)),
      name: `${firstName} ${lastName}`,
      ...describeFacts(requestContext, typed),
      licence: number ? { number, province } : undefined,
      email: handedOver.email,
    },
    // The licence is the only detail that can be missing.
    asksLicence: missing.length > 0,
  };
}

/**
 * Date of birth and postal code that were handed over, under the form's names; undefined if the page has to ask for
 * them.
 */
export function handedOverFacts({ session, now }: PortalRequestContext): FormValues | undefined {
  const { handedOver, typedPolicy } = session.get(policyNumberStartSlice) ?? {};
  const typed = readTypedPolicy(typedPolicy, now);
  if (handedOver === undefined || !typed?.dob || !typed.postalCode) return undefined;
  const { dob, dobDay, dobMonth, dobYear, postalCode } = typed;
  return { dob, dobDay, dobMonth, dobYear, postalCode };
}

/** Formats date of birth and postal code for display. */
export function describeFacts({ language }: Pick<PortalRequestContext, "language">, values: FormValues) {
  const { dob = "", postalCode = "" } = values;
  return { dob: formatDay(new Date(dob), { timeZone: "UTC", language }), postalCode: formatPostalCode(postalCode) };
}
