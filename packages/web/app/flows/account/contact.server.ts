import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Contacts on file, masked, and the language and province of the account. */
export const contactPage = {
  texts: ["account:contact", "common:province"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, profileEndpoints).profile();
    if (result.kind !== "ok") return result;
    return { onFile: undefined, ...result.data };
  },
} satisfies AccountPage;
