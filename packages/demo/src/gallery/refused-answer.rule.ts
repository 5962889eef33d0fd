import { type AccountError, accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import type { Stage } from "./stage.ts";

/** API v1's response for a named error; a wait lasts ten minutes. */
export function refusedAnswer(error: AccountError, more: object = {}): NonNullable<Stage["answer"]> {
  const { status, errorCode } = accountErrors[error];
  return {
    status,
    body: { errorCode, message: "staged", ...more },
    ...(error === "tooManyRequests" && { headers: { "retry-after": "600" } }),
  };
}
