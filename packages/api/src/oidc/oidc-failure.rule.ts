import { errors } from "oidc-provider";
import { isDatabaseUnavailable, UnstorableText } from "../platform/database-fault.rule.ts";

/** HTTP status and OAuth error code of a fault. */
export function oidcFailureOf(fault: Error): { status: 400 | 500 | 503; error: string } {
  if (isDatabaseUnavailable(fault)) return { status: 503, error: "temporarily_unavailable" };
  const isRefused = fault instanceof UnstorableText || (fault instanceof errors.OIDCProviderError && fault.expose);
  return isRefused ? { status: 400, error: "invalid_request" } : { status: 500, error: "server_error" };
}
