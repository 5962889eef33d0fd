import type { Channel, NotificationId } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Trx } from "../../platform/database.table.ts";

export interface Notice {
  notification: NotificationId;
  brandId: string;
  language: Language;
  channel: Channel;
  /** E-mail address, ten-digit telephone number, or postal name. */
  recipient: string;
  /**
   * Values the template names. For every message: `origin` (the portal as the visitor sees it; production always
   * uses the brand's own) and `province` (whose telephone number is given:
   * that of the person's policy, where one was found; else the brand's default). `clockProvince`: that of the page which
   * shows the same moment, where there is one; else `province` says whose clock is meant.
   * registrationCode, findAccountCode, usernameCode: `code`, `codeEndsAt` (ISO). pinIssued: `code` (the PIN), `firstName`. welcome: `firstName`.
   * passwordReset: `code`, `link`, `codeEndsAt` (ISO). lockedAccount: `link`, `linkEndsAt` (ISO), and `cause`
   * (wrongPasswords) where that ended the one before. link: `link`, `linkEndsAt`, `action`; where there is one,
   * `source`, `firstName`. linkRequested: `link` (it stops the request), `dueAt` (ISO), `action`.
   */
  facts: Record<string, string>;
  /** Of which registration, recovery or link it is a part: an agent is told its state, by a reference to that. */
  journeyId?: string;
  /** The one-time code and the link that it carries: once either is worth nothing, the message is not sent. */
  codeId?: string;
  linkId?: string;
}

export interface Notifier {
  /**
   * Queues a message in the transaction that causes it; a worker sends it after commit. Returns the message's id.
   * Throws where the template lacks a value it names: that is a fault of the caller.
   */
  notify(transaction: Trx, notice: Notice): Promise<string>;
}
