import type { SignedInPage } from "./team-view.ts";

/** A row of a list: what it is, and its facts in words. */
export interface DeskRow {
  id: string;
  name: string;
  facts: string[];
  /** What went wrong last, in words. */
  failing?: string | undefined;
}

/** Undefined lists are unknown while the API is unavailable. */
export type LettersPage = SignedInPage & { kind: "letters"; letters: DeskRow[] | undefined };
export type LettersResult = { kind: "printed" } | { kind: "failed"; why: "ended" | "unavailable" };

export type LinkRequestsPage = SignedInPage & { kind: "linkRequests"; requests: DeskRow[] | undefined };

export interface StateView {
  queues: DeskRow[];
  limits: DeskRow[];
  keys: DeskRow[];
  applications: DeskRow[];
  webhooks: DeskRow[];
}
export type StatePage = SignedInPage & { kind: "state"; state: StateView | undefined };

export interface FindingView {
  state: "ok" | "warning" | "fault";
  subject: string;
  /** In English, as `vestibule doctor` prints it. */
  detail: string;
  certificate: string | undefined;
}
export type StateResult =
  | { kind: "checked"; findings: FindingView[] }
  | { kind: "failed"; why: "limited" | "unavailable"; time?: string };
