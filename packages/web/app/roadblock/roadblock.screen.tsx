import { type RoadblockRow, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { data, redirect, useRouteLoaderData } from "react-router";
import { Disclosure } from "../design/disclosure.tsx";
import { Heading } from "../design/text.tsx";
import { chatFacts } from "../frame/chat.server.ts";
import type { ScreenHandle } from "../frame/frame.tsx";
import { ReferenceNumber } from "../frame/reference-number.tsx";
import { weekInWords } from "../frame/week-hours.server.ts";
import { RelayServices, WeekHours } from "../frame/week-hours.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { notFound } from "../screens/not-found/not-found.server.ts";
import { NotFound } from "../screens/not-found/not-found.tsx";
import { textsFor } from "../visit/page-texts.server.ts";
import { PageTitle } from "../visit/page-title.tsx";
import { useHasText, useSay } from "../visit/texts.tsx";
import { visitContext } from "../visit/visit.ts";
import type { Route } from "./+types/roadblock.screen";
import { isOpen, referenceFor, roadblockAt, untilInWords } from "./roadblock-data.server.ts";
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
  raised.reference ??= await referenceFor(visit, raised.id);
  const row: RoadblockRow = roadblocks[raised.id];
  const line = row.line ?? "customer";
  const errorCode = raised.errorCode ?? row.agentCode;
  return data(
    {
      id: raised.id,
      ways: row.waysOut.filter((way) => isOpen(way, { row, session: visit.session })),
      until: untilInWords(visit, raised.until),
      reference: raised.reference,
      errorCode,
      line,
      telephone: lineTelephone(visit.brand, { line, province: visit.province }),
      chat: await chatFacts(visit, { errorCode, reference: raised.reference }),
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
  const { id, ways, until, reference, week, telephone } = facts;
  const say = useSay();
  const has = useHasText();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  const time = until === undefined ? "" : say(`roadblock:time.${until.kind}`, { day: "", ...until });

  /** A sentence that names the end of the pause, where it is known and the row has one. */
  function part(name: "title" | "what" | "next"): string {
    // What a row says of a way that is not open to this person has another form.
    const without = `roadblock:${id}.${name}.withoutLink`;
    if (has(without) && !ways.includes("newLink")) return say(without);
    const timed = `roadblock:${id}.${name}.until`;
    return until !== undefined && has(timed) ? say(timed, { time }) : say(`roadblock:${id}.${name}`);
  }

  return (
    <div className="stack stack-wide">
      <PageTitle>{part("title")}</PageTitle>
      <div className="opening">
        <Heading>{part("title")}</Heading>
        <p className="prose">{part("what")}</p>
        <p className="prose">{part("next")}</p>
      </div>
      <ul className="ways">
        {ways.map((way) => (
          <WayOutRow key={way} way={way} facts={{ ...facts, hours: frame?.help.hours, webview: frame?.webview }} />
        ))}
      </ul>
      <Disclosure question={say(week.length === 0 ? "help:more.relay" : "help:more.hours")}>
        <WeekHours week={week} />
        <RelayServices telephone={telephone} />
      </Disclosure>
      <div className="agent">
        <ReferenceNumber reference={reference} />
      </div>
    </div>
  );
}
