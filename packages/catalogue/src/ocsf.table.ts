import type { AuditEventName } from "./audit-event.table.ts";

/** Classes of the Open Cybersecurity Schema Framework that audit events have, and their activities. */
export const ocsfClasses = {
  accountChange: { uid: 3001, name: "Account Change", category: { uid: 3, name: "Identity & Access Management" } },
  authentication: { uid: 3002, name: "Authentication", category: { uid: 3, name: "Identity & Access Management" } },
  base: { uid: 0, name: "Base Event", category: { uid: 0, name: "Uncategorized" } },
} as const;

export interface OcsfRow {
  class: Exclude<keyof typeof ocsfClasses, "base">;
  /** Activity of the class; 99 where the class has none. */
  activity: number;
}

const other = 99;

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
  "session.proven": { class: "authentication", activity: other },
  "account.created": { class: "accountChange", activity: 1 },
  "account.unfrozen": { class: "accountChange", activity: 2 },
  "password.changed": { class: "accountChange", activity: 3 },
  "password.reset": { class: "accountChange", activity: 4 },
  "account.frozen": { class: "accountChange", activity: 5 },
  "password.disabled": { class: "accountChange", activity: 5 },
  "account.closed": { class: "accountChange", activity: 6 },
  "person.erased": { class: "accountChange", activity: 6 },
  "code.locked": { class: "accountChange", activity: 9 },
  "account.unlocked": { class: "accountChange", activity: other },
  "email.changed": { class: "accountChange", activity: other },
  "email.changeUndone": { class: "accountChange", activity: other },
  "passkey.added": { class: "accountChange", activity: 10 },
  "passkey.removed": { class: "accountChange", activity: 11 },
  "passkey.blocked": { class: "accountChange", activity: 11 },
};
