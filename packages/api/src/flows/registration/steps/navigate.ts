import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { pageData } from "../page-data.rule.ts";
import { previousPage } from "../previous-page.rule.ts";
import type { CallHandler, InputHandler } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";
import { revokingSentCodes } from "./choose-method.ts";

export const readPage: CallHandler = async (context) => accept(pageData(context));

/** Choosing the account type again discards what was found for the other role. */
export const chooseAccountType: InputHandler<{ accountType: AccountType }> = async ({ attempt }, { accountType }) =>
  accept({}, { page: "EMAIL_IDENTIFICATION", state: { ...withoutPerson(attempt.state), accountType } });

export const goBack: CallHandler = async ({ attempt }) => {
  const before = previousPage(attempt.page, attempt.state);
  if (before.kind === "none" || before.kind === "path") return accept({});
  const { code, ...withoutCode } = attempt.state;
  // Before an identifying page no person is found yet; the offered profiles stay.
  const { found, ...rest } = withoutCode;
  const unidentified = { ...rest, options: [] };
  const state =
    before.kind === "start"
      ? withoutPerson(attempt.state)
      : before.page === attempt.state.found?.by || before.page === "EMAIL_IDENTIFICATION"
        ? unidentified
        : withoutCode;
  return accept({}, { page: before.page, state, writes: revokingSentCodes(attempt) });
};

export const cancel: CallHandler = async ({ attempt }) =>
  accept(undefined, {
    endReason: "cancelled",
    writes: revokingSentCodes(attempt),
    events: [{ event: "registration.cancelled", result: "ok", facts: { page: attempt.page } }],
  });
