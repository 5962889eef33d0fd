import { type AccountError, accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import type { AccountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import type { ZodError } from "zod";

/** `message` replaces the default one. */
type ErrorDetails = Partial<Omit<AccountErrorAnswer, "errorCode" | "until">> & {
  until?: Date;
  retryAfterSeconds?: number;
};

/** Messages for developers; the portal shows its own texts. */
const messages: Record<AccountError, string> = {
  invalidRequest: "the body is invalid",
  wrongIdentityFact: "the identity fact does not match",
  tooManyIdentityFacts: "too many identity facts did not match",
  passwordReused: "one of the last passwords",
  passwordRefused: "the password breaks the rule that fields.password names",
  invalidCharacter: "the password has a character that is not allowed",
  wrongSecret: "wrong code, PIN or password",
  clientUpdateFailed: "the change could not be saved",
  limitReached: "locked out",
  tokenExpired: "the token has expired",
  unknownApiKey: "unknown api-key",
  sessionEnded: "no session, or it has ended",
  proofRequired: "a fresh proof of identity is required",
  passkeyRefused: "the device's response is invalid",
  notFound: "not found",
  alreadyDone: "an earlier copy of this call has completed it",
  linkRefused: "the link is refused",
  tooManyPasskeys: "too many passkeys",
  accessRemoved: "the account is disabled",
  tooLarge: "the body is larger than 16 KiB",
  otherMediaType: "the body is not application/json",
  tooManyRequests: "too many requests",
  unavailable: "temporarily unavailable",
  directoryUnavailable: "the policy directory is unavailable",
  registryUnavailable: "the user registry is unavailable",
  maintenance: "planned maintenance",
};

export function accountErrorResponse(error: AccountError, details: ErrorDetails = {}): Response {
  const { status, errorCode } = accountErrors[error];
  const { message = messages[error], fields, roadblock, reason, resetMailed, newCode, triesLeft } = details;
  const until = details.until?.toISOString();
  const body = { errorCode, message, fields, roadblock, until, reason, resetMailed, newCode, triesLeft };
  const headers = new Headers({ "content-type": "application/json" });
  if (details.retryAfterSeconds !== undefined) headers.set("retry-after", String(details.retryAfterSeconds));
  return new Response(JSON.stringify(body satisfies AccountErrorAnswer), { status, headers });
}

/** Maps each invalid field of a body to its fault: required, unknown, maxlength or format. */
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
