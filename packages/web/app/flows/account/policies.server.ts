import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { readSession } from "./session.server.ts";

/** Policies of the person and the household. The page also works while the policy directory does not answer. */
export const policiesPage = {
  texts: ["account:policies", "household:overview"],
  async load({ requestContext }) {
    const [result, { hasHouseholdRequest = false }] = await Promise.all([
      sessionApi(requestContext, profileEndpoints).policies(),
      readSession(requestContext),
    ]);
    const flash = consume(requestContext.session, "policyFlash");
    const shown = { flash, hasHouseholdRequest };
    if (result.kind === "ok") return { policies: result.data.policies, ...shown };
    const isOutage = result.kind === "unavailable" || result.status === 503;
    return isOutage ? { policies: undefined, ...shown } : result;
  },
} satisfies AccountPage;
