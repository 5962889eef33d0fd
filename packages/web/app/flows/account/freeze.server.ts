import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { redirect } from "react-router";
import type { AccountPage } from "./account-page.ts";
import { leaveAccount, sessionApi } from "./account-session.server.ts";

/** Asks before it freezes the account; then the roadblock of a frozen account says what to do. */
export const freezePage: AccountPage = {
  texts: ["security:freeze"],
  load: () => ({ kind: "freeze" }),
  async submit({ requestContext }) {
    const { client, caller } = sessionApi(requestContext, securityEndpoints);
    const reply = await client.freeze(caller);
    if (reply.kind !== "ok") return leaveAccount(requestContext, reply);
    requestContext.session.roadblock = { id: "account-frozen", reference: reply.data.reference };
    return redirect(roadblocks["account-frozen"].path, 303);
  },
};
