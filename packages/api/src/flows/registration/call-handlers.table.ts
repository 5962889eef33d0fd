import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import type { CallHandler } from "./registration-call.port.ts";
import { issueTicket, readAccountInfo } from "./steps/account-info.ts";
import { chooseUsername } from "./steps/choose-email.ts";
import { listOptions, resend, send } from "./steps/choose-method.ts";
import { createAccount } from "./steps/create-account.ts";
import { identify } from "./steps/identify.ts";
import { cancel, chooseAccountType, goBack, readPage } from "./steps/navigate.ts";
import { verify } from "./steps/verify.ts";

/** Handlers of the calls that the flow graph allows. */
export const callHandlers: Readonly<Record<RegistrationCall, CallHandler>> = {
  page: readPage,
  accountType: chooseAccountType,
  identify,
  options: listOptions,
  send,
  resend,
  verify,
  username: chooseUsername,
  accountInfo: readAccountInfo,
  create: createAccount,
  ticket: issueTicket,
  back: goBack,
  cancel,
};
