import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { policyLines } from "@vestibule/catalogue/book.table.ts";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

/** A policy of the signed-in person or of their household. */
const accountPolicy = z.strictObject({
  line: z.enum(policyLines),
  year: z.number().int(),
  /** Only the last two characters are shown. */
  maskedPolicyNumber: z.string(),
  province: z.enum(provinceIds),
  role: z.enum(accountTypes),
});
export const policiesAnswer = z.strictObject({ policies: z.array(accountPolicy) });
export type AccountPolicy = z.infer<typeof accountPolicy>;
