import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems, accountRead } from "./account-call.schema.ts";
import { localeBody, profileAnswer } from "./profile.schema.ts";

export const profileEndpoints = {
  profile: {
    ...accountRead,
    path: "/account/v1/profile",
    summary: "Read language, province and masked contacts of a person",
    description:
      "Contacts come from the policy directory and are changed only there. Language and province belong to the account.",
    answers: {
      200: {
        description: "The profile; without contacts while the policy directory is unavailable",
        body: profileAnswer,
      },
    },
  },
  keepLocale: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/locale",
    summary: "Save the language or province of an account",
    description:
      "Used for messages about the account, and for pages on a device without a choice of its own. Requires no fresh proof of identity.",
    body: localeBody,
    answers: { 204: { description: "Saved" } },
    errors: problems({
      ...accountCallProblems,
      ...bodyProblems,
      400: "1000: the body is invalid, or the brand does not serve the province",
    }),
  },
} as const satisfies Record<string, Endpoint>;
