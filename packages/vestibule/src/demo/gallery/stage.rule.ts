import { type RoadblockId, type RoadblockRow, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { ScreenState } from "@vestibule/catalogue/screen.table.ts";
import { legacyStage } from "./legacy-stage.rule.ts";
import { afterLinkStage, linkStage } from "./link-stage.rule.ts";
import { nobody } from "./nobody.table.ts";
import { recoveryStage } from "./recovery-stage.rule.ts";
import { registrationStage } from "./registration-stage.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

/** Long enough to be read, short enough to end today. */
const pauseMinutes = 15;

export function stageOf(screen: ScreenState, place: StagePlace): Stage {
  switch (screen.kind) {
    case "login":
      return { path: "/", visit: loginVisits[screen.state] };
    case "recovery":
      return recoveryStage(screen, place);
    case "registration":
      return registrationStage(screen, place);
    case "legacy":
      return legacyStage(screen, place);
    case "link":
      return linkStage(screen, place);
    case "afterLink":
      return afterLinkStage(screen.page, place);
    case "roadblock":
      return roadblockStage(screen.roadblock, place);
    case "legal":
      return { path: `/legal/${screen.document}`, visit: stranger };
    case "home":
      return { path: "/home", visit: stranger, headers: signedIn(place) };
    case "help":
      return { path: "/help", visit: stranger };
    case "notFound":
      return { path: "/somewhere-else", visit: stranger };
  }
}

const stranger: Stage["visit"] = { session: {} };

const loginVisits: Record<Extract<ScreenState, { kind: "login" }>["state"], Stage["visit"]> = {
  first: stranger,
  error: { session: { notice: "loginError", loginEmail: nobody.email } },
  sessionEnded: { session: { notice: "sessionEnded" } },
  passwordChanged: { session: { notice: "passwordChanged", loginEmail: nobody.email } },
  temporaryEnded: { session: { notice: "temporaryEnded", loginEmail: nobody.email } },
  remembered: { session: {}, rememberedEmail: nobody.email },
};

function roadblockStage(id: RoadblockId, { now }: StagePlace): Stage {
  const row: RoadblockRow = roadblocks[id];
  const until = new Date(now.getTime() + pauseMinutes * 60_000).toISOString();
  const roadblock = { id, reference: nobody.reference, ...(row.endsByItself ? { until } : {}) };
  const asked = {
    ...(row.waysOut.includes("newLink") && { expiredLink: { token: nobody.sessionId } }),
    roadblock: { ...roadblock, ...(row.waysOut.includes("back") && { from: "code" as const }) },
  };
  return { path: row.path, visit: { session: asked } };
}

/** What the gateway says of somebody who signed in, and was here a day ago. */
function signedIn({ now }: StagePlace): Record<string, string> {
  return {
    "iv-user": nobody.email,
    "x-display-name": encodeURIComponent(`${nobody.firstName} ${nobody.lastName}`),
    "x-last-sign-in": new Date(now.getTime() - 26 * 3_600_000).toISOString(),
  };
}
