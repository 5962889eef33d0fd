import { type BranchId, type Start, starts } from "./branch.table.ts";
import type { ClockMove } from "./clock-move.rule.ts";

/** A scenario of the guide. The sentences are `demo:story.<id>.title` and `.text`. */
export interface StoryRow {
  branch: BranchId;
  /** Policy number of its person; in a book without it, the branch's first person is used. */
  policyNumber: string;
  start: Start;
  /** Where the clock moves when the scenario starts. */
  clock?: Extract<ClockMove, "sundayNight" | "holiday">;
  /** A manual step after the start: `demo:stories.then.<id>`. */
  andThen?: "dayLater";
}

export const stories = {
  firstVisit: { branch: "severalChannels", policyNumber: "K3M4821", start: starts.registration },
  forgotEverything: { branch: "accountExists", policyNumber: "K3M5177", start: starts.registration },
  parentsPolicy: { branch: "driverByEmail", policyNumber: "Q5L2204", start: starts.registration },
  sharedAddress: { branch: "addressTaken", policyNumber: "C6H2579", start: starts.registration },
  sundayNight: { branch: "nothingOnFile", policyNumber: "S1V2035", start: starts.registration, clock: "sundayNight" },
  holiday: { branch: "nothingOnFile", policyNumber: "B9C2458", start: starts.registration, clock: "holiday" },
  everyCodeLost: { branch: "severalChannels", policyNumber: "E4N7731", start: starts.registration },
  pinByLetter: { branch: "pinAlone", policyNumber: "NL8809907", start: starts.registration },
  olderFile: { branch: "legacyFile", policyNumber: "B9D5781", start: starts.registration },
  twoPolicies: { branch: "severalPolicies", policyNumber: "ON4410276", start: starts.registration },
  tooManyTries: { branch: "accountExists", policyNumber: "C6B5802", start: starts.login },
  secondRole: { branch: "secondRole", policyNumber: "AB7790418", start: starts.registration },
  forgotPassword: { branch: "forgotByPostalCode", policyNumber: "R7T1093", start: starts.forgot },
  unknownAddress: { branch: "oneChannel", policyNumber: "C6H3680", start: starts.forgot },
  driverReset: { branch: "forgotByMobile", policyNumber: "ON7741523", start: starts.forgot },
  temporaryPassword: { branch: "temporaryPassword", policyNumber: "K3M6034", start: starts.login },
  linkCreate: { branch: "linkCreate", policyNumber: "C6A4791", start: starts.linkCreate },
  linkUsername: { branch: "linkUsername", policyNumber: "C6H2579", start: starts.linkUsername },
  linkPassword: { branch: "linkPassword", policyNumber: "Q5L3318", start: starts.linkPassword },
  linkReset: { branch: "linkReset", policyNumber: "E4S8849", start: starts.linkReset },
  expiredLink: { branch: "linkCreate", policyNumber: "B9C1347", start: starts.linkCreate, andThen: "dayLater" },
} as const satisfies Record<string, StoryRow>;

export type StoryId = keyof typeof stories;
export const storyIds = Object.keys(stories) as StoryId[];
