import { provinces } from "@vestibule/catalogue/province.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import { sayDay } from "@vestibule/wording/spoken-day.ts";
import { redirect } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { Heading } from "../../design/text.tsx";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { type PortalVisit, visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/home.screen";

/** Stands for the insurer's application. Only the gateway lets anybody through, and says who they are. */
export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (!request.headers.has("iv-user")) throw redirect("/");
  delete visit.session.loginEmail;
  delete visit.session.finishedRegistration;
  const name = decodeURIComponent(request.headers.get("x-display-name") ?? "");
  const { wide, narrow } = visit.brand.nameLength;
  return {
    name: { wide: shortenName(name, wide), narrow: shortenName(name, narrow) },
    lastSignIn: lastSignIn(visit, request.headers.get("x-last-sign-in")),
    texts: textsFor(visit, ["home"]),
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const say = useSay();
  const { name, lastSignIn } = loaderData;
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
      {lastSignIn === undefined ? null : <p className="quiet figures">{say("home:lastSignIn", lastSignIn)}</p>}
      <ButtonLink kind="quiet" to="/pkmslogout" reloadDocument>
        {say("home:signOut")}
      </ButtonLink>
    </div>
  );
}

function lastSignIn(visit: PortalVisit, given: string | null): { day: string; time: string } | undefined {
  const moment = new Date(given ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return undefined;
  const where = { timeZone: provinces[visit.province].timeZone, language: visit.language };
  return { day: sayDay(moment, where), time: sayTime(moment, where) };
}
