import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";

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
  // `pages` is in the order of the flow.
  const isEarlier = opened.some((page) => pages.indexOf(page) < pages.indexOf(live.page));
  return isEarlier && isBeforeVerification(live) ? "stepBack" : "leave";
}

/** Whether the code verifies a new username: Back then leads to the username page. */
export function verifiesUsername({ page, back }: { page: Page; back: string | null }): boolean {
  return page === "VERIFY_CODE" && back === flow.ASK_USERNAME.path;
}

/** Whether the person is not yet verified. The code for a new username comes after the verification. */
function isBeforeVerification(live: { page: Page; back: string | null }): boolean {
  const { stage } = flow[live.page];
  return stage !== null && Number(stage) < 2.1 && !verifiesUsername(live);
}
