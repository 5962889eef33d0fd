import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { provinceOfPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { languagesOf, menuProvince } from "../../../request/preferences.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "../../../shared-slices/registration-slices.server.ts";

/**
 * Selects the policy's province after verification, once in a registration. Returns whether it has changed, so that the
 * page must be loaded again.
 */
export function setProvinceFromPolicy(
  requestContext: PortalRequestContext,
  { policyProvince }: { policyProvince?: string | undefined },
): boolean {
  const attempt =
    requestContext.session.get(registrationSlice) ?? requestContext.session.get(policyNumberRegistrationSlice);
  if (policyProvince === undefined || attempt === undefined || attempt.isProvinceSet) return false;
  attempt.isProvinceSet = true;
  return selectProvince(requestContext, policyProvince);
}

/** Selects the province of a postal code that was typed before verification. */
export function setProvinceFromPostalCode(requestContext: PortalRequestContext, postalCode: string): void {
  selectProvince(requestContext, provinceOfPostalCode(postalCode));
}

/**
 * Province that will be selected once the postal code is accepted. The call that sends it already needs that province
 * for the times in its message.
 */
export function provinceForNextPage(requestContext: PortalRequestContext, postalCode: string): ProvinceId {
  return offeredOtherProvince(requestContext, provinceOfPostalCode(postalCode)) ?? requestContext.province;
}

function selectProvince(requestContext: PortalRequestContext, requested: string | undefined): boolean {
  const province = offeredOtherProvince(requestContext, requested);
  const attempt =
    requestContext.session.get(registrationSlice) ?? requestContext.session.get(policyNumberRegistrationSlice);
  if (province === undefined || attempt === undefined) return false;
  requestContext.prefer({ province });
  attempt.flash = "provinceSet";
  return true;
}

/** The requested province, if it is another one that the brand serves in the current language. */
function offeredOtherProvince(
  requestContext: PortalRequestContext,
  requested: string | undefined,
): ProvinceId | undefined {
  const province = menuProvince(requestContext.brand, requested);
  if (province === undefined || province === requestContext.province) return undefined;
  return languagesOf(requestContext.brand, province).includes(requestContext.language) ? province : undefined;
}
