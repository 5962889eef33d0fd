import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";

const locale = { language: z.enum(languages), province: z.enum(provinceIds) };

/** Only the end of each contact is shown. A person with several policies may have several contacts. */
const maskedContacts = z.strictObject({
  mobiles: z.array(z.string()),
  postalCodes: z.array(z.string()),
});

/** `onFile` is absent while the policy directory does not respond. */
export const profileAnswer = z.strictObject({ ...locale, onFile: maskedContacts.optional() });
export type ProfileAnswer = z.infer<typeof profileAnswer>;

/** An omitted value stays unchanged. */
export const localeBody = z.strictObject(locale).partial();
