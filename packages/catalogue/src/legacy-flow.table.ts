/**
 * Order of screens of registration by policy number over API v1, and its only source. Guards, Back, paths and stages
 * read these rows.
 */

/** Condition for showing a page, beside its predecessor. */
export type LegacyGround =
  | "nothing"
  /** Verification methods are offered. */
  | "ways"
  /** A verification of this method was started. */
  | "SMS"
  | "EMAIL"
  | "PIN"
  /** The API asks this question. */
  | "ASKEMAIL"
  | "ASKUSERNAME"
  | "ASKPASSWORD"
  /** A link went to a typed e-mail. */
  | "mailed"
  /** A password may be chosen. */
  | "proven"
  /** An account already exists, and its owner has entered a right code. */
  | "welcomed";

/**
 * Target of Back. `asking`: the page that asked for the e-mail. `start`: the first page, and revokes any verification.
 */
export type LegacyBack = { kind: "path"; path: string } | { kind: "asking" } | { kind: "start" };

export interface LegacyFlowRow {
  path: string;
  /** One of three stages; null for a page outside them. */
  stage: 1 | 2 | 3 | null;
  /** Pages that may precede this one, forward or back; from any other, its URL leads to the first page. */
  predecessors: readonly string[];
  ground: LegacyGround;
  back: LegacyBack;
}

const root = "/registration";
/** Back from every validation page; it redirects to the first page of the current flow. */
const beforeValidation = { kind: "path", path: "/create-an-account/identification" } as const;
const codePages = ["VALIDATION_SMS", "VALIDATION_EMAIL", "VALIDATION_PIN"] as const;

export const legacyFlow = {
  IDENTIFICATION: {
    path: `${root}/identification`,
    stage: 1,
    predecessors: ["VALIDATION", ...codePages, "WELCOME_BACK"],
    ground: "nothing",
    back: { kind: "path", path: "/" },
  },
  VALIDATION: {
    path: `${root}/validation`,
    stage: 2,
    predecessors: ["IDENTIFICATION", ...codePages],
    ground: "ways",
    back: beforeValidation,
  },
  VALIDATION_SMS: {
    path: `${root}/validation/sms`,
    stage: 2,
    predecessors: ["VALIDATION"],
    ground: "SMS",
    back: beforeValidation,
  },
  VALIDATION_EMAIL: {
    path: `${root}/validation/email`,
    stage: 2,
    predecessors: ["VALIDATION", "ACCOUNT_EMAIL", "NEW_EMAIL"],
    ground: "EMAIL",
    back: beforeValidation,
  },
  VALIDATION_PIN: {
    path: `${root}/validation/pin`,
    stage: 2,
    predecessors: ["IDENTIFICATION", "VALIDATION"],
    ground: "PIN",
    back: beforeValidation,
  },
  PASSWORD_VALIDATION: {
    path: `${root}/password-validation`,
    stage: 2,
    predecessors: codePages,
    ground: "ASKPASSWORD",
    back: { kind: "start" },
  },
  ACCOUNT_EMAIL: {
    path: `${root}/account-creation/email`,
    stage: 2,
    predecessors: ["IDENTIFICATION", ...codePages, "EMAIL_SENT"],
    ground: "ASKEMAIL",
    back: { kind: "start" },
  },
  NEW_EMAIL: {
    path: `${root}/account-creation/new-email`,
    stage: 2,
    predecessors: [...codePages, "EMAIL_SENT"],
    ground: "ASKUSERNAME",
    back: { kind: "start" },
  },
  EMAIL_SENT: {
    path: `${root}/account-creation/email-sent`,
    stage: 2,
    predecessors: ["ACCOUNT_EMAIL", "NEW_EMAIL"],
    ground: "mailed",
    back: { kind: "asking" },
  },
  PASSWORD: {
    path: `${root}/account-creation/password`,
    stage: 3,
    predecessors: codePages,
    ground: "proven",
    back: { kind: "start" },
  },
  WELCOME_BACK: {
    path: "/create-an-account/welcome-back",
    stage: null,
    // After PASSWORD: where another registration of the person completed first.
    predecessors: [...codePages, "PASSWORD"],
    ground: "welcomed",
    back: { kind: "path", path: "/" },
  },
} as const satisfies Record<string, LegacyFlowRow>;

export type LegacyPage = keyof typeof legacyFlow;
export const legacyPages = Object.keys(legacyFlow) as LegacyPage[];

/** Whether a page may be opened from another. */
export function mayFollow(page: LegacyPage, from: LegacyPage): boolean {
  return (legacyFlow[page].predecessors as readonly LegacyPage[]).includes(from);
}

/** Display order of verification methods. */
export const legacyMethods = ["EMAIL", "SMS", "PIN", "NONE"] as const;
export type LegacyMethod = (typeof legacyMethods)[number];

/** Page that accepts the code or PIN of a method. */
export const codePageOf = { SMS: "VALIDATION_SMS", EMAIL: "VALIDATION_EMAIL", PIN: "VALIDATION_PIN" } as const;

/** Page that handles a question of the API. */
export const pageOfAction = {
  ASKEMAIL: "ACCOUNT_EMAIL",
  ASKUSERNAME: "NEW_EMAIL",
  ASKEMAILCODE: "VALIDATION_EMAIL",
  ASKPASSWORD: "PASSWORD_VALIDATION",
  WELCOME_BACK: "WELCOME_BACK",
} as const satisfies Record<string, LegacyPage>;
