import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";

type JourneyState = "open" | "done" | "stopped" | "left" | "late" | "replaced" | "over" | "gone";

/** End reasons of the API that do not mean a refusal. */
const byReason: Readonly<Record<string, JourneyState>> = {
  created: "done",
  joined: "done",
  done: "done",
  used: "done",
  cancelled: "left",
  deleted: "left",
  expired: "late",
  superseded: "replaced",
  restored: "replaced",
};

export function journeyState({ kind, state, page = "", endReason }: NonNullable<SupportCase["journey"]>): JourneyState {
  if (state === "gone") return state;
  const step = Object.hasOwn(flow, page) ? flow[page as Page].step : undefined;
  if (step === "DONE" && endReason === undefined) return "done";
  if (state === "open") return state;
  if (endReason !== undefined)
    return Object.hasOwn(byReason, endReason) ? (byReason[endReason] ?? "stopped") : "stopped";
  // A sign-in has no stored record, and so no end reason.
  return kind === "signIn" ? "over" : "late";
}
