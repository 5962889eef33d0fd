import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import { issueTicket, readAccountInfo } from "./account-info.ts";
import { chooseUsername } from "./choose-username.ts";
import { createAccount } from "./create-account.ts";
import { identify } from "./identify.ts";
import { cancel, chooseAccountType, goBack, readPage } from "./navigate.ts";
import type { CallHandler } from "./registration-call.port.ts";
import { listOptions, resend, send } from "./send-code.ts";
import { verify } from "./verify.ts";

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
