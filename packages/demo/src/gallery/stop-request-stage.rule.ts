import type { StopRequestState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { StopLinkAnswer } from "@vestibule/contract/v1/link-request.schema.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

/** Fixture of the page of a stop link, for a fictitious request. */
export function stopRequestStage(state: StopRequestState, { now }: StagePlace): Stage {
  return {
    path: "/stop-request",
    visit: { session: { stopRequest: { token: nobody.sessionId } } },
    answer: answerOf(state, now),
  };
}

function answerOf(state: StopRequestState, now: Date): NonNullable<Stage["answer"]> {
  if (state === "unknown") return refusedAnswer("notFound");
  if (state === "wait") return refusedAnswer("tooManyRequests");
  if (state === "away") return refusedAnswer("unavailable");
  const dueAt = new Date(now.getTime() + (ttl.linkRequestHours - 1) * 3_600_000).toISOString();
  const answer: StopLinkAnswer = { state, ...(state === "open" && { dueAt }) };
  return { status: 200, body: answer };
}
