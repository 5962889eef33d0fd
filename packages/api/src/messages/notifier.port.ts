import type { Channel, NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Trx } from "../platform/database.table.ts";

export interface MessageOrder {
  notification: NotificationId;
  brandId: string;
  language: Language;
  channel: Channel;
  /** E-mail, ten-digit telephone number, or postal name. */
  recipient: string;
  /**
   * Values of the template. For every message: `origin` (of the request; production always uses the brand's own) and
   * `province` (for the telephone number: that of the person's policy when found, otherwise the brand's default).
   * `clockProvince`: province of the page that shows the same time, if any; otherwise `province` sets the time zone.
   * registrationCode, findAccountCode, usernameCode, emailChangeCode, policyCode: `code`, `codeEndsAt` (ISO). pinIssued:
   * `code` (the PIN), `firstName`. secondFactorCode: `code`, `codeEndsAt` (ISO), `link` (it refuses the login); if
   * known, `browser` and `system` by name. welcome: `firstName`.
   * passwordReset: `code`, `link`, `codeEndsAt` (ISO). lockedAccount: `link`, `linkEndsAt` (ISO), and `cause`
   * (wrongPasswords) when that ended the previous one. alreadyRegistered: `cause` (link) when a link to create an
   * account was asked for again.
   * link: `link`, `linkEndsAt`, `action`; if known, `source`, `firstName`. linkRequested: `link` (it stops the
   * request), `dueAt` (ISO), `action`. householdRequested: `link`, `dueAt` (ISO), and like all about that request the
   * driver's `firstName`; householdAnswered: `answer`; householdApproved: `link`, `linkEndsAt` (ISO).
   */
  facts: Record<string, string>;
  /** Registration, recovery or link that the message belongs to; agents see its state by support reference. */
  journeyId?: string;
  /** The one-time code and link in the message; once either is invalid, the message is not sent. */
  codeId?: string;
  linkId?: string;
}

export interface Notifier {
  /** A worker sends the message after commit. Returns its id. Throws when the template misses a value. */
  notify(transaction: Trx, notice: MessageOrder): Promise<string>;
}
