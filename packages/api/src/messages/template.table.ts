import type { NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import { alreadyRegisteredMail } from "./already-registered.message.ts";
import { codeMail, codeSms } from "./code.message.ts";
import { emailChangeAskedMail } from "./email-change-asked.message.ts";
import { emailChangedMail } from "./email-changed.message.ts";
import { linkMail } from "./link.message.ts";
import { linkRequestedMail, linkRequestedSms } from "./link-requested.message.ts";
import { lockedAccountMail } from "./locked-account.message.ts";
import type { Template } from "./message-content.port.ts";
import { noAccountMail } from "./no-account.message.ts";
import { passwordChangedMail } from "./password-changed.message.ts";
import { passwordDisabledMail } from "./password-disabled.message.ts";
import { passwordResetMail } from "./password-reset.message.ts";
import { pinIssuedLetter } from "./pin-issued.message.ts";
import { welcomeMail } from "./welcome.message.ts";

type ChannelsOf<Id extends NotificationId> = (typeof notifications)[Id]["channels"][number];

/** Templates of every message on each of its channels; a missing one does not compile. */
export const templates: { readonly [Id in NotificationId]: { readonly [C in ChannelsOf<Id>]: Template<C> } } = {
  registrationCode: { EMAIL: codeMail("registrationCode"), SMS: codeSms("registrationCode") },
  findAccountCode: { EMAIL: codeMail("findAccountCode"), SMS: codeSms("findAccountCode") },
  usernameCode: { EMAIL: codeMail("usernameCode") },
  pinIssued: { LETTER: pinIssuedLetter },
  welcome: { EMAIL: welcomeMail },
  alreadyRegistered: { EMAIL: alreadyRegisteredMail },
  passwordDisabled: { EMAIL: passwordDisabledMail },
  passwordReset: { EMAIL: passwordResetMail },
  noAccount: { EMAIL: noAccountMail },
  passwordChanged: { EMAIL: passwordChangedMail },
  emailChangeAsked: { EMAIL: emailChangeAskedMail },
  emailChanged: { EMAIL: emailChangedMail },
  linkRequested: { EMAIL: linkRequestedMail, SMS: linkRequestedSms },
  link: { EMAIL: linkMail },
  lockedAccount: { EMAIL: lockedAccountMail },
};
