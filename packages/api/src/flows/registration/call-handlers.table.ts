import type { RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import { accountTypeBody, createBody, usernameBody, verifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { InputHandler } from "./registration-call.port.ts";
import { readAccountInfo, renewTicket } from "./steps/account-info.ts";
import { chooseEmail } from "./steps/choose-email.ts";
import { chooseMethod, listOptions, resend } from "./steps/choose-method.ts";
import { finishWithAccount } from "./steps/create-account.ts";
import { identify } from "./steps/identify.ts";
import { cancel, chooseAccountType, goBack, readPage } from "./steps/navigate.ts";
import { verify } from "./steps/verify.ts";
import { withBody } from "./transition.rule.ts";

export const callHandlers: Readonly<Record<RegistrationCall, InputHandler<unknown>>> = {
  page: readPage,
  accountType: withBody(accountTypeBody, chooseAccountType),
  identify,
  options: listOptions,
  send: chooseMethod,
  resend,
  verify: withBody(verifyBody, (context, { securityCode }) => verify(context, securityCode)),
  username: withBody(usernameBody, (context, { email }) => chooseEmail(context, email)),
  accountInfo: readAccountInfo,
  create: withBody(createBody, finishWithAccount),
  ticket: renewTicket,
  back: goBack,
  cancel,
};
