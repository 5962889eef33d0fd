import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { redirect } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Heading } from "../../design/text.tsx";
import { sessionLimit } from "../../form/expiry.server.ts";
import { ExpiryLine, ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { PostButton } from "../../form/post-button.tsx";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import { hasGatewaySession } from "../../gateway/hand-off.ts";
import { textsFor, timeOfDay } from "../../i18n/localize.server.ts";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/home.screen";

/**
 * Placeholder for the insurer's application. Only the gateway's request headers admit a request and identify the
 * person.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  if (!request.headers.has("iv-user")) throw leaveEnded(requestContext);
  delete requestContext.session.loginEmail;
  delete requestContext.session.finishedRegistration;
  delete requestContext.session.finishedReset;
  const name = decodeURIComponent(request.headers.get("x-display-name") ?? "");
  const { wide, narrow } = requestContext.brand.nameLength;
  return {
    name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
    lastSignIn: momentOf(requestContext, request.headers.get("x-last-sign-in")),
    failedSignIns: takeFailedSignIns(requestContext, request.headers),
    limit: sessionTimeLimit(requestContext, request),
    // Sent as data: the table stays on the server.
    wholeMinutes: ttl.gatewayAbsoluteMinutes,
    texts: textsFor(requestContext, ["home"]),
  };
}

/** Extends the session: the gateway has seen the request, which postpones the end. */
export function action({ request, context }: Route.ActionArgs) {
  return request.headers.has("iv-user") ? redirect("/home", 303) : leaveEnded(context.get(requestContextKey));
}

/** For a page that was already open when the session ended. */
function leaveEnded(requestContext: PortalRequestContext): Response {
  if (hasGatewaySession(requestContext)) requestContext.session.notice = "signInEnded";
  return redirect("/", 303);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { name, lastSignIn, failedSignIns, limit, wholeMinutes } = loaderData;
  return (
    <div className="stack stack-wide">
      <PageTitle>{t("home:title")}</PageTitle>
      <div className="opening">
        <Heading>
          {name.wide === "" ? (
            t("home:title")
          ) : (
            <>
              <span className="name-wide">{t("home:greeting", { name: name.wide })}</span>
              <span className="name-narrow">{t("home:greeting", { name: name.narrow })}</span>
            </>
          )}
        </Heading>
        <p className="lead">{name.wide === "" ? t("home:lead") : `${t("home:title")}. ${t("home:lead")}`}</p>
      </div>
      {failedSignIns === undefined ? null : (
        <Notice
          tone="calm"
          title={t(lastSignIn ? "home:failedSignIns.title" : "home:failedSignIns.title.firstTime", failedSignIns)}
        >
          <p>{t("home:failedSignIns", failedSignIns)}</p>
          <ButtonLink kind="link" to="/forgot">
            {t("home:failedSignIns.newPassword")}
          </ButtonLink>
        </Notice>
      )}
      {limit === undefined ? null : <SessionExpiry limit={limit} wholeMinutes={wholeMinutes} />}
      {lastSignIn === undefined ? null : <p className="quiet figures">{t("home:lastSignIn", lastSignIn)}</p>}
      <ButtonLink kind="quiet" to="/pkmslogout" reloadDocument>
        {t("home:signOut")}
      </ButtonLink>
      {limit === undefined ? null : (
        <ExpiryLine limit={limit} idle="home:endsAt" last="home:endsAt.last">
          <PostButton action="/home">{t("home:stay")}</PostButton>
        </ExpiryLine>
      )}
    </div>
  );
}

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

interface SessionExpiryProps {
  limit: SessionLimit;
  /** Absolute session limit in minutes. */
  wholeMinutes: number;
}

/** Warns two minutes before the session ends, and extends it where possible. */
function SessionExpiry({ limit, wholeMinutes }: SessionExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("home:ending.title", { time: limit.endsAt })}>
      <p>{limit.isExtended ? t("home:ending") : t("home:ending.last", { minutes: wholeMinutes })}</p>
      {limit.isExtended ? <ExtendButton>{t("home:stay")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}

/** When the signed-in session ends, from the gateway's headers; undefined where they are absent. */
function sessionTimeLimit(requestContext: PortalRequestContext, { headers }: Request): SessionLimit | undefined {
  const idle = headers.get("x-session-idle-end");
  const latest = headers.get("x-session-end");
  if (idle === null || latest === null) return undefined;
  return sessionLimit(requestContext, { idle: new Date(idle), latest: new Date(latest) });
}
