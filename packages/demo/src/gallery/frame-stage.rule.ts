import type { FrameState } from "@vestibule/catalogue/screen-state.table.ts";
import type { Stage, StagePlace } from "./stage.ts";
import { stagedMoment } from "./staged-moment.rule.ts";

/**
 * Fixture of the login page with its help open, at a given time of the opening hours, or as the mobile app shows it.
 */
export function frameStage(state: FrameState, { province }: StagePlace): Stage {
  const isApp = state === "app";
  return {
    path: "/",
    isHelpUnfolded: true,
    visit: {
      session: isApp ? { webview: true } : {},
      now: stagedMoment(isApp ? "open" : state, province),
    },
  };
}
