import { provinces } from "@vestibule/catalogue/province.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { redirect } from "react-router";
import { timeOfDay } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPageNames, accountPagePath, accountSections } from "./account-path.table.ts";

/** The first page after the sign-in. */
export const overviewPage: AccountPage = {
  texts: [
    ...(["account:title", "account:greeting", "account:lastSignIn", "account:failedSignIns"] as const),
    ...(["account:sections", "account:signOut"] as const),
    ...accountSections.flatMap((section) => [`account:${section}.title`, `account:${section}.note`] as const),
  ],
  load({ requestContext, headers }) {
    delete requestContext.session.loginEmail;
    delete requestContext.session.finishedRegistration;
    delete requestContext.session.finishedReset;
    const name = decodeURIComponent(headers.get("x-display-name") ?? "");
    const { wide, narrow } = requestContext.brand.nameLength;
    return {
      kind: "overview",
      name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
      lastSignIn: momentOf(requestContext, headers.get("x-last-sign-in")),
      failedSignIns: takeFailedSignIns(requestContext, headers),
    };
  },
  /** Extends the session of any page without a script: the gateway has seen the request. */
  submit: (_request, { page }) => redirect(accountPagePath(accountPageNames.find((one) => one === page) ?? ""), 303),
};

/** Wrong passwords tried before this sign-in, shown once. */
function takeFailedSignIns(requestContext: PortalRequestContext, headers: Headers) {
  const latest = headers.get("x-last-failed-sign-in") ?? undefined;
  const moment = momentOf(requestContext, latest ?? null);
  if (moment === undefined || requestContext.session.shownFailedSignIn === latest) return undefined;
  requestContext.session.shownFailedSignIn = latest;
  return { count: Number(headers.get("x-failed-sign-ins")), ...moment };
}

/** Splits an ISO time into day and time of day. */
function momentOf(
  requestContext: PortalRequestContext,
  given: string | null,
): { day: string; time: string } | undefined {
  const moment = new Date(given ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return undefined;
  const { timeZone } = provinces[requestContext.province];
  return {
    day: formatDay(moment, { timeZone, language: requestContext.language }),
    time: timeOfDay(requestContext, moment),
  };
}
