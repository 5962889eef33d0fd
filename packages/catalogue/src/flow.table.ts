import { legacyFlow } from "./legacy-flow.table.ts";

/**
 * Order of screens of smart registration, and its only source. Guards, Back, page paths, the journey map and the test
 * of every (page, call) pair read these rows.
 */
export type Step = "REGISTRATION_START" | "IDENTIFY" | "VERIFY" | "CREATE" | "DONE" | "REDIRECT";

export const registrationCalls = [
  "page",
  "accountType",
  "identify",
  "options",
  "send",
  "resend",
  "verify",
  "username",
  "accountInfo",
  "create",
  "ticket",
  "back",
  "cancel",
] as const;
export type RegistrationCall = (typeof registrationCalls)[number];

/**
 * Target of Back. `identifier`: the page that identified the person. `start`: ACCOUNT_TYPE, and revokes any
 * verification. `beforeCode`: the username page for a username's code; else VERIFY_OPTIONS where there was a choice,
 * else the start.
 */
export type BackTarget =
  | { kind: "path"; path: "/" }
  | { kind: "page"; page: string }
  | { kind: "identifier" }
  | { kind: "beforeCode" }
  | { kind: "start" }
  | { kind: "none" };

export interface FlowRow {
  step: Step;
  /** Stage by the insurer's own numbering; null for a page outside it. */
  stage: "1.0" | "1.1" | "1.2" | "2.0" | "2.1" | "3.0" | null;
  path: string;
  back: BackTarget;
  /** Calls besides page, back and cancel, which every page allows. */
  calls: readonly Exclude<RegistrationCall, "page" | "back" | "cancel">[];
  /** Whether `identify` accepts `{method: "policyNumber"}` here; at the VERIFY pages it accepts nothing else. */
  offersPolicyNumber: boolean;
  /** Pages that may follow, each with its event. */
  next: readonly { event: string; page: string }[];
}

const identification = "/create-an-account/identification";

export const flow = {
  ACCOUNT_TYPE: {
    step: "REGISTRATION_START",
    stage: null,
    path: `${identification}/account-type`,
    back: { kind: "path", path: "/" },
    calls: ["accountType"],
    offersPolicyNumber: false,
    next: [{ event: "accountTypeChosen", page: "EMAIL_IDENTIFICATION" }],
  },
  EMAIL_IDENTIFICATION: {
    step: "IDENTIFY",
    stage: "1.0",
    path: identification,
    back: { kind: "page", page: "ACCOUNT_TYPE" },
    calls: ["accountType", "identify"],
    offersPolicyNumber: true,
    next: [
      { event: "accountTypeChosen", page: "EMAIL_IDENTIFICATION" },
      { event: "oneProfile", page: "VERIFY_OPTIONS" },
      { event: "oneProfileOneChannel", page: "VERIFY_CODE" },
      { event: "severalProfiles", page: "MULTIPLE_PROFILES" },
      { event: "noProfile", page: "POLICY_IDENTIFICATION" },
      { event: "profilesAlike", page: "POLICY_IDENTIFICATION" },
      { event: "policyNumberPreferred", page: "POLICY_IDENTIFICATION" },
    ],
  },
  POLICY_IDENTIFICATION: {
    step: "IDENTIFY",
    stage: "1.1",
    path: identification,
    back: { kind: "page", page: "EMAIL_IDENTIFICATION" },
    calls: ["identify"],
    offersPolicyNumber: false,
    next: [
      { event: "oneProfile", page: "VERIFY_OPTIONS" },
      { event: "oneProfileOneChannel", page: "VERIFY_CODE" },
      { event: "legacyRegistry", page: "REDIRECT" },
      { event: "accountExistsContinued", page: "VERIFY_OPTIONS" },
      { event: "accountExistsContinuedOneChannel", page: "VERIFY_CODE" },
    ],
  },
  MULTIPLE_PROFILES: {
    step: "IDENTIFY",
    stage: "1.2",
    path: identification,
    back: { kind: "page", page: "EMAIL_IDENTIFICATION" },
    calls: ["identify"],
    offersPolicyNumber: true,
    next: [
      { event: "profileChosen", page: "VERIFY_OPTIONS" },
      { event: "profileChosenOneChannel", page: "VERIFY_CODE" },
      { event: "policyNumberPreferred", page: "POLICY_IDENTIFICATION" },
    ],
  },
  ADDITIONAL_DRIVER_PROFILE: {
    step: "IDENTIFY",
    stage: "2.1",
    path: identification,
    back: { kind: "start" },
    calls: ["identify"],
    offersPolicyNumber: false,
    next: [
      { event: "usernameProven", page: "CREATE" },
      { event: "accountFound", page: "WELCOME_BACK" },
      { event: "usernameTakenOrMissing", page: "ASK_USERNAME" },
      { event: "usernameUnproven", page: "CONFIRM_USERNAME" },
    ],
  },
  VERIFY_OPTIONS: {
    step: "VERIFY",
    stage: "2.0",
    path: "/create-an-account/verify/options",
    back: { kind: "identifier" },
    calls: ["options", "send", "identify"],
    offersPolicyNumber: true,
    next: [
      { event: "codeSent", page: "VERIFY_CODE" },
      { event: "policyNumberPreferred", page: "POLICY_IDENTIFICATION" },
    ],
  },
  VERIFY_CODE: {
    step: "VERIFY",
    stage: "2.0",
    path: "/create-an-account/verify/code",
    back: { kind: "beforeCode" },
    calls: ["verify", "resend", "identify"],
    offersPolicyNumber: true,
    next: [
      { event: "codeSent", page: "VERIFY_CODE" },
      { event: "accountFound", page: "WELCOME_BACK" },
      { event: "driverKnownByEmailAlone", page: "ADDITIONAL_DRIVER_PROFILE" },
      { event: "usernameTakenOrMissing", page: "ASK_USERNAME" },
      { event: "usernameUnproven", page: "CONFIRM_USERNAME" },
      { event: "usernameProven", page: "CREATE" },
      { event: "policyNumberPreferred", page: "POLICY_IDENTIFICATION" },
    ],
  },
  CONFIRM_USERNAME: {
    step: "VERIFY",
    stage: "2.1",
    path: "/create-an-account/verify/email",
    back: { kind: "start" },
    calls: ["username"],
    offersPolicyNumber: false,
    next: [
      { event: "usernameProven", page: "CREATE" },
      { event: "codeSent", page: "VERIFY_CODE" },
    ],
  },
  ASK_USERNAME: {
    step: "VERIFY",
    stage: "2.1",
    path: "/create-an-account/verify/email",
    back: { kind: "start" },
    calls: ["username"],
    offersPolicyNumber: false,
    next: [
      { event: "usernameProven", page: "CREATE" },
      { event: "codeSent", page: "VERIFY_CODE" },
    ],
  },
  CREATE: {
    step: "CREATE",
    stage: "3.0",
    path: "/create-an-account/account-creation/create",
    back: { kind: "start" },
    calls: ["accountInfo", "create"],
    offersPolicyNumber: false,
    next: [
      { event: "accountCreated", page: "CONFIRM" },
      { event: "usernameTakenMeanwhile", page: "ASK_USERNAME" },
      { event: "accountMadeMeanwhile", page: "WELCOME_BACK" },
    ],
  },
  CONFIRM: {
    step: "DONE",
    stage: null,
    path: "/create-an-account/confirmation",
    back: { kind: "path", path: "/" },
    calls: ["accountInfo", "ticket"],
    offersPolicyNumber: false,
    next: [],
  },
  WELCOME_BACK: {
    step: "DONE",
    stage: null,
    path: "/create-an-account/welcome-back",
    back: { kind: "path", path: "/" },
    calls: ["accountInfo"],
    offersPolicyNumber: false,
    next: [],
  },
  REDIRECT: {
    step: "REDIRECT",
    stage: null,
    path: legacyFlow.IDENTIFICATION.path,
    back: { kind: "none" },
    calls: [],
    offersPolicyNumber: false,
    next: [],
  },
} as const satisfies Record<string, FlowRow>;

export type Page = keyof typeof flow;
export const pages = Object.keys(flow) as Page[];

/** Whether a page allows a call. Page, back and cancel are always allowed. */
export function allowsCall(page: Page, call: RegistrationCall): boolean {
  if (call === "page" || call === "back" || call === "cancel") return true;
  return (flow[page].calls as readonly RegistrationCall[]).includes(call);
}
