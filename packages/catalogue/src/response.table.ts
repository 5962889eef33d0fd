import type { RaisedRoadblockId } from "./roadblock.table.ts";

/** Calls of API v1 that have rows of their own. */
export type NamedCall = "findByPolicy" | "resetNotification" | "temporary" | "create";

export type ResponseOutcome =
  | { kind: "handledByPage" }
  /** The page stays and shows how long to wait. */
  | { kind: "wait" }
  /** The portal redirects to the page of verification methods of the flow in progress, or else to the login page. */
  | { kind: "twoFactor" }
  /** A dialog over the page, with a code for the agent; the page stays. */
  | { kind: "errorDialog"; shownCode: string }
  /** `exceptUbi`: in a flow of the driving programme (UBI) the requesting page handles it. */
  | { kind: "roadblock"; roadblock: RaisedRoadblockId; shownCode?: string; exceptUbi?: true };

export interface ResponseRow {
  status: number;
  /** Absent: the row applies to every error code, and to a response without one. */
  errorCode?: number;
  call?: NamedCall;
  outcome: ResponseOutcome;
}

const handledByPage = { kind: "handledByPage" } as const;
const technical = { kind: "roadblock", roadblock: "technical" } as const;
const maintenance = { kind: "roadblock", roadblock: "maintenance" } as const;
const loginDifficulties = { kind: "roadblock", roadblock: "login-difficulties" } as const;
const expired = { kind: "roadblock", roadblock: "token-expired", exceptUbi: true } as const;

/**
 * The first matching row applies, so rows with a call come first, and rows with an error code before the row of their
 * status. A roadblock that the response names takes precedence over every row.
 */
export const responses: readonly ResponseRow[] = [
  { status: 400, errorCode: 1000, call: "findByPolicy", outcome: handledByPage },
  { status: 400, errorCode: 4001, call: "create", outcome: { kind: "errorDialog", shownCode: "lnr500160" } },
  { status: 400, call: "temporary", outcome: handledByPage },
  { status: 417, call: "resetNotification", outcome: loginDifficulties },

  { status: 400, errorCode: 1000, outcome: technical },
  { status: 400, errorCode: 1001, outcome: technical },
  { status: 400, outcome: handledByPage },
  { status: 403, errorCode: 3001, outcome: { kind: "roadblock", roadblock: "block" } },
  { status: 403, errorCode: 3002, outcome: loginDifficulties },
  { status: 403, errorCode: 3004, outcome: expired },
  { status: 403, errorCode: 3005, outcome: expired },
  { status: 403, errorCode: 3006, outcome: { kind: "twoFactor" } },
  { status: 403, errorCode: 3007, outcome: { kind: "roadblock", roadblock: "forgot-password" } },
  { status: 403, errorCode: 3008, outcome: technical },
  { status: 404, outcome: handledByPage },
  { status: 409, outcome: handledByPage },
  { status: 412, outcome: { kind: "roadblock", roadblock: "inconsistency" } },
  { status: 429, outcome: { kind: "wait" } },
  { status: 500, errorCode: 5001, outcome: { ...loginDifficulties, shownCode: "lnr500120" } },
  { status: 500, errorCode: 5002, outcome: { ...loginDifficulties, shownCode: "lnr500140" } },
  { status: 500, errorCode: 5003, outcome: { ...loginDifficulties, shownCode: "lnr500150" } },
  { status: 500, errorCode: 4001, outcome: { ...loginDifficulties, shownCode: "lnr500160" } },
  { status: 500, outcome: technical },
  { status: 503, errorCode: 1504, outcome: technical },
  { status: 503, errorCode: 1505, outcome: technical },
  { status: 503, outcome: maintenance },
  { status: 530, outcome: maintenance },
];

/** Outcome of a response without a row, and of a missing, late or non-JSON response. */
export const responseWithoutRow: Extract<ResponseOutcome, { kind: "roadblock" }> = technical;
