import {
  type NamedCall,
  type ResponseRow,
  responses,
  responseWithoutRow,
} from "@vestibule/catalogue/response.table.ts";
import { type RaisedRoadblockId, type RoadblockCause, roadblockCauses } from "@vestibule/catalogue/roadblock.table.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import type { AccountErrorResponse } from "@vestibule/contract/v1/account.schema.ts";

/** An API call that did not succeed. */
export type FailedResult = Exclude<AccountCallResult<unknown>, { kind: "ok" }>;
export type RejectedResult = Extract<FailedResult, { kind: "error" }>;

/** Whether the API has rejected a call with this status, and with this error code if one is given. */
export function isRejected<Status extends number>(
  result: AccountCallResult<unknown>,
  { status, errorCode }: { status: Status; errorCode?: number },
): result is RejectedResult & { status: Status } {
  if (result.kind !== "error" || result.status !== status) return false;
  return errorCode === undefined || result.error.errorCode === errorCode;
}

/** What a page does after a failed call, with the values of this response. `ResponseHandling` describes each kind. */
export type PageErrorHandling =
  | { kind: "handledByPage"; refusal: RejectedResult }
  | { kind: "wait"; seconds: number; isCodeJustSent?: true }
  | { kind: "twoFactor" }
  | { kind: "errorDialog"; shownCode: string }
  | ({
      kind: "roadblock";
      roadblock: RaisedRoadblockId;
      shownCode?: string;
      cause?: RoadblockCause | undefined;
    } & Pick<AccountErrorResponse, "until" | "resetMailed" | "newCode">);

export interface CallFacts {
  call?: NamedCall;
  /** In the driving programme (UBI). */
  isUbi?: true;
}

const defaultWaitSeconds = 60;

/** What a page does after a failed call of API v1, by the response table. A roadblock named in the response takes precedence. */
export function findErrorHandling(result: FailedResult, facts: CallFacts = {}): PageErrorHandling {
  if (result.kind === "unavailable") return responseWithoutRow;
  const { roadblock, until, resetMailed, newCode, reason } = result.error;
  if (roadblock !== undefined) {
    const cause = roadblockCauses.find((one) => one === reason);
    return { kind: "roadblock", roadblock, until, resetMailed, newCode, cause };
  }
  const { handling } = responses.find((row) => matchesRow(row, result, facts)) ?? { handling: responseWithoutRow };
  if (handling.kind === "handledByPage") return { kind: "handledByPage", refusal: result };
  if (handling.kind === "wait")
    return {
      kind: "wait",
      seconds: result.retryAfterSeconds ?? defaultWaitSeconds,
      ...(reason === "codeJustSent" && { isCodeJustSent: true }),
    };
  if (handling.kind === "roadblock" && handling.exceptUbi && facts.isUbi)
    return { kind: "handledByPage", refusal: result };
  return handling;
}

function matchesRow(row: ResponseRow, { status, error }: RejectedResult, { call }: CallFacts): boolean {
  return (
    row.status === status &&
    (row.call === undefined || row.call === call) &&
    (row.errorCode === undefined || row.errorCode === error.errorCode)
  );
}
