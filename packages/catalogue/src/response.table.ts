import type { RaisedRoadblockId } from "./roadblock.table.ts";

/** Calls of API v1 that have separate rows. */
export type NamedCall = "findByPolicy" | "resetNotification" | "temporary" | "create";

export type ResponseHandling =
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
  handling: ResponseHandling;
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
  { status: 400, errorCode: 1000, call: "findByPolicy", handling: handledByPage },
  { status: 400, errorCode: 4001, call: "create", handling: { kind: "errorDialog", shownCode: "lnr500160" } },
  { status: 400, call: "temporary", handling: handledByPage },
  { status: 417, call: "resetNotification", handling: loginDifficulties },

  { status: 400, errorCode: 1000, handling: technical },
  { status: 400, errorCode: 1001, handling: technical },
  { status: 400, handling: handledByPage },
  { status: 403, errorCode: 3001, handling: { kind: "roadblock", roadblock: "block" } },
  { status: 403, errorCode: 3002, handling: loginDifficulties },
  { status: 403, errorCode: 3004, handling: expired },
  { status: 403, errorCode: 3005, handling: expired },
  { status: 403, errorCode: 3006, handling: { kind: "twoFactor" } },
  { status: 403, errorCode: 3007, handling: { kind: "roadblock", roadblock: "forgot-password" } },
  { status: 403, errorCode: 3008, handling: technical },
  { status: 404, handling: handledByPage },
  { status: 409, handling: handledByPage },
  { status: 412, handling: { kind: "roadblock", roadblock: "inconsistency" } },
  { status: 429, handling: { kind: "wait" } },
  { status: 500, errorCode: 5001, handling: { ...loginDifficulties, shownCode: "lnr500120" } },
  { status: 500, errorCode: 5002, handling: { ...loginDifficulties, shownCode: "lnr500140" } },
  { status: 500, errorCode: 5003, handling: { ...loginDifficulties, shownCode: "lnr500150" } },
  { status: 500, errorCode: 4001, handling: { ...loginDifficulties, shownCode: "lnr500160" } },
  { status: 500, handling: technical },
  { status: 503, errorCode: 1504, handling: technical },
  { status: 503, errorCode: 1505, handling: technical },
  { status: 503, handling: maintenance },
  { status: 530, handling: maintenance },
];

/** Handling of a response without a row, and of a missing, late or non-JSON response. */
export const responseWithoutRow: Extract<ResponseHandling, { kind: "roadblock" }> = technical;
