import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { policyLines } from "@vestibule/catalogue/book.table.ts";
import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses } from "../error-response.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";

/** A policy of the signed-in person or of their household. */
const accountPolicy = z.strictObject({
  line: z.enum(policyLines),
  year: z.number().int(),
  /** Only the last two characters are shown. */
  maskedPolicyNumber: z.string(),
  province: z.enum(provinceIds),
  role: z.enum(accountTypes),
});
export type AccountPolicy = z.infer<typeof accountPolicy>;

const locale = { language: z.enum(languages), province: z.enum(provinceIds) };

const profileResponse = z.strictObject({
  ...locale,
  /** Only the end of each contact is shown; absent while the policy directory does not respond. */
  onFile: z.strictObject({ mobiles: z.array(z.string()), postalCodes: z.array(z.string()) }).optional(),
});
export type ProfileResponse = z.infer<typeof profileResponse>;

export const profileEndpoints = {
  policies: {
    ...accountRead,
    path: "/account/v1/policies",
    summary: "List the policies of an account",
    description:
      "Policies of the person and of the household, as the policy directory has them now. Policies that it no longer lists are left out.",
    responses: {
      200: { description: "By year, newest first", body: z.strictObject({ policies: z.array(accountPolicy) }) },
    },
  },
  profile: {
    ...accountRead,
    path: "/account/v1/profile",
    summary: "Read language, province and masked contacts of a person",
    description:
      "Contacts come from the policy directory and are changed only there. Language and province belong to the account.",
    responses: {
      200: {
        description: "The profile; without contacts while the policy directory is unavailable",
        body: profileResponse,
      },
    },
  },
  keepLocale: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/locale",
    summary: "Save the language or province of an account",
    description:
      "Used for messages about the account, and for pages on a device without a choice. Requires no fresh proof of identity.",
    /** An omitted value stays unchanged. */
    body: z.strictObject(locale).partial(),
    responses: { 204: { description: "Saved" } },
    errors: errorResponses({
      ...accountCallErrors,
      ...bodyErrors,
      400: "1000: the body is invalid, or the brand does not serve the province",
    }),
  },
} as const satisfies Record<string, Endpoint>;
