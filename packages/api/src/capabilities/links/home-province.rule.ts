import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { LinkOwner } from "./account-fingerprint.rule.ts";

/** Whose clock and telephone a message to somebody means: their policy's province, before that of the page they were at. */
export function homeProvince({ account, rows }: LinkOwner, visit: { province: ProvinceId }): ProvinceId {
  return rows[0]?.province ?? account?.province ?? visit.province;
}
