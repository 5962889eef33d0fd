import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

const locale = { language: z.enum(languages), province: z.enum(provinceIds) };

/** Of each contact the end alone. A person with several policies may have several. */
const maskedContacts = z.strictObject({
  mobiles: z.array(z.string()),
  postalCodes: z.array(z.string()),
});

/** Without `onFile` while the policy directory does not answer. */
export const profileAnswer = z.strictObject({ ...locale, onFile: maskedContacts.optional() });
export type ProfileAnswer = z.infer<typeof profileAnswer>;

/** What the person chose; the other stays. */
export const localeBody = z.strictObject(locale).partial();
