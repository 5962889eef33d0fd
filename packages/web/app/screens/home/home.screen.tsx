import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { sayDay } from "@vestibule/wording/spoken-day.ts";
import { redirect } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Heading } from "../../design/text.tsx";
import { EndLine } from "../../form/end-notice.tsx";
import { StepForm } from "../../form/step-form.tsx";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { tellSignInEnd } from "../../visit/tell-sign-in-end.server.ts";
import { useSay } from "../../visit/texts.tsx";
import { timeOfDay } from "../../visit/time-limit.server.ts";
import { type PortalVisit, visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/home.screen";
import { signInLimit } from "./sign-in-end.server.ts";
import { SignInEnd } from "./sign-in-end.tsx";

/** Stands for the insurer's application. Only the gateway lets anybody through, and says who they are. */
export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (!request.headers.has("iv-user")) throw leaveEnded(visit);
  delete visit.session.loginEmail;
  delete visit.session.finishedRegistration;
  delete visit.session.finishedReset;
  const name = decodeURIComponent(request.headers.get("x-display-name") ?? "");
  const { wide, narrow } = visit.brand.nameLength;
  return {
    name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
    lastSignIn: momentOf(visit, request.headers.get("x-last-sign-in")),
    failedSignIns: takeFailedSignIns(visit, request.headers),
    limit: signInLimit(visit, request),
    // Told, not looked up: the table stays on the server.
    wholeMinutes: lifetimes.gatewayAbsoluteMinutes,
    texts: textsFor(visit, ["home"]),
  };
}

/** Stays signed in: the gateway has seen the request, which puts the end off. */
export function action({ request, context }: Route.ActionArgs) {
  return request.headers.has("iv-user") ? redirect("/home", 303) : leaveEnded(context.get(visitContext));
}

/** A page that was open already, after its end. */
function leaveEnded(visit: PortalVisit): Response {
  tellSignInEnd(visit);
  return redirect("/", 303);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const say = useSay();
  const { name, lastSignIn, failedSignIns, limit, wholeMinutes } = loaderData;
  return (
    <div className="stack stack-wide">
      <PageTitle>{say("home:title")}</PageTitle>
      <div className="opening">
        <Heading>
          {name.wide === "" ? (
            say("home:title")
          ) : (
            <>
              <span className="name-wide">{say("home:greeting", { name: name.wide })}</span>
              <span className="name-narrow">{say("home:greeting", { name: name.narrow })}</span>
            </>
          )}
        </Heading>
        <p className="lead">{name.wide === "" ? say("home:lead") : `${say("home:title")}. ${say("home:lead")}`}</p>
      </div>
      {failedSignIns === undefined ? null : (
        <Notice
          tone="calm"
          title={say(lastSignIn ? "home:failedSignIns.title" : "home:failedSignIns.title.firstTime", failedSignIns)}
        >
          <p>{say("home:failedSignIns", failedSignIns)}</p>
          <ButtonLink kind="link" to="/forgot">
            {say("home:failedSignIns.newPassword")}
          </ButtonLink>
        </Notice>
      )}
      {limit === undefined ? null : <SignInEnd limit={limit} wholeMinutes={wholeMinutes} />}
      {lastSignIn === undefined ? null : <p className="quiet figures">{say("home:lastSignIn", lastSignIn)}</p>}
      <ButtonLink kind="quiet" to="/pkmslogout" reloadDocument>
        {say("home:signOut")}
      </ButtonLink>
      {limit === undefined ? null : (
        <EndLine limit={limit} idle="home:endsAt" last="home:endsAt.last">
          <StepForm action="/home">{say("home:stay")}</StepForm>
        </EndLine>
      )}
    </div>
  );
}

/** Wrong passwords that were tried before this sign-in, shown once. */
function takeFailedSignIns(visit: PortalVisit, headers: Headers) {
  const latest = headers.get("x-last-failed-sign-in") ?? undefined;
  const moment = momentOf(visit, latest ?? null);
  if (moment === undefined || visit.session.shownFailedSignIn === latest) return undefined;
  visit.session.shownFailedSignIn = latest;
  return { count: Number(headers.get("x-failed-sign-ins")), ...moment };
}

/** An ISO time as day and time of day. */
function momentOf(visit: PortalVisit, given: string | null): { day: string; time: string } | undefined {
  const moment = new Date(given ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return undefined;
  const { timeZone } = provinces[visit.province];
  return { day: sayDay(moment, { timeZone, language: visit.language }), time: timeOfDay(visit, moment) };
}
