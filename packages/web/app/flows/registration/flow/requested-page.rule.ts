import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import type { BackTarget } from "@vestibule/catalogue/flow-row.ts";
import { mayFollow } from "@vestibule/contract/flow.rule.ts";

/** What a requested URL does: `draw` shows its page, `stepBack` goes back, `leave` redirects to the current page. */
type RequestedPage = "draw" | "stepBack" | "leave";

/**
 * The current page decides. Before verification, a URL of an earlier page goes back; any other URL redirects to the
 * current page. `back` is the path that the API returns for Back, if known.
 */
export function resolveRequestedPage(
  opened: readonly Page[],
  live: { page: Page; back: string | null },
): RequestedPage {
  if (opened.includes(live.page)) return "draw";
  if (!isBeforeVerification(live)) return "leave";
  return earlierPages(live.page).some((page) => opened.includes(page)) ? "stepBack" : "leave";
}

/** Whether the code verifies a new username: Back then leads to the username page. */
export function verifiesUsername({ page, back }: { page: Page; back: string | null }): boolean {
  return page === "VERIFY_CODE" && back === flow.ASK_USERNAME.path;
}

/** Whether the person is not yet verified. The code for a new username comes after the verification. */
function isBeforeVerification(live: { page: Page; back: string | null }): boolean {
  const { step, stage } = flow[live.page];
  if (verifiesUsername(live)) return false;
  return step === "REGISTRATION_START" || (stage !== null && Number(stage) < 2.1);
}

/** Every page that repeated Back could reach. */
function earlierPages(page: Page): Page[] {
  const found = new Set<Page>();
  const unvisited = [page];
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop())
    for (const before of pagesBefore(next))
      if (!found.has(before)) {
        found.add(before);
        unvisited.push(before);
      }
  return [...found];
}

function pagesBefore(page: Page): Page[] {
  const back: BackTarget = flow[page].back;
  switch (back.kind) {
    case "page":
      return pages.filter((other) => other === back.page);
    case "identifier":
      return pages.filter((other) => mayFollow(flow[other], page) && flow[other].step === "IDENTIFY");
    case "beforeCode":
      return ["VERIFY_OPTIONS", "ACCOUNT_TYPE"];
    case "start":
      return ["ACCOUNT_TYPE"];
    default:
      return [];
  }
}
