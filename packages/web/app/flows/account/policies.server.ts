import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Policies of the person and the household. The page also works while the policy directory does not answer. */
export const policiesPage = {
  texts: ["account:policies"],
  async load({ requestContext }) {
    const reply = await sessionApi(requestContext, profileEndpoints).policies();
    const flash = consume(requestContext.session, "policyFlash");
    if (reply.kind === "ok") return { policies: reply.data.policies, flash };
    const isOutage = reply.kind === "unavailable" || reply.status === 503;
    return isOutage ? { policies: undefined, flash } : reply;
  },
} satisfies AccountPage;
