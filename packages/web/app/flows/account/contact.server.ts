import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Contacts on file, masked, and the language and province of the account. */
export const contactPage = {
  texts: ["account:contact", "common:province"],
  async load({ requestContext }) {
    const reply = await sessionApi(requestContext, profileEndpoints).profile();
    if (reply.kind !== "ok") return reply;
    return { onFile: undefined, ...reply.data };
  },
} satisfies AccountPage;
