import type { TelephoneLine, WayOut } from "@vestibule/catalogue/roadblock.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/customer-telephone.rule.ts";
import { lineCallMinutes, lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { chatFacts } from "../frame/chat.server.ts";
import { telephoneInWords, weekInWords } from "../frame/hours-in-words.server.ts";
import { textsFor } from "../visit/page-texts.server.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { leadWithWorkingWay } from "./lead-way.rule.ts";
import { openWays, pauseEndOf } from "./pause-end.server.ts";
import { type MetRoadblock, rowOf } from "./roadblock-data.server.ts";
import { wordsBefore } from "./roadblock-words.server.ts";

export type RoadblockFacts = Awaited<ReturnType<typeof roadblockFacts>>;

/** What the page of a roadblock draws for whoever meets it. */
export async function roadblockFacts(visit: PortalVisit, met: MetRoadblock) {
  const row = rowOf(met);
  const line = row.line ?? "customer";
  const { errorCode: shownCode, reference } = met;
  const pause = pauseEndOf(visit, { row, until: met.until });
  const chat = await chatFacts(visit, { errorCode: row.agentCode, shownCode, reference });
  const closed = new Set<WayOut>();
  if ((await telephoneInWords(visit))?.isOpen === false) closed.add("telephone").add("customerLine");
  if (chat.url === undefined || visit.session.webview) closed.add("chat");
  if (pause.kind === "ends" && row.wayBackIn !== undefined) closed.add(row.wayBackIn);
  const { ways, lead } = leadWithWorkingWay(openWays({ row, session: visit.session, pause }), closed);
  return {
    words: wordsBefore(visit, { met, pause, ways }),
    ways,
    lead,
    reference,
    /** Path of the page, where its reference is made on demand. */
    asksReferenceAt: row.opensTo === "anybody" ? row.path : undefined,
    screenCode: shownCode === undefined ? row.agentCode : `${row.agentCode} (${shownCode})`,
    line,
    telephone: lineTelephone(visit.brand, { line, province: visit.province }),
    callMinutes: lineCallMinutes(visit.brand, { line, province: visit.province }),
    customerLine: otherLine(visit, { line, ways }),
    chat,
    week: await weekInWords(visit),
    againAt: met.againAt,
    isLetterAsked: met.letter === "asked",
    texts: textsFor(visit, ["help", "roadblock", ...(met.againAt === undefined ? [] : ["link" as const])]),
  };
}

/** The line for policies, where the page offers it and its telephone is another. */
function otherLine({ brand, province }: PortalVisit, { line, ways }: { line: TelephoneLine; ways: readonly WayOut[] }) {
  const telephone = customerTelephone(brand, province);
  if (!ways.includes("customerLine") || telephone === lineTelephone(brand, { line, province })) return undefined;
  return { telephone, callMinutes: lineCallMinutes(brand, { line: "customer", province }) };
}
