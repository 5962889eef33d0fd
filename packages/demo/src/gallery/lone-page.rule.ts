import { busyAnswer } from "@vestibule/api/gateway/busy-page.message.ts";
import { signOutPage } from "@vestibule/api/gateway/sign-out-page.message.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { FindAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { fallbackResponse } from "@vestibule/vestibule/serve/fallback-response.message.ts";
import { crowdedRequestPage, longFormPage, unknownHostPage } from "@vestibule/wording/error-page.ts";
import { chatPage } from "../chat.screen.ts";
import { speechOf } from "../demo-visit.rule.ts";
import type { ScreenArea } from "../wall/screen-area.rule.ts";
import { nobody } from "./nobody.table.ts";
import type { Stage, StagePlace } from "./stage.ts";

/** How a page without the portal's script is rendered. */
export type LonePage =
  /** Rendered by the portal; a hand-off is rendered as without JavaScript. */
  | { kind: "portal"; stage: Stage }
  /** Complete HTML with its own style. */
  | { kind: "bare"; html: string }
  | { kind: "chat"; html: string };

/** Each page without the portal's script, and its section of the gallery. */
export const loneAreas = {
  "hand-off": "login",
  "hand-off-registered": "registration",
  "hand-off-link": "link",
  "hand-off-reset": "recovery",
  fault: "other",
  busy: "other",
  "sign-out": "other",
  "long-form": "other",
  "crowded-request": "other",
  "unknown-host": "other",
  chat: "other",
} as const satisfies Record<string, ScreenArea>;
export type LonePageId = keyof typeof loneAreas;
export const lonePageIds = Object.keys(loneAreas) as LonePageId[];

export function lonePage(id: LonePageId, place: StagePlace): LonePage {
  const { brand, language, province } = place;
  switch (id) {
    case "hand-off":
      return { kind: "portal", stage: { path: "/", visit: { session: {} }, form: typed, answer: found } };
    case "hand-off-registered":
      return { kind: "portal", stage: ticketStage({ path: flow.CONFIRM.path, form: { email: nobody.email } }, place) };
    case "hand-off-link":
      return { kind: "portal", stage: ticketStage({ path: legacyFlow.PASSWORD_VALIDATION.path }, place) };
    case "hand-off-reset":
      return { kind: "portal", stage: resetStage(place) };
    case "fault":
      return { kind: "portal", stage: broken };
    case "busy":
      return { kind: "bare", html: busyAnswer(brand, language).body };
    case "sign-out":
      return { kind: "bare", html: signOutPage({ brand, language, portal: "" }).body };
    case "long-form":
      return { kind: "bare", html: fallbackResponse(longFormPage, { brand, language }).body };
    case "crowded-request":
      return { kind: "bare", html: fallbackResponse(crowdedRequestPage, { brand, language }).body };
    case "unknown-host":
      return { kind: "bare", html: fallbackResponse(unknownHostPage, { language, brand: undefined }).body };
    case "chat": {
      const { reference } = nobody;
      const opening = { province, errorCode: "R212", shownCode: undefined, reference };
      return { kind: "chat", html: String(chatPage({ brand, language, say: speechOf(language) }, opening)) };
    }
  }
}

const typed = { email: nobody.email, loginPassword: nobody.password };
const found: Stage["answer"] = { status: 200, body: { id: nobody.sessionId, status: "A" } satisfies FindAnswer };

/** A person signed in with a ticket, without JavaScript to forward it. */
function ticketStage(at: Pick<Stage, "path" | "form">, { now }: StagePlace): Stage {
  const endsAt = new Date(now.getTime() + 60_000).toISOString();
  const { email, firstName } = nobody;
  const finishedRegistration = { email, firstName, role: "any", ticket: { value: "staged", endsAt } } as const;
  return { ...at, visit: { session: { finishedRegistration }, withoutScripts: true } };
}

/** A person whose new password was saved, without JavaScript. */
function resetStage({ now }: StagePlace): Stage {
  const endsAt = new Date(now.getTime() + 60_000).toISOString();
  const finishedReset = { email: nobody.email, ticket: { value: "staged", endsAt } };
  return { path: recoveryFlow.RESET.path, visit: { session: { finishedReset }, withoutScripts: true } };
}

/** An unknown roadblock makes the page throw. */
const broken: Stage = {
  path: "/roadblock/technical",
  visit: { session: { roadblock: { id: "none" as "technical" } }, reportFault: () => {} },
};
