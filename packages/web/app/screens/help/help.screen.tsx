import { lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { Link, useRouteLoaderData } from "react-router";
import { Opening } from "../../design/text.tsx";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { helpCaller, helpClient } from "../../frame/help-api.server.ts";
import { HelpWays } from "../../frame/help-panel.tsx";
import { weekInWords } from "../../frame/hours-in-words.server.ts";
import { Telephone } from "../../frame/telephone.tsx";
import { RelayServices, WeekHours } from "../../frame/week-hours.tsx";
import { openRowAt } from "../../roadblock/roadblock-data.server.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { journeyBehind } from "../../visit/journey-behind.server.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/help.screen";

export const handle: ScreenHandle = { isHelp: true };

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return {
    week: await weekInWords(visit),
    technical: lineTelephone(visit.brand, { line: "technical", province: visit.province }),
    texts: textsFor(visit, ["help"]),
  };
}

/** Makes a reference that an agent finds the visit by. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const given = (await request.formData()).get("page");
  const page = typeof given === "string" && /^\/[A-Za-z0-9/_-]{0,150}$/.test(given) ? given : undefined;
  const agentCode = openRowAt(page)?.agentCode;
  const reference = await helpClient(visit).supportReference(helpCaller(visit), {
    ...(page !== undefined && { page }),
    ...(agentCode !== undefined && { agentCode }),
    ...journeyBehind(visit.session, page),
  });
  return { reference };
}

/** Every way to reach somebody. Without a script this page is where a reference is shown. */
export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const say = useSay();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  if (frame === undefined) return null;
  return (
    <div className="stack stack-wide">
      <PageTitle>{say("frame:help.title")}</PageTitle>
      <Opening title={say("frame:help.title")}>{say("frame:help.lead")}</Opening>
      <HelpWays help={frame.help} webview={frame.webview} made={actionData} />
      <WeekHours {...loaderData.week} />
      <RelayServices telephone={frame.help.telephone} />
      {loaderData.technical === frame.help.telephone ? null : <TechnicalSupport number={loaderData.technical} />}
      <p>
        <Link to="/">{say("common:backToLogin")}</Link>
      </p>
    </div>
  );
}

/** For whoever cannot use the portal itself; their policy is another line's. */
function TechnicalSupport({ number }: { number: string }) {
  const say = useSay();
  return (
    <section className="stack stack-tight">
      <h2 className="week-title">{say("help:technical.title")}</h2>
      <p className="prose">
        {say("help:technical.text")} <Telephone number={number} />
      </p>
    </section>
  );
}
