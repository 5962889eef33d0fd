import type { FlowRow, Step } from "./flow-row.ts";
import { idsOf } from "./ids-of.ts";
import { policyNumberFlow } from "./policy-number-flow.table.ts";

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

const identification = "/create-an-account/identification";

const usernamePage = {
  step: "VERIFY",
  stage: "2.1",
  path: "/create-an-account/verify/email",
  back: { kind: "start" },
  calls: ["username"],
  next: [
    { event: "usernameProven", page: "CREATE" },
    { event: "codeSent", page: "VERIFY_CODE" },
  ],
} as const;

const lastPage = { step: "DONE", stage: null, back: { kind: "path", path: "/" }, next: [] } as const;

/** Pages of smart registration and the order in which they may follow each other. */
export const flow = {
  ACCOUNT_TYPE: {
    step: "REGISTRATION_START",
    stage: null,
    path: `${identification}/account-type`,
    back: { kind: "path", path: "/" },
    calls: ["accountType"],
    next: [{ event: "accountTypeChosen", page: "EMAIL_IDENTIFICATION" }],
  },
  EMAIL_IDENTIFICATION: {
    step: "IDENTIFY",
    stage: "1.0",
    path: identification,
    back: { kind: "page", page: "ACCOUNT_TYPE" },
    calls: ["accountType", "identify"],
    next: [
      { event: "accountTypeChosen", page: "EMAIL_IDENTIFICATION" },
      { event: "oneProfile", page: "VERIFY_OPTIONS" },
      { event: "oneProfileOneChannel", page: "VERIFY_CODE" },
      { event: "severalProfiles", page: "MULTIPLE_PROFILES" },
      { event: "noProfile", page: "POLICY_IDENTIFICATION" },
      { event: "profilesAmbiguous", page: "POLICY_IDENTIFICATION" },
      { event: "policyNumberPreferred", page: "POLICY_IDENTIFICATION" },
    ],
  },
  POLICY_IDENTIFICATION: {
    step: "IDENTIFY",
    stage: "1.1",
    path: identification,
    back: { kind: "page", page: "EMAIL_IDENTIFICATION" },
    calls: ["identify"],
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
  CONFIRM_USERNAME: usernamePage,
  ASK_USERNAME: usernamePage,
  CREATE: {
    step: "CREATE",
    stage: "3.0",
    path: "/create-an-account/account-creation/create",
    back: { kind: "start" },
    calls: ["accountInfo", "create"],
    next: [
      { event: "accountCreated", page: "CONFIRM" },
      { event: "usernameTakenConcurrently", page: "ASK_USERNAME" },
      { event: "accountCreatedConcurrently", page: "WELCOME_BACK" },
    ],
  },
  CONFIRM: { ...lastPage, path: "/create-an-account/confirmation", calls: ["accountInfo", "ticket"] },
  WELCOME_BACK: { ...lastPage, path: "/create-an-account/welcome-back", calls: ["accountInfo"] },
  REDIRECT: {
    step: "REDIRECT",
    stage: null,
    path: policyNumberFlow.IDENTIFICATION.path,
    back: { kind: "none" },
    calls: [],
    next: [],
  },
} as const satisfies Record<string, FlowRow & { step: Step; calls: readonly RegistrationCall[] }>;

export type Page = keyof typeof flow;
export const pages = idsOf(flow);
