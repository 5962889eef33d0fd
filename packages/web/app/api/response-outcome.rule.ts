import {
  type NamedCall,
  type ResponseRow,
  responses,
  responseWithoutRow,
} from "@vestibule/catalogue/response.table.ts";
import { type RaisedRoadblockId, type RoadblockCause, roadblockCauses } from "@vestibule/catalogue/roadblock.table.ts";
import type { AccountReply } from "@vestibule/contract/v1/account.endpoint.ts";
import type { AccountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";

/** An API call that did not succeed. */
export type FailedReply = Exclude<AccountReply<unknown>, { kind: "ok" }>;
export type RejectedReply = Extract<FailedReply, { kind: "error" }>;

/** Whether the API has rejected a call with this status, and with this error code if one is given. */
export function isRejected<Status extends number>(
  reply: AccountReply<unknown>,
  { status, errorCode }: { status: Status; errorCode?: number },
): reply is RejectedReply & { status: Status } {
  if (reply.kind !== "error" || reply.status !== status) return false;
  return errorCode === undefined || reply.error.errorCode === errorCode;
}

export function isFailedReply(result: object): result is FailedReply {
  return "kind" in result && (result.kind === "error" || result.kind === "unavailable");
}

/** What a page does after a failed call, with the values of this response. `ResponseOutcome` describes each kind. */
export type PageOutcome =
  | { kind: "handledByPage"; refusal: RejectedReply }
  | { kind: "wait"; seconds: number; isCodeJustSent?: true }
  | { kind: "twoFactor" }
  | { kind: "errorDialog"; shownCode: string }
  | ({
      kind: "roadblock";
      roadblock: RaisedRoadblockId;
      shownCode?: string;
      cause?: RoadblockCause | undefined;
    } & Pick<AccountErrorAnswer, "until" | "resetMailed" | "newCode">);

export interface CallFacts {
  call?: NamedCall;
  /** In the driving programme (UBI). */
  isUbi?: true;
}

const defaultWaitSeconds = 60;

/** Outcome of a failed call of API v1, by the response table. A roadblock named in the response takes precedence. */
export function outcomeOf(reply: FailedReply, facts: CallFacts = {}): PageOutcome {
  if (reply.kind === "unavailable") return responseWithoutRow;
  const { roadblock, until, resetMailed, newCode, reason } = reply.error;
  if (roadblock !== undefined) {
    const cause = roadblockCauses.find((one) => one === reason);
    return { kind: "roadblock", roadblock, until, resetMailed, newCode, cause };
  }
  const { outcome } = responses.find((row) => matchesRow(row, reply, facts)) ?? { outcome: responseWithoutRow };
  if (outcome.kind === "handledByPage") return { kind: "handledByPage", refusal: reply };
  if (outcome.kind === "wait")
    return {
      kind: "wait",
      seconds: reply.retryAfterSeconds ?? defaultWaitSeconds,
      ...(reason === "codeJustSent" && { isCodeJustSent: true }),
    };
  if (outcome.kind === "roadblock" && outcome.exceptUbi && facts.isUbi)
    return { kind: "handledByPage", refusal: reply };
  return outcome;
}

function matchesRow(row: ResponseRow, { status, error }: RejectedReply, { call }: CallFacts): boolean {
  return (
    row.status === status &&
    (row.call === undefined || row.call === call) &&
    (row.errorCode === undefined || row.errorCode === error.errorCode)
  );
}
