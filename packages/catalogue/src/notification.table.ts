import { lifetimes } from "./lifetime.table.ts";

/** Every message the product sends. Its sentences are `message:<id>.*`, one template per channel. */
export type Channel = "EMAIL" | "SMS" | "LETTER";

export interface NotificationRow {
  channels: readonly Channel[];
  /** After this the message is pointless and is not sent. One with a link ends with the link at the latest. */
  lifetimeMinutes: number;
}

export const notifications = {
  registrationCode: { channels: ["EMAIL", "SMS"], lifetimeMinutes: 10 },
  usernameCode: { channels: ["EMAIL"], lifetimeMinutes: 10 },
  pinIssued: { channels: ["LETTER"], lifetimeMinutes: 43_200 },
  welcome: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  alreadyRegistered: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  passwordDisabled: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  passwordReset: { channels: ["EMAIL"], lifetimeMinutes: lifetimes.resetLinkMinutes },
  noAccount: { channels: ["EMAIL"], lifetimeMinutes: lifetimes.recoveryMinutes },
  passwordChanged: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  emailChangeAsked: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  emailChanged: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  link: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
  lockedAccount: { channels: ["EMAIL"], lifetimeMinutes: 1440 },
} as const satisfies Record<string, NotificationRow>;
export type NotificationId = keyof typeof notifications;
