import type { BranchId } from "./branch.table.ts";
import type { ClockMove } from "./clock-move.rule.ts";

/** A story told by starting it. The sentences are `demo:story.<id>.title` and `.text`. */
export interface StoryRow {
  branch: BranchId;
  /** Policy number of the person it is written for; in a book without it, the branch's first person plays the part. */
  policyNumber: string;
  /** Where the clock goes when the story starts. */
  clock?: Extract<ClockMove, "sundayNight" | "holiday">;
}

export const stories = {
  firstVisit: { branch: "severalChannels", policyNumber: "K3M4821" },
  forgotEverything: { branch: "accountExists", policyNumber: "K3M5177" },
  parentsPolicy: { branch: "driverByEmail", policyNumber: "Q5L2204" },
  sharedAddress: { branch: "addressTaken", policyNumber: "C6H2579" },
  sundayNight: { branch: "nothingOnFile", policyNumber: "S1V2035", clock: "sundayNight" },
  holiday: { branch: "nothingOnFile", policyNumber: "B9C2458", clock: "holiday" },
  everyCodeLost: { branch: "severalChannels", policyNumber: "E4N7731" },
  pinByLetter: { branch: "pinAlone", policyNumber: "NL8809907" },
  olderFile: { branch: "legacyFile", policyNumber: "B9D5781" },
  twoPolicies: { branch: "severalPolicies", policyNumber: "ON4410276" },
  tooManyTries: { branch: "accountExists", policyNumber: "C6B5802" },
  secondRole: { branch: "secondRole", policyNumber: "AB7790418" },
} as const satisfies Record<string, StoryRow>;

export type StoryId = keyof typeof stories;
export const storyIds = Object.keys(stories) as StoryId[];
