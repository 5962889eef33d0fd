import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { TelephoneLine } from "@vestibule/catalogue/roadblock.table.ts";
import type { BrandData } from "./brand.schema.ts";

/** The customer number of a province, as 1-8xx-xxx-xxxx. */
export function customerTelephone(brand: Pick<BrandData, "telephone">, province: ProvinceId): string {
  const { customer } = brand.telephone;
  return customer.provinces[province] ?? customer.default;
}

/** The number of a line, as 1-8xx-xxx-xxxx; without such a line, the brand's customer number. */
export function lineTelephone(
  brand: Pick<BrandData, "telephone">,
  { line, province }: { line: TelephoneLine; province: ProvinceId },
): string {
  return (line === "technical" ? technicalTelephone(brand, province) : undefined) ?? customerTelephone(brand, province);
}

/** Minutes that a usual call takes on the line that answers; undefined where the brand gives none. */
export function lineCallMinutes(
  brand: Pick<BrandData, "telephone">,
  { line, province }: { line: TelephoneLine; province: ProvinceId },
): number | undefined {
  const isTechnical = line === "technical" && technicalTelephone(brand, province) !== undefined;
  return brand.telephone.callMinutes[isTechnical ? "technical" : "customer"];
}

function technicalTelephone(brand: Pick<BrandData, "telephone">, province: ProvinceId): string | undefined {
  return brand.telephone.technical[provinces[province].telephoneGroup];
}
