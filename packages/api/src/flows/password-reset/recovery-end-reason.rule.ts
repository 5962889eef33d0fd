import type { Recovery } from "../../recoveries/recovery.store.ts";

/** Returns why a recovery ended, or undefined while it is open. Expiry does not hide an end by wrong answers. */
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
