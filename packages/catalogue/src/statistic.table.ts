import type { AuditEventName } from "./audit-event.table.ts";
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
 * What an event means for its journey. `continuedIn`: another journey continues it. `stuck`: the person can only call
 * an agent or wait. `roadblock`: also stuck, but counted only if no earlier event gives the reason. `left`: the person
 * cancelled. `hindrance`: something did not match, and the journey continues.
 */
export type Meaning = "started" | "step" | "finished" | "continuedIn" | "stuck" | "roadblock" | "left" | "hindrance";

export interface MarkRow {
  event: AuditEventName;
  /** The row applies to this result of the event only; absent: to every result that no earlier row names. */
  result?: string;
  meaning: Meaning;
  /** Step that the event reaches, or at which it happens. */
  step: string;
  /** Reason as reported, with the same meaning in every journey; absent: the event's result. */
  reason?: string;
}

export interface StatisticRow {
  /** A journey has several events; an attempt is one event. */
  unit: "journey" | "attempt";
  /** In the order in which a person reaches them. */
  steps: readonly string[];
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

const saveFailed = "emailUpdateFailed";

/**
 * The events that each journey is counted by. A roadblock may appear at any step; its row names the first step, so that
 * it never counts as progress. To add a journey, add a row here and give its audit events the journey's id.
 */
export const statistics = {
  registration: {
    unit: "journey",
    steps: ["REGISTRATION_START", "IDENTIFY", "VERIFY", "CREATE", "DONE"],
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
      { event: "registration.cancelled", meaning: "left", step: "IDENTIFY", reason: "cancelled" },
      { event: "registration.notFound", meaning: "hindrance", step: "IDENTIFY" },
      { event: "registration.alreadyRegistered", meaning: "hindrance", step: "IDENTIFY", reason: "alreadyRegistered" },
      { event: "registration.emailNotEnough", result: "none", meaning: "hindrance", step: "IDENTIFY", reason: "email" },
      { event: "registration.emailNotEnough", meaning: "hindrance", step: "IDENTIFY", reason: "profilesAlike" },
      { event: "code.refused", meaning: "hindrance", step: "VERIFY", reason: "wrongCode" },
      { event: "username.refused", meaning: "hindrance", step: "VERIFY", reason: "usernameTaken" },
      {
        event: "registration.saveFailed",
        result: "username",
        meaning: "hindrance",
        step: "VERIFY",
        reason: saveFailed,
      },
      { event: "registration.saveFailed", meaning: "hindrance", step: "CREATE", reason: saveFailed },
      { event: roadblockMet, meaning: "roadblock", step: "REGISTRATION_START" },
    ],
  },
  policyNumberRegistration: {
    unit: "journey",
    steps: ["VERIFY", "CREATE", "DONE"],
    abandonedAfterMinutes: 30,
    marks: [
      { event: "registration.identified", meaning: "started", step: "VERIFY" },
      { event: "code.accepted", meaning: "step", step: "CREATE" },
      { event: "account.created", meaning: "finished", step: "DONE" },
      { event: "account.policiesAdded", meaning: "finished", step: "DONE" },
      { event: "registration.welcomed", meaning: "finished", step: "DONE" },
      { event: "link.issued", meaning: "continuedIn", step: "CREATE", reason: "link" },
      { event: "registration.noWay", meaning: "stuck", step: "VERIFY", reason: "noChannel" },
      { event: "registration.unidentified", result: "closed", meaning: "stuck", step: "VERIFY", reason: "lookups" },
      { event: "registration.unidentified", meaning: "stuck", step: "CREATE" },
      { event: "link.locked", meaning: "stuck", step: "CREATE", reason: "mailsSent" },
      ...lockedOut,
      { event: "registration.notFound", meaning: "hindrance", step: "VERIFY" },
      { event: "registration.alreadyRegistered", meaning: "hindrance", step: "VERIFY", reason: "alreadyRegistered" },
      { event: "code.refused", meaning: "hindrance", step: "VERIFY", reason: "wrongCode" },
      { event: "username.refused", meaning: "hindrance", step: "CREATE", reason: "usernameTaken" },
      { event: roadblockMet, meaning: "roadblock", step: "VERIFY" },
    ],
  },
  recovery: {
    unit: "journey",
    steps: ["CODE", "PASSWORD", "DONE"],
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
      { event: "code.refused", meaning: "hindrance", step: "CODE", reason: "wrongCode" },
      { event: "identity.refused", meaning: "hindrance", step: "PASSWORD", reason: "wrongFact" },
      { event: roadblockMet, meaning: "roadblock", step: "CODE" },
    ],
  },
  link: {
    unit: "journey",
    steps: ["SENT", "DONE"],
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
      { event: "identity.refused", meaning: "hindrance", step: "SENT", reason: "wrongFact" },
      { event: roadblockMet, meaning: "roadblock", step: "SENT" },
    ],
  },
  signIn: {
    unit: "attempt",
    steps: ["PASSWORD"],
    abandonedAfterMinutes: 0,
    marks: [
      { event: "sign-in.succeeded", meaning: "finished", step: "PASSWORD" },
      { event: "password.confirmed", meaning: "finished", step: "PASSWORD" },
      { event: "sign-in.refused", result: "bad", meaning: "hindrance", step: "PASSWORD", reason: "wrongPassword" },
      { event: "sign-in.refused", result: "passkey", meaning: "hindrance", step: "PASSWORD" },
      { event: "sign-in.refused", meaning: "stuck", step: "PASSWORD" },
      { event: "temporary.refused", result: "wrong", meaning: "hindrance", step: "PASSWORD", reason: "wrongPassword" },
      { event: "temporary.refused", meaning: "stuck", step: "PASSWORD", reason: "temporaryPassword" },
    ],
  },
  secondFactor: {
    unit: "journey",
    steps: ["ASKED", "SENT", "DONE"],
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
      { event: "second-factor.refused", meaning: "hindrance", step: "ASKED", reason: "wrongCode" },
      { event: roadblockMet, meaning: "roadblock", step: "ASKED" },
    ],
  },
} as const satisfies Record<FlowId, StatisticRow>;
