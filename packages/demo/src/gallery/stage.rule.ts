import {
  type RaisedRoadblockId,
  type RoadblockId,
  type RoadblockRow,
  raisedRoadblockIds,
  roadblocks,
} from "@vestibule/catalogue/roadblock.table.ts";
import type { ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { retryAt } from "./again-at.rule.ts";
import { agentStage } from "./agent-stage.rule.ts";
import { faultyForm } from "./faulty-form.rule.ts";
import { filledForm } from "./filled-form.rule.ts";
import { frameStage } from "./frame-stage.rule.ts";
import { legacyStage } from "./legacy-stage.rule.ts";
import { afterLinkStage, linkStage } from "./link-stage.rule.ts";
import { loginStage } from "./login-stage.rule.ts";
import { nobody } from "./nobody.table.ts";
import { recoveryStage } from "./recovery-stage.rule.ts";
import { registrationStage } from "./registration-stage.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";
import { stagedMoment } from "./staged-moment.rule.ts";
import { stopRequestStage } from "./stop-request-stage.rule.ts";

/** Minutes; long enough to read, short enough to end today. */
const pauseMinutes = 15;

export function stageOf(screen: ScreenState, place: StagePlace): Stage {
  const stage = stageOfPage(screen, place);
  if (screen.faults === undefined) return stage;
  return { ...stage, form: faultyForm(filledForm(screen, place) ?? {}, screen.faults) };
}

function stageOfPage(screen: ScreenState, place: StagePlace): Stage {
  switch (screen.kind) {
    case "login":
      return loginStage(screen, place);
    case "recovery":
      return recoveryStage(screen, place);
    case "registration":
      return registrationStage(screen, place);
    case "legacy":
      return legacyStage(screen, place);
    case "link":
      return linkStage(screen, place);
    case "afterLink":
      return afterLinkStage(screen, place);
    case "roadblock":
      return roadblockStage(screen, place);
    case "legal":
      return { path: `/legal/${screen.document}`, visit: stranger };
    case "home":
      return { path: "/home", visit: stranger, headers: signedIn(screen, place) };
    case "frame":
      return frameStage(screen.state, place);
    case "help":
      return helpStage(screen, place);
    case "agent":
      return agentStage(screen.state, place);
    case "stopRequest":
      return stopRequestStage(screen.state, place);
  }
}

const stranger: Stage["visit"] = { session: {} };

function helpStage({ state }: Extract<ScreenState, { kind: "help" }>, { province }: StagePlace): Stage {
  const path = "/help";
  if (state === "holiday") return { path, visit: { session: {}, now: stagedMoment("holiday", province) } };
  // Without JavaScript the reference is requested with a form.
  return { path, visit: stranger, ...(state === "reference" && { form: { page: "/" } }) };
}

function roadblockStage(
  {
    roadblock: id,
    without,
    after,
    of,
    shownCode,
    codes = "wrongCodes",
    offers,
  }: Extract<ScreenState, { kind: "roadblock" }>,
  place: StagePlace,
): Stage {
  const { now } = place;
  const row: RoadblockRow = roadblocks[id];
  if (!isRaised(id)) return { path: row.path, visit: stranger };
  const minutes = after === "pause" ? -1 : pauseMinutes;
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const isTimed = row.endsByItself && without !== "end";
  const isNumbered = without !== "reference";
  const roadblock = {
    ...{ id, ...(isNumbered && { reference: nobody.reference }), ...(isTimed && { until }) },
    ...{ ...(after === "mail" && { mailedUntil: until }), errorCode: shownCode, codes },
    ...(offers === "newCode" && { newCode: true as const }),
    ...(offers === "newLetter" && { letter: "offered" as const }),
    ...(offers === "changeRole" && { otherRole: "insuredDriver" as const }),
    ...{ ...(after === "wait" && { retryAt: retryAt(place) }), ...(of === "link" && { ofLink: true as const }) },
  };
  const asked = {
    ...(row.waysOut.includes("newLink") && without !== "link" && { expiredLink: { token: nobody.sessionId } }),
    ...(of === "registration" && { registration: { token: nobody.sessionId } }),
    roadblock: { ...roadblock, ...(row.waysOut.includes("back") && { from: "code" as const }) },
  };
  return {
    path: row.path,
    visit: { session: asked },
    ...(!isNumbered && { withoutReference: true }),
  };
}

const isRaised = (id: RoadblockId): id is RaisedRoadblockId => raisedRoadblockIds.some((one) => one === id);

/** Headers of the gateway for a person who signed in, last signed in a day ago, and whose session is still open. */
function signedIn({ state }: Extract<ScreenState, { kind: "home" }>, { now }: StagePlace): Record<string, string> {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const { gatewayIdleMinutes, gatewayAbsoluteMinutes } = ttl;
  return {
    "iv-user": nobody.email,
    "x-display-name": encodeURIComponent(`${nobody.firstName} ${nobody.lastName}`),
    "x-session-idle-end": inMinutes(state === "idleSoon" ? 1 : gatewayIdleMinutes),
    "x-session-end": inMinutes(state === "endsSoon" ? 1 : gatewayAbsoluteMinutes),
    ...(state !== "firstTime" && { "x-last-sign-in": inMinutes(-26 * 60) }),
    ...(state === "failedSignIns" && { "x-failed-sign-ins": "3", "x-last-failed-sign-in": inMinutes(-90) }),
  };
}
