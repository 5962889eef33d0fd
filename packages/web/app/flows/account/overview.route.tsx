import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { redirect } from "react-router";
import { readForm } from "../../form/form-error.ts";
import { momentWithZone, nameDevice, textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { browserRefusalsSlice, loginEmailSlice } from "../../shared-slices/login-slices.server.ts";
import { finishedResetSlice } from "../../shared-slices/recovery-slices.server.ts";
import { finishedRegistrationSlice } from "../../shared-slices/registration-slices.server.ts";
import type { Route } from "./+types/overview.route";
import { accountPageNames, accountPagePath, accountSections } from "./account-path.table.ts";
import { readSession } from "./account-session.server.ts";
import { OverviewScreen } from "./overview.screen.tsx";
import { answerPasskeyOffer, readPasskeyOffer } from "./passkeys/overview-offer.server.ts";
import { accountWaitsSlice, shownFailedSignInSlice } from "./session-slice.server.ts";

/** Loads the first page after the sign-in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { headers } = request;
  requestContext.session.delete(loginEmailSlice, finishedRegistrationSlice, finishedResetSlice);
  const offer = await readPasskeyOffer(requestContext, request);
  if (offer === "review") throw redirect(accountPagePath("passkeys"), 303);
  const { settlingUntil, hasHouseholdRequest, lastSignInDevice = {} } = await readSession(requestContext);
  const name = decodeURIComponent(headers.get("x-display-name") ?? "");
  const { wide, narrow } = requestContext.brand.nameLength;
  return {
    name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
    lastSignIn: headerMoment(requestContext, headers.get("x-last-sign-in")),
    lastDevice: nameDevice(requestContext, lastSignInDevice),
    failedSignIns: consumeFailedSignIns(requestContext, headers),
    offersPasskey: offer === "setUp",
    settling: describeSettling(requestContext, settlingUntil),
    hasHouseholdRequest: hasHouseholdRequest ?? false,
    texts: textsFor(requestContext, [
      "account:title",
      "account:greeting",
      "account:lastSignIn",
      "account:failedSignIns",
      "account:passkeyOffer",
      "account:settling",
      "household:overview",
      ...accountSections.map((section) => `account:${section}.note` as const),
    ]),
  };
}

/** Extends the session of any page without a script: the gateway has seen the request. */
export async function action({ request, context }: Route.ActionArgs) {
  const { page, passkeyOffer } = await readForm(request);
  if (passkeyOffer === "declined") answerPasskeyOffer(context.get(requestContextKey), request);
  return redirect(accountPagePath(accountPageNames.find((one) => one === page) ?? ""), 303);
}

/** `isRefused`: the person was sent here, because what they asked for waits. */
function describeSettling(requestContext: PortalRequestContext, until: string | undefined) {
  const isRefused = requestContext.session.consume(accountWaitsSlice) ?? false;
  return until === undefined ? undefined : { until: momentWithZone(requestContext, until), isRefused };
}

/** Wrong passwords tried before this sign-in, shown once. */
function consumeFailedSignIns(requestContext: PortalRequestContext, headers: Headers) {
  const latest = headers.get("x-last-failed-sign-in") ?? undefined;
  const moment = headerMoment(requestContext, latest ?? null);
  if (moment === undefined || latest === undefined || requestContext.session.get(shownFailedSignInSlice) === latest)
    return undefined;
  requestContext.session.set(shownFailedSignInSlice, latest);
  const count = Number(headers.get("x-failed-sign-ins"));
  return areOfThisBrowser(requestContext, { count, latest }) ? undefined : { count, ...moment };
}

/** Whether these are the person's own typos, just before the sign-in and from this browser. */
function areOfThisBrowser(
  { session }: PortalRequestContext,
  { count, latest }: { count: number; latest: string },
): boolean {
  const refusals = session.consume(browserRefusalsSlice);
  return (
    refusals !== undefined && count <= refusals.count && Math.abs(Date.parse(latest) - Date.parse(refusals.at)) < 60_000
  );
}

/** Day and time of day of a header, with the time zone where it must be named. */
function headerMoment(requestContext: PortalRequestContext, given: string | null) {
  if (given === null || Number.isNaN(Date.parse(given))) return undefined;
  return momentWithZone(requestContext, given);
}

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  return <OverviewScreen {...loaderData} />;
}
