import type { OptionType } from "./account.table.ts";
import { accountErrors } from "./account-error.table.ts";
import type { AuditEventName } from "./audit-event.table.ts";
import type { RegistrationErrorCode } from "./registration-error.table.ts";
import { ttl } from "./ttl.table.ts";

/** Journeys that are counted. Every audit event of a journey has the journey's id, province and language. */
export const flowIds = [
  "registration",
  "policyNumberRegistration",
  "recovery",
  "link",
  "signIn",
  "secondFactor",
] as const;
export type FlowId = (typeof flowIds)[number];

/** Audit event of a displayed roadblock, within a journey or outside one. Its result is the id of the roadblock. */
export const roadblockMet = "roadblock.met";

/**
 * What people did next after a roadblock, as the audit trail knows it. `called`: an agent opened the journey. `finished`:
 * the same browser finished a journey. `triedAgain`: it took another step. `nothing`: none of these, or not known.
 */
export const roadblockNexts = ["called", "finished", "triedAgain", "nothing"] as const;
export type RoadblockNext = (typeof roadblockNexts)[number];

/** Audit event of a person who was signed in to an application of the insurer, which its fact `application` names. */
export const applicationSignedIn = "application.signedIn" satisfies AuditEventName;

/** What becomes of a waiver of the second proof, in the order in which it can happen, with the event of each. */
export const waiverEvents = {
  requested: "support.waiverRequested",
  approved: "support.waiverApproved",
  refused: "support.waiverRefused",
  stopped: "support.waiverStopped",
  expired: "support.waiverExpired",
  granted: "support.waiverGranted",
  used: "second-factor.waived",
} as const satisfies Record<string, AuditEventName>;
export type WaiverState = keyof typeof waiverEvents;

/**
 * What an event means for its journey. `continuedIn`: another journey continues it. `stuck`: the person can only call
 * an agent or wait. `roadblock`: also stuck, but counted only if no earlier event gives the reason. `left`: the person
 * cancelled. `hindrance`: something did not match, and the journey continues. `method`: a method of verification was
 * used, and nothing else changes.
 */
export type Meaning =
  | "started"
  | "step"
  | "finished"
  | "continuedIn"
  | "stuck"
  | "roadblock"
  | "left"
  | "hindrance"
  | "method";

/** Name in the statistics of each method by which a registration verifies a person, by the channel of its events. */
export const registrationMethods = { SMS: "text", EMAIL: "email", PIN: "pin" } as const satisfies Record<
  OptionType,
  string
>;

/** Kinds of pages that analytics group by. */
export type PageCategory =
  | "registrationStart"
  | "identification"
  | "verification"
  | "accountCreation"
  | "confirmation"
  | "login"
  | "passwordReset"
  | "link"
  | "roadblock";

export interface MarkRow {
  event: AuditEventName;
  /** The row applies to this result of the event only; absent: to every result that no earlier row names. */
  result?: string;
  meaning: Meaning;
  /** Step that the event reaches, or at which it happens. */
  step: string;
  /** Reason as reported, with the same meaning in every journey; absent: the event's result. */
  reason?: string;
  /** Absent: that of the step. */
  pageCategory?: PageCategory;
  /** Code of the refusal that the page shows above its fields: of API v2 its name, of API v1 its number. */
  topOfPageError?: RegistrationErrorCode | `${number}`;
}

export interface StatisticRow {
  /** A journey has several events; an attempt is one event. */
  unit: "journey" | "attempt";
  /** In the order in which a person reaches them, each with the category of its pages. */
  steps: Readonly<Record<string, PageCategory>>;
  /**
   * Minutes from the start after which a journey that is neither finished nor stuck counts as left. A link that is still
   * stored counts as left after its own expiry instead.
   */
  abandonedAfterMinutes: number;
  marks: readonly MarkRow[];
}

const lockedOut = [
  { event: "code.locked", result: "session", meaning: "stuck", step: "VERIFY", reason: "wrongCodes" },
  { event: "code.locked", result: "identity", meaning: "stuck", step: "VERIFY", reason: "wrongCodesOfTheDay" },
  { event: "code.locked", result: "sends", meaning: "stuck", step: "VERIFY", reason: "codesSent" },
] as const;

const saveFailed = { reason: "emailUpdateFailed", topOfPageError: "EMAIL_UPDATE_FAILED" } as const;
const alreadyRegistered = { reason: "alreadyRegistered", topOfPageError: "ACCOUNT_ALREADY_EXISTS" } as const;
const usernameTaken = { reason: "usernameTaken", topOfPageError: "EMAIL_ALREADY_EXISTS" } as const;
const wrongSecret = `${accountErrors.wrongSecret.errorCode}` as const;
const wrongPassword = { reason: "wrongPassword", topOfPageError: wrongSecret } as const;
const wrongFact = { reason: "wrongFact", topOfPageError: `${accountErrors.wrongIdentityFact.errorCode}` } as const;

/**
 * The events that each journey is counted by. A roadblock may appear at any step; its row names the first step, so that
 * it never counts as progress. To add a journey, add a row here and give its audit events the journey's id.
 */
export const statistics = {
  registration: {
    unit: "journey",
    steps: {
      REGISTRATION_START: "registrationStart",
      IDENTIFY: "identification",
      VERIFY: "verification",
      CREATE: "accountCreation",
      DONE: "confirmation",
    },
    abandonedAfterMinutes: 30,
    marks: [
      { event: "registration.started", meaning: "started", step: "REGISTRATION_START" },
      { event: "registration.stepped", result: "DONE", meaning: "finished", step: "DONE" },
      { event: "registration.stepped", result: "IDENTIFY", meaning: "step", step: "IDENTIFY" },
      { event: "registration.stepped", result: "VERIFY", meaning: "step", step: "VERIFY" },
      { event: "registration.stepped", result: "CREATE", meaning: "step", step: "CREATE" },
      { event: "registration.redirected", meaning: "continuedIn", step: "IDENTIFY" },
      { event: "registration.identified", result: "noChannel", meaning: "stuck", step: "VERIFY" },
      { event: "registration.unidentified", result: "usernameTaken", meaning: "stuck", step: "VERIFY" },
      { event: "registration.unidentified", meaning: "stuck", step: "IDENTIFY" },
      ...lockedOut,
      { event: "code.sent", meaning: "method", step: "VERIFY" },
      { event: "code.accepted", meaning: "method", step: "VERIFY" },
      { event: "registration.driverConfirmed", meaning: "method", step: "VERIFY" },
      { event: "registration.cancelled", meaning: "left", step: "IDENTIFY", reason: "cancelled" },
      {
        event: "registration.notFound",
        meaning: "hindrance",
        step: "IDENTIFY",
        topOfPageError: "POLICY_NUMBER_NOT_FOUND",
      },
      {
        event: "registration.driverNotFound",
        meaning: "hindrance",
        step: "IDENTIFY",
        topOfPageError: "DRIVE_LICENSE_NUMBER_NOT_FOUND",
      },
      { event: "registration.alreadyRegistered", meaning: "hindrance", step: "IDENTIFY", ...alreadyRegistered },
      { event: "registration.emailNotEnough", result: "none", meaning: "hindrance", step: "IDENTIFY", reason: "email" },
      { event: "registration.emailNotEnough", meaning: "hindrance", step: "IDENTIFY", reason: "profilesAlike" },
      {
        event: "code.refused",
        meaning: "hindrance",
        step: "VERIFY",
        reason: "wrongCode",
        topOfPageError: "INVALID_ACTIVATION_CODE",
      },
      { event: "username.refused", meaning: "hindrance", step: "VERIFY", ...usernameTaken },
      { event: "registration.saveFailed", result: "username", meaning: "hindrance", step: "VERIFY", ...saveFailed },
      { event: "registration.saveFailed", meaning: "hindrance", step: "CREATE", ...saveFailed },
      { event: roadblockMet, meaning: "roadblock", step: "REGISTRATION_START", pageCategory: "roadblock" },
    ],
  },
  policyNumberRegistration: {
    unit: "journey",
    steps: { VERIFY: "verification", CREATE: "accountCreation", DONE: "confirmation" },
    abandonedAfterMinutes: 30,
    marks: [
      { event: "registration.identified", meaning: "started", step: "VERIFY" },
      { event: "code.accepted", meaning: "step", step: "CREATE" },
      { event: "account.created", meaning: "finished", step: "DONE" },
      { event: "account.policiesAdded", meaning: "finished", step: "DONE" },
      { event: "registration.welcomed", meaning: "finished", step: "DONE" },
      { event: "link.issued", meaning: "continuedIn", step: "CREATE", reason: "link" },
      { event: "registration.noWay", meaning: "stuck", step: "VERIFY", reason: "noChannel" },
      {
        event: "registration.unidentified",
        result: "closed",
        meaning: "stuck",
        step: "VERIFY",
        reason: "lookups",
        pageCategory: "identification",
      },
      { event: "registration.unidentified", meaning: "stuck", step: "CREATE" },
      { event: "link.locked", meaning: "stuck", step: "CREATE", reason: "mailsSent" },
      ...lockedOut,
      { event: "code.sent", meaning: "method", step: "VERIFY" },
      {
        event: "registration.notFound",
        meaning: "hindrance",
        step: "VERIFY",
        pageCategory: "identification",
        topOfPageError: `${accountErrors.notFound.errorCode}`,
      },
      {
        event: "registration.alreadyRegistered",
        meaning: "hindrance",
        step: "VERIFY",
        pageCategory: "identification",
        ...alreadyRegistered,
      },
      { event: "code.refused", meaning: "hindrance", step: "VERIFY", reason: "wrongCode", topOfPageError: wrongSecret },
      { event: "username.refused", meaning: "hindrance", step: "CREATE", ...usernameTaken },
      { event: roadblockMet, meaning: "roadblock", step: "VERIFY", pageCategory: "roadblock" },
    ],
  },
  recovery: {
    unit: "journey",
    steps: { CODE: "passwordReset", PASSWORD: "passwordReset", DONE: "passwordReset" },
    abandonedAfterMinutes: 60,
    marks: [
      { event: "recovery.started", meaning: "started", step: "CODE" },
      { event: "temporary.accepted", meaning: "started", step: "PASSWORD" },
      { event: "code.accepted", meaning: "step", step: "PASSWORD" },
      { event: "password.reset", meaning: "finished", step: "DONE" },
      { event: "code.refused", result: "tooMany", meaning: "stuck", step: "CODE", reason: "wrongCodes" },
      { event: "code.refused", result: "identityFull", meaning: "stuck", step: "CODE", reason: "wrongCodesOfTheDay" },
      { event: "recovery.locked", meaning: "stuck", step: "CODE" },
      { event: "identity.refused", result: "tooMany", meaning: "stuck", step: "PASSWORD", reason: "wrongFacts" },
      { event: "code.refused", meaning: "hindrance", step: "CODE", reason: "wrongCode", topOfPageError: wrongSecret },
      { event: "identity.refused", meaning: "hindrance", step: "PASSWORD", ...wrongFact },
      { event: roadblockMet, meaning: "roadblock", step: "CODE", pageCategory: "roadblock" },
    ],
  },
  link: {
    unit: "journey",
    steps: { SENT: "link", DONE: "confirmation" },
    abandonedAfterMinutes: 24 * 60,
    marks: [
      { event: "link.issued", meaning: "started", step: "SENT" },
      { event: "account.created", meaning: "finished", step: "DONE" },
      { event: "account.policiesAdded", meaning: "finished", step: "DONE" },
      { event: "password.reset", meaning: "finished", step: "DONE" },
      { event: "link.renewed", meaning: "continuedIn", step: "SENT", reason: "renewed" },
      { event: "link.answered", meaning: "continuedIn", step: "SENT" },
      { event: "identity.refused", result: "tooMany", meaning: "stuck", step: "SENT", reason: "wrongFacts" },
      { event: "link.locked", meaning: "stuck", step: "SENT" },
      { event: "identity.refused", meaning: "hindrance", step: "SENT", ...wrongFact },
      { event: roadblockMet, meaning: "roadblock", step: "SENT", pageCategory: "roadblock" },
    ],
  },
  signIn: {
    unit: "attempt",
    steps: { PASSWORD: "login" },
    abandonedAfterMinutes: 0,
    marks: [
      { event: "sign-in.succeeded", meaning: "finished", step: "PASSWORD" },
      { event: "password.confirmed", meaning: "finished", step: "PASSWORD" },
      { event: "sign-in.refused", result: "bad", meaning: "hindrance", step: "PASSWORD", ...wrongPassword },
      {
        event: "sign-in.refused",
        result: "passkey",
        meaning: "hindrance",
        step: "PASSWORD",
        topOfPageError: `${accountErrors.passkeyRefused.errorCode}`,
      },
      { event: "sign-in.refused", meaning: "stuck", step: "PASSWORD" },
      { event: "temporary.refused", result: "wrong", meaning: "hindrance", step: "PASSWORD", ...wrongPassword },
      { event: "temporary.refused", meaning: "stuck", step: "PASSWORD", reason: "temporaryPassword" },
    ],
  },
  secondFactor: {
    unit: "journey",
    steps: { ASKED: "login", SENT: "login", DONE: "login" },
    abandonedAfterMinutes: 2 * ttl.pendingSignInMinutes,
    marks: [
      { event: "second-factor.asked", meaning: "started", step: "ASKED" },
      { event: "second-factor.sent", meaning: "step", step: "SENT" },
      { event: "second-factor.passed", meaning: "finished", step: "DONE" },
      {
        event: "second-factor.locked",
        result: "account",
        meaning: "stuck",
        step: "ASKED",
        reason: "wrongCodesOfTheDay",
      },
      { event: "second-factor.locked", meaning: "stuck", step: "ASKED", reason: "wrongCodes" },
      { event: "second-factor.denied", meaning: "left", step: "SENT", reason: "denied" },
      {
        event: "second-factor.refused",
        meaning: "hindrance",
        step: "ASKED",
        reason: "wrongCode",
        topOfPageError: wrongSecret,
      },
      { event: roadblockMet, meaning: "roadblock", step: "ASKED", pageCategory: "roadblock" },
    ],
  },
} as const satisfies Record<FlowId, StatisticRow>;
