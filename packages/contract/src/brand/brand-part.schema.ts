import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

/** Field schemas that several brand fields share. */
export const language = z.enum(languages);
export const province = z
  .enum(provinceIds as [string, ...string[]])
  .transform((id) => id as (typeof provinceIds)[number]);
export const bothLanguages = z.strictObject({ en: z.string().min(1), fr: z.string().min(1) });
