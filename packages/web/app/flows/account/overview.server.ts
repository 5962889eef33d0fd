import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { redirect } from "react-router";
import { momentWithZone } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPageNames, accountPagePath, accountSections } from "./account-path.table.ts";
import { answerPasskeyOffer, readPasskeyOffer } from "./passkeys/passkeys.server.ts";
import { readSession } from "./session.server.ts";

/** The first page after the sign-in. */
export const overviewPage = {
  texts: [
    ...(["account:title", "account:greeting", "account:lastSignIn", "account:failedSignIns"] as const),
    ...(["account:sections", "account:signOut", "account:passkeyOffer", "account:settling"] as const),
    "household:overview",
    ...accountSections.flatMap((section) => [`account:${section}.title`, `account:${section}.note`] as const),
  ],
  async load({ requestContext, headers }) {
    delete requestContext.session.loginEmail;
    delete requestContext.session.finishedRegistration;
    delete requestContext.session.finishedReset;
    const offer = await readPasskeyOffer({ requestContext, headers });
    if (offer === "review") return redirect(accountPagePath("passkeys"), 303);
    const { settlingUntil, hasHouseholdRequest } = await readSession(requestContext);
    const name = decodeURIComponent(headers.get("x-display-name") ?? "");
    const { wide, narrow } = requestContext.brand.nameLength;
    return {
      name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
      lastSignIn: headerMoment(requestContext, headers.get("x-last-sign-in")),
      failedSignIns: consumeFailedSignIns(requestContext, headers),
      offersPasskey: offer === "setUp",
      settling: describeSettling(requestContext, settlingUntil),
      hasHouseholdRequest: hasHouseholdRequest ?? false,
    };
  },
  /** Extends the session of any page without a script: the gateway has seen the request. */
  submit(request, { page, passkeyOffer }) {
    if (passkeyOffer === "declined") answerPasskeyOffer(request);
    return redirect(accountPagePath(accountPageNames.find((one) => one === page) ?? ""), 303);
  },
} satisfies AccountPage;

/** `isRefused`: the person was sent here, because what they asked for waits. */
function describeSettling(requestContext: PortalRequestContext, until: string | undefined) {
  const isRefused = consume(requestContext.session, "accountWaits") ?? false;
  return until === undefined ? undefined : { until: momentWithZone(requestContext, until), isRefused };
}

/** Wrong passwords tried before this sign-in, shown once. */
function consumeFailedSignIns(requestContext: PortalRequestContext, headers: Headers) {
  const latest = headers.get("x-last-failed-sign-in") ?? undefined;
  const moment = headerMoment(requestContext, latest ?? null);
  if (moment === undefined || latest === undefined || requestContext.session.shownFailedSignIn === latest)
    return undefined;
  requestContext.session.shownFailedSignIn = latest;
  const count = Number(headers.get("x-failed-sign-ins"));
  return areOwnRefusals(requestContext, { count, latest }) ? undefined : { count, ...moment };
}

/** Whether these are the person's own typos, just before the sign-in and from this browser. */
function areOwnRefusals(
  { session }: PortalRequestContext,
  { count, latest }: { count: number; latest: string },
): boolean {
  const own = consume(session, "ownRefusals");
  return own !== undefined && count <= own.count && Math.abs(Date.parse(latest) - Date.parse(own.at)) < 60_000;
}

/** Day and time of day of a header, with the time zone where it must be named. */
function headerMoment(requestContext: PortalRequestContext, given: string | null) {
  if (given === null || Number.isNaN(Date.parse(given))) return undefined;
  return momentWithZone(requestContext, given);
}
