import type { Endpoint } from "../endpoint.ts";
import { accountRead } from "./account-call.schema.ts";
import { policiesAnswer } from "./policies.schema.ts";

export const policyEndpoints = {
  policies: {
    ...accountRead,
    path: "/account/v1/policies",
    summary: "List the policies of an account",
    description:
      "Policies of the person and of the household, as the policy directory has them now. Policies that it no longer lists are left out.",
    answers: { 200: { description: "By year, newest first", body: policiesAnswer } },
  },
} as const satisfies Record<string, Endpoint>;
