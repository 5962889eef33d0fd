import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { lineCallMinutes, lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { data, redirect, useRouteLoaderData } from "react-router";
import { Disclosure } from "../design/disclosure.tsx";
import { Heading } from "../design/text.tsx";
import { chatFacts } from "../frame/chat.server.ts";
import type { ScreenHandle } from "../frame/frame.tsx";
import { weekInWords } from "../frame/hours-in-words.server.ts";
import { RelayServices, WeekHours } from "../frame/week-hours.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { notFound } from "../screens/not-found/not-found.server.ts";
import { NotFound } from "../screens/not-found/not-found.tsx";
import { textsFor } from "../visit/page-texts.server.ts";
import { PageTitle } from "../visit/page-title.tsx";
import { useSay } from "../visit/texts.tsx";
import { visitContext } from "../visit/visit.ts";
import type { Route } from "./+types/roadblock.screen";
import { openWays, pauseEndOf } from "./pause-end.server.ts";
import { referenceFor, roadblockAt, rowOf } from "./roadblock-data.server.ts";
import { wordsBefore } from "./roadblock-words.server.ts";
import { WayOutRow } from "./way-out-row.tsx";

export const handle: ScreenHandle = { isHelp: true };

/** One screen draws every row. It opens only to somebody who stands before this roadblock. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const raised = visit.session.roadblock;
  const asked = roadblockAt(url.pathname);
  if (asked === undefined) return notFound();
  if (raised === undefined) throw redirect("/");
  if (raised.id !== asked) throw redirect(roadblocks[raised.id].path);
  raised.reference ??= await referenceFor(visit, raised);
  const row = rowOf(raised);
  const line = row.line ?? "customer";
  const { errorCode: shownCode, reference } = raised;
  const pause = pauseEndOf(visit, { row, until: raised.until });
  const ways = openWays({ row, session: visit.session, pause });
  return data(
    {
      words: wordsBefore(visit, { raised, pause, ways }),
      ways,
      reference,
      screenCode: shownCode === undefined ? row.agentCode : `${row.agentCode} (${shownCode})`,
      line,
      telephone: lineTelephone(visit.brand, { line, province: visit.province }),
      callMinutes: lineCallMinutes(visit.brand, { line, province: visit.province }),
      chat: await chatFacts(visit, { errorCode: row.agentCode, shownCode, reference }),
      week: await weekInWords(visit),
      texts: textsFor(visit, ["help", "roadblock"]),
    },
    { status: row.status },
  );
}

export default function RoadblockRoute({ loaderData }: Route.ComponentProps) {
  return loaderData === null ? <NotFound /> : <Roadblock facts={loaderData} />;
}

function Roadblock({ facts }: { facts: NonNullable<Route.ComponentProps["loaderData"]> }) {
  const { words, ways, week, telephone } = facts;
  const say = useSay();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <div className="stack stack-wide">
      <PageTitle>{words.title}</PageTitle>
      <div className="opening">
        <Heading>{words.title}</Heading>
        <p className="prose">{[words.what, words.affected].filter(Boolean).join(" ")}</p>
        <p className="prose">{words.next}</p>
      </div>
      <ul className="ways">
        {ways.map((way) => (
          <WayOutRow key={way} way={way} facts={{ ...facts, hours: frame?.help.hours, webview: frame?.webview }} />
        ))}
      </ul>
      <Disclosure question={say(week.days.length === 0 ? "help:more.relay" : "help:more.hours")}>
        <WeekHours {...week} />
        <RelayServices telephone={telephone} />
      </Disclosure>
    </div>
  );
}
