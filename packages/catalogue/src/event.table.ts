import type { AuditEventName } from "./audit-event.table.ts";
import { idsOf } from "./ids-of.ts";

/** Kinds of those who cause events; the id of an agent or operator does not leave. */
export const eventActors = ["person", "system", "service", "operator", "agent"] as const;
export type EventActor = (typeof eventActors)[number];

/** A value of an event's data: a fact of the audit event, its `result`, or its name (`event`). */
export interface EventField {
  fact: string;
  type: "string" | "number" | "boolean";
  about: string;
  /** Whether every audit event of the sources has it. */
  always?: true;
}

/** An audit event that is published as this event. */
export interface EventSource {
  event: AuditEventName;
  /** Only with one of these results; absent: with any. */
  results?: readonly string[];
  /** Only where this kind of actor did it. */
  actor?: EventActor;
  /** Only with these facts: a value, or `true` for any. */
  facts?: Readonly<Record<string, string | true>>;
  /** Values of the event's data that do not come from the audit event. */
  data?: Readonly<Record<string, string>>;
}

export interface EventRow {
  /** Increases with a change that a receiver could not ignore; a new field is no such change. */
  version: number;
  about: string;
  from: readonly EventSource[];
  data: Readonly<Record<string, EventField>>;
}

const reason = { fact: "result", type: "string", about: "Why.", always: true } as const;
const change = { fact: "change", type: "string", about: "What was done.", always: true } as const;
const flow = { fact: "journey", type: "string", about: "The flow in which it happened." } as const;
const accountType = {
  fact: "accountType",
  type: "string",
  about: "Policyholder or insured driver.",
} as const;
/** From the row of the audit event in the table of statistics. */
const pageCategory = { fact: "pageCategory", type: "string", about: "Category of the page." } as const;
const topOfPageError = {
  fact: "topOfPageError",
  type: "string",
  about: "Code of the refusal above the fields of the page: a name of API v2, or a number of API v1.",
} as const;
/** What a report on journeys groups by. */
const journeyData = {
  flow,
  pageCategory,
  accountType,
  province: { fact: "province", type: "string", about: "Province of the pages." },
  language: { fact: "language", type: "string", about: "Language of the pages." },
} as const;
const action = { fact: "action", type: "string", about: "What the link is for." } as const;

const lockedResults = ["lockedForTime", "lockedUntilReset"] as const;
const agentEvents = [
  "support.lifted",
  "support.changeKept",
  "support.changePutBack",
  "support.linkSent",
  "support.linkRequested",
  "support.linkApproved",
  "support.linkRefused",
  "support.waiverRequested",
  "support.waiverApproved",
  "support.waiverRefused",
] as const satisfies readonly AuditEventName[];

/**
 * What the insurer's other systems may know: each event with its version, the audit events that it is published for, and
 * the only facts that leave. No field is a name, an address, a number or a code of a person.
 */
export const events = {
  "account.created": {
    version: 1,
    about: "A person registered.",
    from: [{ event: "account.created", data: { pageCategory: "confirmation" } }],
    data: journeyData,
  },
  "account.policiesChanged": {
    version: 1,
    about: "Policies were added to an account, or one was detached.",
    from: [
      { event: "account.policiesAdded", data: { change: "added" } },
      { event: "account.policyDetached", data: { change: "detached" } },
    ],
    data: { change, count: { fact: "count", type: "number", about: "How many policies were added." } },
  },
  "account.signedIn": {
    version: 1,
    about: "A person signed in.",
    from: [{ event: "sign-in.succeeded" }],
    data: { method: { fact: "how", type: "string", about: "How: `password`, `passkey`, `ticket` or `handover`." } },
  },
  "account.signInRefused": {
    version: 1,
    about: "A sign-in was refused. Without an account where the name has none.",
    from: [
      { event: "sign-in.refused" },
      { event: "temporary.refused" },
      { event: "second-factor.refused" },
      { event: "second-factor.denied" },
    ],
    data: {
      reason,
      method: { fact: "how", type: "string", about: "How the person tried to sign in." },
      pageCategory,
      topOfPageError,
    },
  },
  "account.locked": {
    version: 1,
    about: "A limit of wrong passwords or codes was reached.",
    from: [
      { event: "sign-in.refused", results: lockedResults },
      { event: "temporary.refused", results: ["limit"] },
      { event: "password.disabled", data: { reason: "passwordDisabled" } },
      { event: "code.locked" },
      { event: "recovery.locked" },
      { event: "link.locked" },
      { event: "second-factor.locked" },
    ],
    data: { reason },
  },
  "account.unlocked": {
    version: 1,
    about: "The lockouts of an account were ended.",
    from: [{ event: "account.unlocked", results: ["unlocked"] }],
    data: {},
  },
  "account.frozen": {
    version: 1,
    about: "A person said “It wasn’t me”, and nobody can log in until an agent has spoken with them.",
    from: [{ event: "account.frozen" }],
    data: {},
  },
  "account.unfrozen": {
    version: 1,
    about: "An agent opened a frozen account.",
    from: [{ event: "account.unfrozen", results: ["ok"] }],
    data: {},
  },
  "account.emailChanged": {
    version: 1,
    about: "The email of an account was changed, or a change was undone.",
    from: [
      { event: "email.changed", data: { change: "changed" } },
      { event: "email.changeUndone", data: { change: "undone" } },
    ],
    data: { change },
  },
  "account.passwordChanged": {
    version: 1,
    about: "The password of an account was changed or reset.",
    from: [
      { event: "password.changed", data: { change: "changed" } },
      { event: "password.reset", data: { change: "reset" } },
    ],
    data: { change },
  },
  "account.secondFactorChanged": {
    version: 1,
    about:
      "How an account’s person confirms that it is them was changed: an authenticator app, recovery codes, or a proof that agents waive once.",
    from: [
      { event: "authenticator.added", data: { change: "authenticatorAdded" } },
      { event: "authenticator.removed", data: { change: "authenticatorRemoved" } },
      { event: "authenticator.kept", data: { change: "authenticatorKept" } },
      { event: "recoveryCodes.made", data: { change: "recoveryCodesMade" } },
      { event: "method.removalUndone", data: { change: "removalUndone" } },
      { event: "support.waiverGranted", data: { change: "secondProofWaived" } },
    ],
    data: { change },
  },
  "account.passkeyChanged": {
    version: 1,
    about: "A passkey of an account was added, removed or blocked.",
    from: [
      { event: "passkey.added", data: { change: "added" } },
      { event: "passkey.removed", data: { change: "removed" } },
      { event: "passkey.blocked", data: { change: "blocked" } },
    ],
    data: { change },
  },
  "account.closed": {
    version: 1,
    about: "A person closed their account. Its id leads to no person any more.",
    from: [{ event: "account.closed" }],
    data: {},
  },
  "consent.accepted": {
    version: 1,
    about: "A person accepted the terms.",
    from: [{ event: "account.created", facts: { termsVersion: true } }],
    data: {
      terms: { fact: "termsVersion", type: "string", about: "Version of the terms.", always: true },
      language: { fact: "termsLanguage", type: "string", about: "Language in which they were accepted." },
    },
  },
  "link.issued": {
    version: 1,
    about: "A link that leads to a page of the portal was issued for a person.",
    from: [{ event: "link.issued" }],
    data: { action, source: { fact: "source", type: "string", about: "The system that ordered it." } },
  },
  "link.used": {
    version: 1,
    about: "A link was used.",
    from: [
      { event: "link.answered" },
      { event: "account.created", facts: { journey: "link" } },
      { event: "account.policiesAdded", facts: { journey: "link" } },
      { event: "password.reset", facts: { journey: "link" } },
    ],
    data: {},
  },
  "registration.started": {
    version: 1,
    about: "A person started to register.",
    from: [
      { event: "registration.started" },
      { event: "registration.identified", facts: { journey: "policyNumberRegistration" } },
    ],
    data: journeyData,
  },
  "registration.stepped": {
    version: 1,
    about: "A registration reached another step.",
    from: [{ event: "registration.stepped" }],
    data: {
      ...journeyData,
      step: { fact: "result", type: "string", about: "The step.", always: true },
      page: { fact: "page", type: "string", about: "The page." },
    },
  },
  "registration.refused": {
    version: 1,
    about: "What a person entered did not match, and the top of the page says so.",
    from: [
      { event: "registration.notFound", data: { error: "notFound" } },
      { event: "registration.driverNotFound", data: { error: "notFound" } },
      { event: "registration.emailNotEnough", data: { error: "email" } },
      { event: "code.refused", facts: { journey: "registration" }, data: { error: "code" } },
      { event: "code.refused", facts: { journey: "policyNumberRegistration" }, data: { error: "code" } },
      { event: "username.refused", data: { error: "username" } },
      { event: "registration.saveFailed", data: { error: "save" } },
    ],
    data: {
      ...journeyData,
      error: { fact: "error", type: "string", about: "What did not match.", always: true },
      topOfPageError,
      reason,
    },
  },
  "registration.accountExists": {
    version: 1,
    about: "A person who registers has an account already.",
    from: [
      { event: "registration.alreadyRegistered" },
      { event: "registration.welcomed", data: { pageCategory: "confirmation" } },
    ],
    data: journeyData,
  },
  "roadblock.shown": {
    version: 1,
    about: "A person reached a page that says why they cannot continue.",
    from: [{ event: "roadblock.met", data: { pageCategory: "roadblock" } }],
    data: { ...journeyData, roadblock: { ...reason, about: "Id of the page." } },
  },
  "household.requestChanged": {
    version: 1,
    about: "A driver asked the policyholder of this account to agree to an account, or that request ended.",
    from: [
      { event: "household.requested", data: { change: "requested" } },
      { event: "household.approved", data: { change: "approved" } },
      { event: "household.refused", data: { change: "refused" } },
      { event: "household.expired", data: { change: "expired" } },
    ],
    data: { change },
  },
  "bots.manyNames": {
    version: 1,
    about: "Wrong passwords of 20 login names came from one network within an hour.",
    from: [{ event: "bots.suspected", results: ["manyNames"] }],
    data: {},
  },
  "bots.manyNetworks": {
    version: 1,
    about: "Wrong passwords of one login name, which may have no account, came from 10 networks within a day.",
    from: [{ event: "bots.suspected", results: ["manyNetworks"] }],
    data: {},
  },
  "bots.leakedPasswords": {
    version: 1,
    about: "Ten wrong passwords that are in the list of known ones came from one network within an hour.",
    from: [{ event: "bots.suspected", results: ["leakedPasswords"] }],
    data: {},
  },
  "bots.unansweredCodes": {
    version: 1,
    about: "Twenty registrations from one network within an hour had a code sent that was not typed back.",
    from: [{ event: "bots.suspected", results: ["unansweredCodes"] }],
    data: {},
  },
  "message.refused": {
    version: 1,
    about: "A message does not reach its recipient: its provider refused it, or reported later that it did not arrive.",
    from: [{ event: "message.refused" }, { event: "message.undelivered" }],
    data: {
      reason,
      message: { fact: "message", type: "string", about: "Which message.", always: true },
      channel: { fact: "channel", type: "string", about: "EMAIL, SMS, VOICE or LETTER.", always: true },
    },
  },
  "letter.requested": {
    version: 1,
    about: "A person asked for a letter with a new PIN.",
    from: [{ event: "letter.requested", results: ["ok"] }],
    data: {},
  },
  "person.exported": {
    version: 1,
    about: "All data of a person were exported.",
    from: [{ event: "person.exported" }],
    data: {},
  },
  "person.erased": {
    version: 1,
    about: "The data of a person were erased. The account’s id leads to no person any more.",
    from: [{ event: "person.erased" }],
    data: {},
  },
  "agent.acted": {
    version: 1,
    about: "An agent of the insurer changed something for a person. Who it was is in the audit trail alone.",
    from: [
      ...agentEvents.map((event) => ({ event, results: ["ok"] })),
      { event: "account.unlocked", results: ["unlocked"], actor: "agent" },
      { event: "account.unfrozen", results: ["ok"], actor: "agent" },
    ],
    data: { act: { fact: "event", type: "string", about: "Name of the audit event.", always: true } },
  },
  "maintenance.started": {
    version: 1,
    about: "A brand was closed for maintenance.",
    from: [{ event: "maintenance.on" }],
    data: { announcedEnd: { fact: "announcedEnd", type: "string", about: "The end that its page announces." } },
  },
  "maintenance.ended": {
    version: 1,
    about: "A brand was opened again.",
    from: [{ event: "maintenance.off", results: ["opened"] }],
    data: {},
  },
} as const satisfies Record<string, EventRow>;
export type EventType = keyof typeof events;
export const eventTypes = idsOf(events);
