import type { Exit, TelephoneLine } from "@vestibule/catalogue/roadblock.table.ts";
import { customerTelephone, lineCallMinutes, lineTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { chatFacts } from "../frame/chat.server.ts";
import { formatTelephoneHours, formatWeekHours } from "../frame/format-hours.server.ts";
import { textsFor } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { webviewSlice } from "../request/session-slice.server.ts";
import { showRoadblock } from "./lockout-end.server.ts";
import type { DisplayedRoadblock } from "./roadblock-data.server.ts";
import { displayedWords } from "./roadblock-words.server.ts";

export type RoadblockFacts = Awaited<ReturnType<typeof roadblockFacts>>;

/** Loader data of a roadblock page. */
export async function roadblockFacts(requestContext: PortalRequestContext, displayed: DisplayedRoadblock) {
  const shown = showRoadblock(requestContext, displayed);
  const { row, lockout } = shown;
  const line = row.line ?? "customer";
  const { errorCode: shownCode, reference } = displayed;
  const chat = await chatFacts(requestContext, { errorCode: row.agentCode, shownCode, reference });
  const unavailable = new Set<Exit>();
  if ((await formatTelephoneHours(requestContext))?.isOpen === false) unavailable.add("telephone").add("customerLine");
  if (chat.url === undefined || requestContext.session.get(webviewSlice)) unavailable.add("chat");
  if (lockout.kind === "ends" && row.restartAt !== undefined) unavailable.add(row.restartAt);
  const { exits, firstExit } = orderExits(shown.exits, unavailable);
  return {
    words: displayedWords(requestContext, shown),
    exits,
    firstExit,
    reference,
    /** Path of the page, if its reference is created on demand. */
    asksReferenceAt: row.opensTo === "anybody" ? row.path : undefined,
    screenCode: shownCode === undefined ? row.agentCode : `${row.agentCode} (${shownCode})`,
    line,
    telephone: lineTelephone(requestContext.brand, { line, province: requestContext.province }),
    callMinutes: lineCallMinutes(requestContext.brand, { line, province: requestContext.province }),
    customerLine: customerLineOf(requestContext, { line, exits }),
    chat,
    week: await formatWeekHours(requestContext),
    retryAt: displayed.retryAt,
    isLetterAsked: displayed.letter === "asked",
    texts: textsFor(requestContext, [
      "help",
      "roadblock",
      ...(displayed.retryAt === undefined ? [] : ["link" as const]),
    ]),
  };
}

/** The customer line, if the page offers it and its number differs from the one shown. */
function customerLineOf(
  { brand, province }: PortalRequestContext,
  { line, exits }: { line: TelephoneLine; exits: readonly Exit[] },
) {
  const telephone = customerTelephone(brand, province);
  if (!exits.includes("customerLine") || telephone === lineTelephone(brand, { line, province })) return undefined;
  return { telephone, callMinutes: lineCallMinutes(brand, { line: "customer", province }) };
}

interface OrderedExits {
  /** In display order. */
  exits: Exit[];
  /** The first of them, if it can be used now. */
  firstExit?: Exit;
}

/** Moves the first exit that can be used now to the front. */
function orderExits(exits: readonly Exit[], unavailable: ReadonlySet<Exit>): OrderedExits {
  const firstExit = exits.find((exit) => !unavailable.has(exit));
  if (firstExit === undefined) return { exits: [...exits] };
  return { exits: [firstExit, ...exits.filter((exit) => exit !== firstExit)], firstExit };
}
