import type { AuditEventName } from "./audit-event.table.ts";

/** Classes of the Open Cybersecurity Schema Framework that audit events have, and their activities. */
export const ocsfClasses: Readonly<Record<"accountChange" | "authentication" | "base", OcsfClass>> = {
  accountChange: {
    uid: 3001,
    name: "Account Change",
    category: { uid: 3, name: "Identity & Access Management" },
    activities: {
      ...{ 1: "Create", 2: "Enable", 3: "Password Change", 4: "Password Reset", 5: "Disable", 6: "Delete" },
      ...{ 9: "Lock", 10: "MFA Factor Enable", 11: "MFA Factor Disable" },
    },
  },
  authentication: {
    uid: 3002,
    name: "Authentication",
    category: { uid: 3, name: "Identity & Access Management" },
    activities: { 1: "Logon", 2: "Logoff" },
  },
  base: { uid: 0, name: "Base Event", category: { uid: 0, name: "Uncategorized" }, activities: {} },
};

interface OcsfClass {
  uid: number;
  name: string;
  category: { uid: number; name: string };
  activities: Readonly<Record<number, string>>;
}

export interface OcsfRow {
  class: Exclude<keyof typeof ocsfClasses, "base">;
  /** Activity of the class; 99 where the class has none. */
  activity: number;
}

/** The activity that a class has no name for. */
export const otherActivity = 99;

/** Audit events that have a class; every other one is a base event. */
export const ocsfRows: Readonly<Partial<Record<AuditEventName, OcsfRow>>> = {
  "sign-in.succeeded": { class: "authentication", activity: 1 },
  "sign-in.refused": { class: "authentication", activity: 1 },
  "temporary.accepted": { class: "authentication", activity: 1 },
  "temporary.refused": { class: "authentication", activity: 1 },
  "application.signedIn": { class: "authentication", activity: 1 },
  "agent.signedIn": { class: "authentication", activity: 1 },
  "agent.signInRefused": { class: "authentication", activity: 1 },
  "agent.signedOut": { class: "authentication", activity: 2 },
  "session.ended": { class: "authentication", activity: 2 },
  "session.proven": { class: "authentication", activity: otherActivity },
  "second-factor.passed": { class: "authentication", activity: otherActivity },
  "second-factor.refused": { class: "authentication", activity: otherActivity },
  "second-factor.locked": { class: "authentication", activity: otherActivity },
  "account.created": { class: "accountChange", activity: 1 },
  "account.unfrozen": { class: "accountChange", activity: 2 },
  "password.changed": { class: "accountChange", activity: 3 },
  "password.reset": { class: "accountChange", activity: 4 },
  "account.frozen": { class: "accountChange", activity: 5 },
  "password.disabled": { class: "accountChange", activity: 5 },
  "account.closed": { class: "accountChange", activity: 6 },
  "person.erased": { class: "accountChange", activity: 6 },
  "code.locked": { class: "accountChange", activity: 9 },
  "account.unlocked": { class: "accountChange", activity: otherActivity },
  "account.policiesAdded": { class: "accountChange", activity: otherActivity },
  "account.policyDetached": { class: "accountChange", activity: otherActivity },
  "account.localeChanged": { class: "accountChange", activity: otherActivity },
  "email.changed": { class: "accountChange", activity: otherActivity },
  "email.changeUndone": { class: "accountChange", activity: otherActivity },
  "passkey.added": { class: "accountChange", activity: 10 },
  "passkey.removed": { class: "accountChange", activity: 11 },
  "passkey.blocked": { class: "accountChange", activity: 11 },
  "passkey.renamed": { class: "accountChange", activity: otherActivity },
  "authenticator.added": { class: "accountChange", activity: 10 },
  "authenticator.removed": { class: "accountChange", activity: 11 },
  "authenticator.renamed": { class: "accountChange", activity: otherActivity },
  "recoveryCodes.made": { class: "accountChange", activity: otherActivity },
  "method.removalUndone": { class: "accountChange", activity: 10 },
};
