import { createClient } from "@vestibule/contract/api.client.ts";
import { findEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import type { FindAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { accountApi } from "../../api/account-api.server.ts";
import { outcomeOf, type PageOutcome } from "../../api/response-outcome.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** `found` without an account: a login name that cannot exist, which the gateway checks like any other. */
type FoundAccount =
  | { kind: "found"; account?: FindAnswer }
  | Exclude<PageOutcome, { kind: "passes" | "softRoadblock" }>;

/** Asks the API to find an account before sign-in. The response is the same for known and unknown e-mails. */
export async function findAccount(requestContext: PortalRequestContext, email: string): Promise<FoundAccount> {
  const { settings, caller } = accountApi(requestContext);
  const reply = await createClient(findEndpoints, settings).byEmail(caller, { email });
  if (reply.kind === "ok") {
    requestContext.session.attemptedLoginId = reply.data.id;
    return { kind: "found", account: reply.data };
  }
  // The gateway alone decides a sign-in, even for an e-mail that the API rejects as malformed.
  if (reply.kind === "error" && reply.status === 400) return { kind: "found" };
  const outcome = outcomeOf(reply);
  if (outcome.kind === "passes") return { kind: "found" };
  return outcome.kind === "softRoadblock" ? { kind: "roadblock", roadblock: "technical" } : outcome;
}
