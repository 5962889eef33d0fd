import { ttl } from "./ttl.table.ts";

export type Channel = "EMAIL" | "SMS" | "VOICE" | "LETTER";

/** Why a provider could not deliver a message that it had accepted. */
export const undeliveredReasons = [
  "unknownNumber",
  "unknownEmail",
  "unreachable",
  "unanswered",
  "mailboxFull",
  "blocked",
  "other",
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/** `code`: a person waits for it on a page. Separate queues, so that neither delays the other. */
export type Priority = "code" | "notice";

export interface PriorityRow {
  /** Messages of one channel that one server sends concurrently. */
  concurrency: number;
  /** Raises an alarm when a queue's oldest message waits longer. */
  alarmSeconds: number;
}

export const priorities = {
  code: { concurrency: 5, alarmSeconds: 30 },
  notice: { concurrency: 3, alarmSeconds: 300 },
} as const satisfies Record<Priority, PriorityRow>;

export interface NotificationRow {
  channels: readonly Channel[];
  priority: Priority;
  /** A message that was not sent by then is dropped; one with a link at the latest when the link expires. */
  lifetimeMinutes: number;
}

/** Every message of the product. The sentences of a row are `message:<id>.*`. */
export const notifications = {
  registrationCode: { channels: ["EMAIL", "SMS"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  findAccountCode: { channels: ["EMAIL", "SMS"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  secondFactorCode: { channels: ["EMAIL", "SMS", "VOICE"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  /** To the owner, once a right password was followed by wrong codes. */
  secondFactorGuessed: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  /** After a sign-in in a browser that the account did not know. */
  newBrowser: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  policyCode: { channels: ["EMAIL", "SMS"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  usernameCode: { channels: ["EMAIL"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  emailChangeCode: { channels: ["EMAIL"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  pinIssued: { channels: ["LETTER"], priority: "notice", lifetimeMinutes: 43_200 },
  welcome: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  alreadyRegistered: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  passwordDisabled: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  passwordReset: { channels: ["EMAIL"], priority: "code", lifetimeMinutes: ttl.oneTimeCodeMinutes },
  noAccount: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: ttl.recoveryMinutes },
  passwordChanged: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  policyAdded: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  /** To the owner of another account that has the policy. */
  policyInOtherAccount: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  contactAdded: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  passkeyAdded: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  passkeyRemoved: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: ttl.removalUndoHours * 60 },
  passkeyKept: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  authenticatorAdded: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  authenticatorRemoved: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: ttl.removalUndoHours * 60 },
  recoveryCodesMade: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  recoveryCodeUsed: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  removalUndone: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  passkeyBlocked: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  emailChangeAsked: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  emailChanged: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  emailChangeUndone: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  changePutBack: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  accountClosed: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  accountFrozen: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  emailChangedUndo: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: ttl.emailUndoHours * 60 },
  linkRequested: { channels: ["EMAIL", "SMS"], priority: "notice", lifetimeMinutes: ttl.linkRequestHours * 60 },
  /** To the policyholder, with a link to the answer. */
  householdRequested: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: ttl.householdRequestHours * 60 },
  /** To the policyholder: what became of the request. */
  householdAnswered: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  /** To the driver. */
  householdApproved: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  householdRefused: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  householdExpired: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  link: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
  lockedAccount: { channels: ["EMAIL"], priority: "notice", lifetimeMinutes: 1440 },
} as const satisfies Record<string, NotificationRow>;
export type NotificationId = keyof typeof notifications;
