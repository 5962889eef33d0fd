import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { AttemptState } from "./attempt-state.schema.ts";

export type PreviousPage =
  /** Outside the session: the page stays and the portal navigates to the path. */
  | { kind: "path"; path: string }
  | { kind: "page"; page: Page }
  /** The start; what was found and verified is discarded. */
  | { kind: "start"; page: "ACCOUNT_TYPE" }
  | { kind: "none" };

export function previousPage(page: Page, state: AttemptState): PreviousPage {
  const { back } = flow[page];
  const start = { kind: "start", page: "ACCOUNT_TYPE" } as const;
  switch (back.kind) {
    case "path":
      return back;
    case "none":
      return { kind: "none" };
    case "page":
      return { kind: "page", page: back.page };
    case "identifier":
      return state.found ? { kind: "page", page: state.found.by } : start;
    case "beforeCode": {
      if (state.code?.purpose === "username") return { kind: "page", page: state.code.from };
      return state.options.length > 1 ? { kind: "page", page: "VERIFY_OPTIONS" } : start;
    }
    case "start":
      return start;
  }
}

export function previousPath(page: Page, state: AttemptState): string | null {
  const before = previousPage(page, state);
  if (before.kind === "none") return null;
  return before.kind === "path" ? before.path : flow[before.page].path;
}
