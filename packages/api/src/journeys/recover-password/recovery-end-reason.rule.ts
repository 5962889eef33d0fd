import type { Recovery } from "../../capabilities/recoveries/recovery.store.ts";

/** Why a recovery goes no further, or undefined while it is open. Too many wrong answers stay what they were. */
export function endReasonOf(recovery: Recovery | undefined): "gone" | "wrongAnswers" | undefined {
  switch (recovery?.ended) {
    case undefined:
      return recovery === undefined ? "gone" : undefined;
    case "wrongCodes":
    case "wrongFacts":
      return "wrongAnswers";
    case "done":
    case "late":
    case "superseded":
      return "gone";
  }
}
