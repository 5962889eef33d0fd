import type { Endpoint } from "../endpoint.ts";
import { personExport } from "../internal/person.schema.ts";
import { problems } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems } from "./account-call.schema.ts";
import { closingAnswer } from "./own-data.schema.ts";

const errors = problems({
  ...accountCallProblems,
  403: "3008: unknown api-key; 3010: the session needs a fresh proof",
  429: "1429: too many of these calls; retry-after says how long to wait",
});

/** Calls that export what is stored about a person and close their account. Each requires a fresh proof of identity. */
export const ownDataEndpoints = {
  data: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/data",
    summary: "Read everything kept of the person of an account",
    description: "Without hashes and internal ids. The call is recorded in the audit trail.",
    answers: { 200: { description: "By section", body: personExport } },
    errors,
  },
  closing: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/closing",
    summary: "Say what closing the account would delete and keep",
    answers: { 200: { description: "By section", body: closingAnswer } },
    errors,
  },
  close: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/close",
    summary: "Close the account and delete what is kept of its person",
    description: "What the insurer must keep stays. A last message confirms.",
    answers: { 204: { description: "The account is closed" } },
    errors,
  },
} as const satisfies Record<string, Endpoint>;
