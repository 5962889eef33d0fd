import type { AuditEventName } from "./audit-event.table.ts";
import { idsOf } from "./ids-of.ts";

/**
 * Audit events that a person sees in the activity list of their account. Each result of an event has the id of its
 * sentence, `security:did.<id>`; `other` is used for every result that is not listed.
 */
export const activities = {
  "sign-in.succeeded": { other: "signedIn" },
  "sign-in.refused": {
    bad: "wrongPassword",
    lockedForTime: "signInPaused",
    lockedUntilReset: "signInLocked",
    other: "signInRefused",
  },
  "account.created": { other: "created" },
  "account.policiesAdded": { other: "policiesAdded" },
  "recovery.started": { other: "resetAsked" },
  "temporary.accepted": { other: "temporaryAccepted" },
  "temporary.refused": { other: "temporaryRefused" },
  "account.policyDetached": { other: "policyDetached" },
  "password.reset": { other: "passwordReset" },
  "password.disabled": { other: "passwordDisabled" },
  "link.issued": { other: "linkSent" },
  "link.renewed": { other: "linkSent" },
  "account.unlocked": { other: "unlocked" },
  "account.frozen": { other: "frozen" },
  "account.unfrozen": { other: "unfrozen" },
  "password.changed": { other: "passwordChanged" },
  "email.changeRequested": { other: "emailChangeAsked" },
  "email.changed": { other: "emailChanged" },
  "email.changeUndone": { other: "emailChangeUndone" },
  "passkey.added": { other: "passkeyAdded" },
  "passkey.renamed": { other: "passkeyRenamed" },
  "passkey.removed": { other: "passkeyRemoved" },
  "passkey.kept": { other: "passkeyKept" },
  "passkey.blocked": { other: "passkeyBlocked" },
  "authenticator.added": { other: "authenticatorAdded" },
  "authenticator.renamed": { other: "authenticatorRenamed" },
  "authenticator.removed": { other: "authenticatorRemoved" },
  "authenticator.kept": { other: "authenticatorKept" },
  "second-factor.firstChosen": { other: "firstMethodChosen" },
  "recoveryCodes.made": { other: "recoveryCodesMade" },
  "method.removalUndone": { other: "removalUndone" },
  "household.requested": { other: "householdRequested" },
  "household.approved": { other: "householdApproved" },
  "household.refused": { other: "householdRefused" },
  "household.expired": { other: "householdExpired" },
  "session.ended": { other: "sessionEnded" },
  "browser.forgotten": { other: "browserForgotten" },
  "application.allowed": { other: "applicationAllowed" },
  "application.ended": { other: "applicationEnded" },
  "person.exported": { other: "exported" },
  "support.changePutBack": { other: "changePutBack" },
  "support.linkSent": { other: "linkSent" },
  "support.linkRequested": { other: "linkRequested" },
  "support.linkStopped": { other: "linkStopped" },
  "support.waiverRequested": { other: "waiverRequested" },
  "support.waiverStopped": { other: "waiverStopped" },
  "support.waiverGranted": { other: "waiverGranted" },
} as const satisfies Partial<Record<AuditEventName, { other: string } & Readonly<Record<string, string>>>>;

/** Attempts that were refused, so that they opened nothing. */
export const refusedActivities = [
  "wrongPassword",
  "signInPaused",
  "signInLocked",
  "signInRefused",
  "temporaryRefused",
] as const satisfies readonly ActivityId[];

type Activities = typeof activities;
type Values<Row> = Row[keyof Row];
export type ActivityEvent = keyof Activities;
export type ActivityId = { [Event in ActivityEvent]: Values<Activities[Event]> }[ActivityEvent];
export const activityEvents = idsOf(activities);
export const activityIds = [...new Set(Object.values(activities).flatMap((row): ActivityId[] => Object.values(row)))];
