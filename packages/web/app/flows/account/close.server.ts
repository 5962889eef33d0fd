import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import type { AccountPage } from "./account-page.ts";
import { closingRules, keptSections } from "./close.screen.tsx";

/** Closes the account after a page that explains which data that deletes and keeps. */
export const closePage = {
  texts: ["ownData:closing", "fields:closing"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, ownDataEndpoints).closing();
    if (result.kind !== "ok") return result;
    const { language } = requestContext;
    return {
      deletes: result.data.deletes.map((section) =>
        String(sentence(`personExport:section.${section}` as TextKey, language)),
      ),
      keeps: keptSections.filter((section) => result.data.keeps.includes(section)),
    };
  },
  rules: () => closingRules,
  async submit({ requestContext }) {
    const result = await sessionApi(requestContext, ownDataEndpoints).close();
    if (result.kind !== "ok") return result;
    requestContext.session.notice = "accountClosed";
    return redirect("/", 303);
  },
} satisfies AccountPage;
