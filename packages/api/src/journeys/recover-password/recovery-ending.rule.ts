import type { Recovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Refusal } from "./recovery-call.port.ts";

/** Why a recovery goes no further, or undefined while it is open. Too many wrong answers stay what they were. */
export function whyOver(recovery: Recovery | undefined): Refusal | undefined {
  switch (recovery?.ended) {
    case undefined:
      return recovery === undefined ? { kind: "gone" } : undefined;
    case "wrongCodes":
    case "wrongFacts":
      return { kind: "limit", roadblock: "login-difficulties" };
    case "done":
    case "late":
    case "superseded":
      return { kind: "gone" };
  }
}
