import { flow } from "@vestibule/catalogue/flow.table.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";

type JourneyState = "open" | "completed" | "stopped" | "abandoned" | "expired" | "replaced" | "ended" | "deleted";

/** End reasons of the API that do not mean a refusal. */
const byReason: Readonly<Record<string, JourneyState>> = {
  created: "completed",
  joined: "completed",
  done: "completed",
  used: "completed",
  cancelled: "abandoned",
  deleted: "abandoned",
  expired: "expired",
  superseded: "replaced",
  restored: "replaced",
};

export function journeyState({ kind, state, page = "", endReason }: NonNullable<SupportCase["journey"]>): JourneyState {
  if (state === "deleted") return state;
  const step = isIdOf(flow, page) ? flow[page].step : undefined;
  if (step === "DONE" && endReason === undefined) return "completed";
  if (state === "open") return state;
  if (endReason !== undefined)
    return Object.hasOwn(byReason, endReason) ? (byReason[endReason] ?? "stopped") : "stopped";
  // A sign-in has no stored record, and so no end reason.
  return kind === "signIn" ? "ended" : "expired";
}
