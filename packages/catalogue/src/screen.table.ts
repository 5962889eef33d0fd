import { type InvalidFormId, invalidForms } from "./invalid-form.table.ts";
import { type RoadblockId, roadblockIds, roadblocks } from "./roadblock.table.ts";
import { type ScreenState, type ScreenStateId, screenStates } from "./screen-state.table.ts";

/** Roadblocks whose page shows the end of the lockout, with other words where it is unknown. */
type EndingRoadblock = {
  [Id in RoadblockId]: (typeof roadblocks)[Id]["endsByItself"] extends true ? Id : never;
}[RoadblockId];

type RoadblockScreenId =
  | `roadblock-${RoadblockId}`
  | `roadblock-${EndingRoadblock}-without-end`
  | keyof typeof roadblockStates;
export type ScreenId = ScreenStateId | InvalidFormId | RoadblockScreenId;

/** Additional states of a roadblock. */
const roadblockStates = {
  "roadblock-identity-verification-over": {
    kind: "roadblock",
    roadblock: "identity-verification",
    after: "pause",
  },
  "roadblock-identity-verification-codes-sent": codesSent("identity-verification"),
  "roadblock-resend-code-codes-sent": codesSent("resend-code"),
  "roadblock-forgot-password-over": { kind: "roadblock", roadblock: "forgot-password", after: "pause" },
  "roadblock-login-difficulties-own-fault": {
    kind: "roadblock",
    roadblock: "login-difficulties",
    without: "end",
    shownCode: "lnr500120",
  },
  "roadblock-login-difficulties-new-code": {
    kind: "roadblock",
    roadblock: "login-difficulties",
    without: "end",
    offers: "newCode",
  },
  "roadblock-pin-identification-new-letter": {
    kind: "roadblock",
    roadblock: "pin-identification",
    without: "end",
    offers: "newLetter",
  },
  "roadblock-unable-to-identify-other-role": {
    kind: "roadblock",
    roadblock: "unable-to-identify",
    offers: "changeRole",
  },
  "roadblock-technical-account-closed": { kind: "roadblock", roadblock: "technical", shownCode: "0x132120d0" },
  "roadblock-temporary-mailed": { kind: "roadblock", roadblock: "temporary", after: "mail" },
  "roadblock-token-expired-without-link": { kind: "roadblock", roadblock: "token-expired", without: "link" },
  "roadblock-token-expired-wait": { kind: "roadblock", roadblock: "token-expired", after: "wait" },
  "roadblock-technical-of-link": { kind: "roadblock", roadblock: "technical", of: "link" },
  "roadblock-technical-of-registration": { kind: "roadblock", roadblock: "technical", of: "registration" },
  "roadblock-maintenance-of-link": { kind: "roadblock", roadblock: "maintenance", without: "end", of: "link" },
  "roadblock-technical-without-reference": { kind: "roadblock", roadblock: "technical", without: "reference" },
} as const satisfies Record<string, ScreenState>;

function codesSent(roadblock: RoadblockId) {
  return { kind: "roadblock", roadblock, without: "end", codes: "codesSent" } as const;
}

type Entry = readonly [id: string, state: ScreenState];

function screensOf(roadblock: RoadblockId): Entry[] {
  const timed: Entry = [`roadblock-${roadblock}`, { kind: "roadblock", roadblock }];
  const untimed: Entry = [`roadblock-${roadblock}-without-end`, { kind: "roadblock", roadblock, without: "end" }];
  return roadblocks[roadblock].endsByItself ? [timed, untimed] : [timed];
}

/** Every screen in user order: each page, its form sent with faults, then each roadblock. */
export const screens = {
  ...Object.fromEntries(
    Object.entries(screenStates).flatMap(([id, state]) => [[id, state], ...faultyFormsOn(id, state)]),
  ),
  ...Object.fromEntries(roadblockIds.flatMap(screensOf)),
  ...roadblockStates,
} as Readonly<Record<ScreenId, ScreenState>>;
export const screenIds = Object.keys(screens) as ScreenId[];

function faultyFormsOn(screen: string, state: ScreenState): Entry[] {
  return Object.entries(invalidForms)
    .filter(([, { on }]) => on === screen)
    .map(([id, { faults }]) => [id, { ...state, faults }]);
}
