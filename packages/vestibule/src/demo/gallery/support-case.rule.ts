import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { AgentState } from "@vestibule/catalogue/ordinary-screen.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { SupportCase, SupportStep } from "@vestibule/contract/v1/support-desk.schema.ts";
import { nobody } from "./nobody.table.ts";
import type { StagePlace } from "./stage.ts";

/** A person who typed too many wrong codes, as an agent is told of them. `clear`: nothing stands in the way, nothing is left to do. */
export function supportCase(state: AgentState, { brand, province, language, now }: StagePlace): SupportCase {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const isClear = state === "clear";
  const step = (minutes: number, event: string, more: Partial<SupportStep> = {}): SupportStep => ({
    ...{ at: at(minutes), event, result: "ok", by: "person", facts: {} },
    ...more,
  });
  const wrong = { result: "wrong", facts: { channel: "SMS" } };
  const stopped = "identity-verification";
  return {
    ...{ code: nobody.reference, brand: brand.id, madeAt: at(-3), province, language },
    page: isClear ? flow.CONFIRM.path : roadblocks[stopped].path,
    ...(!isClear && { roadblock: stopped, agentCode: roadblocks[stopped].agentCode }),
    journey: { kind: "register", state: "over", page: isClear ? "CONFIRM" : "VERIFY_CODE" },
    account: isClear ? "active" : "none",
    steps: [
      step(-14 - 24 * 60, "registration.started"),
      step(-13 - 24 * 60, "registration.notFound", { result: "notFound", mismatch: "postalCode" }),
      step(-14, "registration.started"),
      step(-12, "registration.identified"),
      step(-11, "code.sent", { facts: { channel: "SMS" } }),
      step(-9, "code.refused", wrong),
      step(-8, "code.refused", wrong),
      ...(isClear
        ? [step(-7, "code.accepted", { facts: { channel: "SMS" } }), step(-5, "account.created")]
        : [step(-7, "code.locked", { result: "identity" })]),
    ],
    messages: [
      {
        ...{ at: at(-11), message: "registrationCode", channel: "SMS", endsIn: "42" },
        ...{ state: "accepted", doneAt: at(-11) },
      },
      ...(isClear ? [{ at: at(-5), message: "welcome", channel: "EMAIL", state: "queued" } as const] : []),
    ],
    limits: isClear
      ? []
      : [
          { limit: "wrongCodeIdentity", until: at(23 * 60) },
          { limit: "sendAddress", until: at(12) },
        ],
    acts: isClear
      ? { lift: [], unlock: false, links: [] }
      : { lift: ["wrongCodeIdentity"], unlock: false, links: ["DEFPWD_REGISTER"] },
  };
}
