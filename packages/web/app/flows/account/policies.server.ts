import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Policies of the person and the household. The page also works while the policy directory does not answer. */
export const policiesPage = {
  texts: ["account:policies"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, profileEndpoints).policies();
    const flash = consume(requestContext.session, "policyFlash");
    if (result.kind === "ok") return { policies: result.data.policies, flash };
    const isOutage = result.kind === "unavailable" || result.status === 503;
    return isOutage ? { policies: undefined, flash } : result;
  },
} satisfies AccountPage;
