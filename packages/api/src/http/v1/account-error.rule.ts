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
  invalidRequest: "the body does not follow the contract",
  wrongIdentityFact: "the answer does not match",
  tooManyIdentityFacts: "too many answers did not match",
  passwordReused: "one of the last passwords",
  passwordRefused: "the password does not follow the rules",
  invalidCharacter: "the password holds a character that is not allowed",
  wrongSecret: "not the right one",
  clientUpdateFailed: "the change could not be saved",
  limitReached: "the limit is reached",
  tokenExpired: "the token is no longer good for anything",
  unknownApiKey: "the api-key header names no client",
  sessionEnded: "there is no session, or it has ended",
  proofRequired: "the session needs a fresh proof",
  passkeyRefused: "the device's answer is not accepted",
  notFound: "there is nothing here",
  alreadyDone: "another call did this a moment ago",
  linkRefused: "no link is issued for this",
  tooManyPasskeys: "no more passkeys for now",
  accessRemoved: "the access was taken away",
  tooLarge: "the body is larger than 16 KiB",
  otherMediaType: "the body must be application/json",
  tooManyRequests: "too many requests",
  unavailable: "not now",
  directoryUnavailable: "the policy directory does not answer in time",
  registryUnavailable: "the user registry does not answer in time",
  maintenance: "closed for planned maintenance",
};

export function accountErrorResponse(error: AccountError, details: ErrorDetails = {}): Response {
  const { status, errorCode } = accountErrors[error];
  const { message = messages[error], fields, roadblock, reason, resetMailed, newCode, triesLeft } = details;
  const until = details.until?.toISOString();
  const fieldsOfBody = { errorCode, message, fields, roadblock, until, reason, resetMailed, newCode, triesLeft };
  const body: AccountErrorAnswer = fieldsOfBody;
  const headers = new Headers({ "content-type": "application/json" });
  if (details.retryAfterSeconds !== undefined) headers.set("retry-after", String(details.retryAfterSeconds));
  return new Response(JSON.stringify(body), { status, headers });
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
