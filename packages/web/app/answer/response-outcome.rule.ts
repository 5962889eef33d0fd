import {
  type NamedCall,
  type ResponseRow,
  responses,
  responseWithoutRow,
} from "@vestibule/catalogue/response.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { AccountReply } from "@vestibule/contract/v1/account-call.client.ts";

/** A call that did not end well. */
export type FailedReply = Exclude<AccountReply<unknown>, { kind: "ok" }>;
export type RejectedReply = Extract<FailedReply, { kind: "error" }>;

/** What a page is left with: what only it can deal with, or a place to send the person to. */
export type PageOutcome =
  | { kind: "passes"; refusal: RejectedReply }
  | { kind: "wait"; seconds: number }
  | { kind: "twoFactor" }
  | { kind: "softRoadblock"; shownCode: string }
  | {
      kind: "roadblock";
      roadblock: RaisedRoadblockId;
      until?: string;
      resetMailed?: true;
      newCode?: true;
      shownCode?: string;
    };

export interface CallFacts {
  call?: NamedCall;
  /** In the driving programme. */
  isUbi?: true;
}

const longestWaitSeconds = 60;

/** Reads an answer of API v1 by its row. */
export function outcomeOf(reply: FailedReply, facts: CallFacts = {}): PageOutcome {
  if (reply.kind === "away") return responseWithoutRow;
  const { roadblock, until, resetMailed, newCode } = reply.error;
  if (roadblock !== undefined)
    return {
      ...{ kind: "roadblock", roadblock },
      ...(until !== undefined && { until }),
      ...(resetMailed && { resetMailed }),
      ...(newCode && { newCode }),
    };
  const { outcome } = responses.find((row) => fits(row, reply, facts)) ?? { outcome: responseWithoutRow };
  if (outcome.kind === "passes") return { kind: "passes", refusal: reply };
  if (outcome.kind === "wait") return { kind: "wait", seconds: reply.retryAfterSeconds ?? longestWaitSeconds };
  if (outcome.kind === "roadblock" && outcome.exceptUbi && facts.isUbi) return { kind: "passes", refusal: reply };
  return outcome;
}

function fits(row: ResponseRow, { status, error }: RejectedReply, { call }: CallFacts): boolean {
  return (
    row.status === status &&
    (row.call === undefined || row.call === call) &&
    (row.errorCode === undefined || row.errorCode === error.errorCode)
  );
}
