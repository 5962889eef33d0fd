import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import { pageData } from "../page-data.rule.ts";
import { previousPage } from "../previous-page.rule.ts";
import type { CallHandler, InputHandler } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";

export const readPage: CallHandler = async (context) => accept(pageData(context));

/** Choosing the account type again discards what was found for the other role. */
export const chooseAccountType: InputHandler<{ accountType: AccountType }> = async ({ attempt }, { accountType }) =>
  accept({}, { page: "EMAIL_IDENTIFICATION", state: { ...withoutPerson(attempt.state), accountType } });

export const goBack: CallHandler = async ({ attempt }) => {
  const before = previousPage(attempt.page, attempt.state);
  if (before.kind === "none" || before.kind === "path") return accept({});
  // The code stays valid, because choosing its method again within the wait leads back to it.
  if (before.page === "VERIFY_OPTIONS") return accept({}, { page: before.page });
  return async (transaction) => {
    await revokeCodes(transaction, attempt.id);
    const { state } = attempt;
    return accept(
      {},
      { page: before.page, state: before.kind === "start" ? withoutPerson(state) : stateBefore(before.page, state) },
    );
  };
};

/** State after going back to a page. Before an identifying page no person is found yet; the offered profiles stay. */
function stateBefore(page: Page, { code, ...state }: AttemptState): AttemptState {
  if (page !== state.found?.by && page !== "EMAIL_IDENTIFICATION") return state;
  const { found, ...unidentified } = state;
  return { ...unidentified, options: [] };
}

export const cancel: CallHandler =
  async ({ attempt }) =>
  async (transaction) => {
    await revokeCodes(transaction, attempt.id);
    return accept(undefined, {
      endReason: "cancelled",
      events: [{ event: "registration.cancelled", result: "ok", facts: { page: attempt.page } }],
    });
  };
