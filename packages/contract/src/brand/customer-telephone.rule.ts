import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "./brand.schema.ts";

/** The customer number of a province, as 1-8xx-xxx-xxxx. */
export function customerTelephone(brand: Pick<BrandData, "telephone">, province: ProvinceId): string {
  const { customer } = brand.telephone;
  return customer.provinces[province] ?? customer.default;
}
