import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { TelephoneLine } from "@vestibule/catalogue/roadblock.table.ts";
import type { BrandData } from "./brand.schema.ts";
import { customerTelephone } from "./customer-telephone.rule.ts";

/**
 * The number of one of the brand's lines, as 1-8xx-xxx-xxxx. Technical support is shared by a group of provinces; a
 * brand without such a line for the group is reached by its customers' one.
 */
export function lineTelephone(
  brand: Pick<BrandData, "telephone">,
  { line, province }: { line: TelephoneLine; province: ProvinceId },
): string {
  return (line === "technical" ? technicalTelephone(brand, province) : undefined) ?? customerTelephone(brand, province);
}

/** Minutes that a usual call takes on the line that answers; undefined where the brand does not say. */
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
