import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems } from "./account-call.schema.ts";
import { localeBody, profileAnswer } from "./profile.schema.ts";

export const profileEndpoints = {
  profile: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/profile",
    summary: "Read language, province and masked contacts of a person",
    description:
      "The contacts are the policy directory’s and change there alone. Language and province are the account’s.",
    answers: { 200: { description: "Contacts only while the policy directory answers", body: profileAnswer } },
    errors: problems(accountCallProblems),
  },
  keepLocale: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/locale",
    summary: "Keep a language or a province with an account",
    description:
      "Messages about the account follow it, and pages on a device where the person has chosen nothing. No fresh proof: it gives access to nothing.",
    body: localeBody,
    answers: { 204: { description: "Kept" } },
    errors: problems({
      ...accountCallProblems,
      ...bodyProblems,
      400: "1000: the body breaks the schema, or the brand does not serve the province",
    }),
  },
} as const satisfies Record<string, Endpoint>;
