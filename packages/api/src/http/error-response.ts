import { type AccountError, accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import type { AccountErrorResponse } from "@vestibule/contract/v1/account.schema.ts";
import type { ZodError, z } from "zod";
import type { IdentityProofRefusal } from "../verification/identity-proof.port.ts";

/** `message` replaces the default one. */
type ErrorDetails = Partial<Omit<AccountErrorResponse, "errorCode" | "until">> & {
  until?: Date;
  retryAfterSeconds?: number;
};

export function accountErrorResponse(error: AccountError, details: ErrorDetails = {}): Response {
  const { status, errorCode, message: defaultMessage } = accountErrors[error];
  const {
    message = defaultMessage,
    fields,
    roadblock,
    reason,
    resetMailed,
    newCode,
    triesLeft,
    pendingSignIn,
  } = details;
  const until = details.until?.toISOString();
  const refused = { errorCode, message, fields, roadblock, until, reason };
  const body = { ...refused, resetMailed, newCode, triesLeft, pendingSignIn };
  const response = Response.json(body satisfies AccountErrorResponse, { status });
  if (details.retryAfterSeconds !== undefined) response.headers.set("retry-after", String(details.retryAfterSeconds));
  return response;
}

/** Parses a body or query. The errors report the input: without it, `fieldsOf` takes a value of another type for missing. */
export const parseInput = <Schema extends z.ZodType>(schema: Schema, input: unknown) =>
  schema.safeParse(input, { reportInput: true });

/** Maps each invalid field of a body or query to its fault: required, unknown, maxlength or format. */
export function fieldsOf(error: ZodError): Record<string, string> {
  const faults = error.issues.flatMap((issue): [string, string][] => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [key.slice(0, 40), "unknown"]);
    const field = String(issue.path[0] ?? "body");
    if (issue.code === "too_big") return [[field, "maxlength"]];
    const missing = issue.code === "invalid_type" && issue.input === undefined && issue.path.length > 0;
    return [[field, missing ? "required" : "format"]];
  });
  return Object.fromEntries(faults);
}

/** `ended` and `proofRequired`: the session of a signed-in person has ended, or needs a newer proof. */
export type Refusal =
  | IdentityProofRefusal
  | { kind: "secondFactorRequired"; pendingSignIn: string }
  | { kind: "ended" | "proofRequired" }
  | { kind: "settling"; until: Date };

export function refusalResponse(refusal: Refusal): Response {
  switch (refusal.kind) {
    case "ended":
      return accountErrorResponse("sessionEnded");
    case "proofRequired":
      return accountErrorResponse("proofRequired");
    case "settling":
      return accountErrorResponse("settling", refusal);
    case "secondFactorRequired":
      return accountErrorResponse("secondFactorRequired", refusal);
    case "malformed":
      return accountErrorResponse("invalidRequest", refusal);
    case "wrongSecret":
      return accountErrorResponse("wrongSecret", refusal);
    case "refused":
      return accountErrorResponse(refusal.reason === "wrongCode" ? "wrongSecret" : "wrongIdentityFact", refusal);
    case "lockedOut":
      return accountErrorResponse(refusal.reason === "wrongFacts" ? "tooManyIdentityFacts" : "limitReached", refusal);
    case "limit":
      return accountErrorResponse("limitReached", refusal);
    case "notFound":
      return accountErrorResponse("notFound");
    case "done":
      return accountErrorResponse("alreadyDone");
    case "linkExpired":
      return accountErrorResponse("tokenExpired", { roadblock: "token-expired" });
    case "password":
      return accountErrorResponse(refusal.error, { fields: { password: refusal.key } });
    case "emailTakenConcurrently":
      return accountErrorResponse("clientUpdateFailed");
    case "accessRemoved":
      return accountErrorResponse("accessRemoved", { roadblock: "inconsistency" });
    case "wait":
      return accountErrorResponse("tooManyRequests", refusal);
  }
}
