import { flow } from "@vestibule/catalogue/flow.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { AgentState } from "@vestibule/catalogue/screen-state.table.ts";
import type { SupportCase, SupportStep } from "@vestibule/contract/v1/support-desk.schema.ts";
import { stagedRequests } from "./link-request-stage.rule.ts";
import { nobody } from "./nobody.table.ts";
import type { StagePlace } from "./stage.ts";

/** Support case of a person who entered too many wrong codes. `clear`: no limit in force and no action available. */
export function supportCase(state: AgentState, place: StagePlace): SupportCase {
  if (state === "unlocked") return unlockedCase(place);
  const { brand, province, language, now } = place;
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const isClear = state === "clear";
  const isReader = state === "readOnly";
  const isHeld = !["clear", "lifted", "nothingLeft"].includes(state);
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
    journey: isClear
      ? { kind: "register", state: "over", page: "CONFIRM" }
      : { kind: "register", state: "over", page: "VERIFY_CODE", endReason: "locked" },
    account: isClear ? "active" : "none",
    steps: [
      step(-14 - 24 * 60, "registration.started"),
      step(-13 - 24 * 60, "registration.notFound", { result: "notFound", mismatch: "postalCode" }),
      step(-14, "registration.started"),
      step(-12, "registration.identified"),
      step(-11, "code.sent", { facts: { channel: "SMS" } }),
      step(-10, "code.refused", wrong),
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
    requests: stagedRequests(state, place),
    limits: [
      ...(isHeld ? [{ limit: "wrongCodeIdentity", until: at(23 * 60) } as const] : []),
      ...(isClear ? [] : [{ limit: "sendAddress", until: at(12) } as const]),
    ],
    acts:
      isClear || isReader
        ? { lift: [], unlock: false, links: [] }
        : { lift: isHeld ? ["wrongCodeIdentity"] : [], unlock: false, links: ["DEFPWD_REGISTER"] },
  };
}

/** A login locked out by wrong passwords, after an agent has unlocked it. */
function unlockedCase({ brand, province, language, now }: StagePlace): SupportCase {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const refused = (minutes: number, result: string): SupportStep => ({
    ...{ at: at(minutes), event: "sign-in.refused", result, by: "person", facts: { how: "password" } },
  });
  const { path, agentCode } = roadblocks["forgot-password"];
  return {
    ...{ code: nobody.reference, brand: brand.id, madeAt: at(-3), province, language, page: path, agentCode },
    ...{ roadblock: "forgot-password", journey: { kind: "sign-in", state: "over" }, account: "active" },
    steps: [
      ...[refused(-7, "bad"), refused(-6, "bad"), refused(-5, "bad"), refused(-4, "lockedForTime")],
      { at: at(0), event: "account.unlocked", result: "unlocked", by: "agent", who: "amelie", facts: {} },
    ],
    ...{ messages: [], requests: [], limits: [], acts: { lift: [], unlock: false, links: ["RESETPWD_LOGIN"] } },
  };
}
