import type { NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import { findAccountPath } from "@vestibule/catalogue/recovery-flow.table.ts";
import {
  codeMail,
  codeSms,
  passwordResetMail,
  pinIssuedLetter,
  secondFactorCall,
  secondFactorMail,
  secondFactorSms,
} from "./code.message.ts";
import {
  householdAnsweredMail,
  householdApprovedMail,
  householdEndedMail,
  householdRequestedMail,
} from "./household.message.ts";
import {
  emailChangedUndoMail,
  linkMail,
  linkRequestedMail,
  linkRequestedSms,
  lockedAccountMail,
  removalMail,
} from "./link.message.ts";
import type { Template } from "./message-content.port.ts";
import { noticeMail, recoveryCodeUsedMail, warningMail, welcomeMail } from "./notice.message.ts";

type ChannelsOf<Id extends NotificationId> = (typeof notifications)[Id]["channels"][number];

/** Templates of every message on each of its channels; a missing one is a type error. */
export const templates: { readonly [Id in NotificationId]: { readonly [C in ChannelsOf<Id>]: Template<C> } } = {
  registrationCode: { EMAIL: codeMail("registrationCode"), SMS: codeSms("registrationCode") },
  findAccountCode: { EMAIL: codeMail("findAccountCode"), SMS: codeSms("findAccountCode") },
  secondFactorCode: { EMAIL: secondFactorMail, SMS: secondFactorSms, VOICE: secondFactorCall },
  secondFactorGuessed: { EMAIL: warningMail("secondFactorGuessed") },
  newBrowser: { EMAIL: warningMail("newBrowser") },
  policyCode: { EMAIL: codeMail("policyCode"), SMS: codeSms("policyCode") },
  usernameCode: { EMAIL: codeMail("usernameCode") },
  emailChangeCode: { EMAIL: codeMail("emailChangeCode") },
  pinIssued: { LETTER: pinIssuedLetter },
  welcome: { EMAIL: welcomeMail },
  alreadyRegistered: { EMAIL: noticeMail("alreadyRegistered", "/") },
  passwordDisabled: { EMAIL: noticeMail("passwordDisabled", "/forgot") },
  passwordReset: { EMAIL: passwordResetMail },
  /** To an e-mail without an account that requested a password reset. */
  noAccount: { EMAIL: noticeMail("noAccount", findAccountPath) },
  passwordChanged: { EMAIL: warningMail("passwordChanged") },
  policyAdded: { EMAIL: warningMail("policyAdded") },
  policyInOtherAccount: { EMAIL: warningMail("policyInOtherAccount") },
  contactAdded: { EMAIL: warningMail("contactAdded") },
  passkeyAdded: { EMAIL: warningMail("passkeyAdded") },
  passkeyRemoved: { EMAIL: removalMail("passkeyRemoved") },
  passkeyKept: { EMAIL: warningMail("passkeyKept") },
  passkeyBlocked: { EMAIL: warningMail("passkeyBlocked", "passkeyBlocked.callNow") },
  authenticatorAdded: { EMAIL: warningMail("authenticatorAdded") },
  authenticatorRemoved: { EMAIL: removalMail("authenticatorRemoved") },
  recoveryCodesMade: { EMAIL: warningMail("recoveryCodesMade") },
  recoveryCodeUsed: { EMAIL: recoveryCodeUsedMail },
  removalUndone: { EMAIL: warningMail("removalUndone") },
  emailChangeAsked: { EMAIL: warningMail("emailChangeAsked") },
  emailChanged: { EMAIL: warningMail("emailChanged") },
  emailChangeUndone: { EMAIL: warningMail("emailChangeUndone") },
  changePutBack: { EMAIL: warningMail("changePutBack") },
  accountClosed: { EMAIL: warningMail("accountClosed") },
  accountFrozen: { EMAIL: warningMail("accountFrozen") },
  emailChangedUndo: { EMAIL: emailChangedUndoMail },
  linkRequested: { EMAIL: linkRequestedMail, SMS: linkRequestedSms },
  householdRequested: { EMAIL: householdRequestedMail },
  householdAnswered: { EMAIL: householdAnsweredMail },
  householdApproved: { EMAIL: householdApprovedMail },
  householdRefused: { EMAIL: householdEndedMail("householdRefused") },
  householdExpired: { EMAIL: householdEndedMail("householdExpired") },
  link: { EMAIL: linkMail },
  lockedAccount: { EMAIL: lockedAccountMail },
};
