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
  const technical = brand.telephone.technical[provinces[province].telephoneGroup];
  return line === "technical" && technical !== undefined ? technical : customerTelephone(brand, province);
}
