import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { LinkOwner } from "./account-fingerprint.rule.ts";

/**
 * Province whose time zone and telephone number a message uses: that of the policy, then the account, then the page.
 */
export function homeProvince({ account, rows }: LinkOwner, visit: { province: ProvinceId }): ProvinceId {
  return rows[0]?.province ?? account?.province ?? visit.province;
}
