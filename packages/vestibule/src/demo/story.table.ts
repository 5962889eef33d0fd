import type { BranchId } from "./branch.table.ts";
import type { ClockMove } from "./clock-move.rule.ts";

/** A story told by starting it. The sentences are `demo:story.<id>.title` and `.text`. */
export interface StoryRow {
  branch: BranchId;
  /** Policy number of the person it is written for; in a book without it, the branch's first person plays the part. */
  policyNumber: string;
  start: "registration" | "login";
  /** Where the clock goes when the story starts. */
  clock?: Extract<ClockMove, "sundayNight" | "holiday">;
}

export const stories = {
  firstVisit: { branch: "severalChannels", policyNumber: "K3M4821", start: "registration" },
  forgotEverything: { branch: "accountExists", policyNumber: "K3M5177", start: "registration" },
  parentsPolicy: { branch: "driverByEmail", policyNumber: "Q5L2204", start: "registration" },
  sharedAddress: { branch: "addressTaken", policyNumber: "C6H2579", start: "registration" },
  sundayNight: { branch: "nothingOnFile", policyNumber: "S1V2035", start: "registration", clock: "sundayNight" },
  holiday: { branch: "nothingOnFile", policyNumber: "B9C2458", start: "registration", clock: "holiday" },
  everyCodeLost: { branch: "severalChannels", policyNumber: "E4N7731", start: "registration" },
  pinByLetter: { branch: "pinAlone", policyNumber: "NL8809907", start: "registration" },
  olderFile: { branch: "legacyFile", policyNumber: "B9D5781", start: "registration" },
  twoPolicies: { branch: "severalPolicies", policyNumber: "ON4410276", start: "registration" },
  tooManyTries: { branch: "accountExists", policyNumber: "C6B5802", start: "login" },
  secondRole: { branch: "secondRole", policyNumber: "AB7790418", start: "registration" },
} as const satisfies Record<string, StoryRow>;

export type StoryId = keyof typeof stories;
export const storyIds = Object.keys(stories) as StoryId[];
