import { accountTypeBody } from "@vestibule/contract/v2/registration.schema.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { withoutPerson } from "../attempt-state.schema.ts";
import { pageData } from "../page-data.rule.ts";
import { previousPage } from "../previous-page.rule.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, refuseFields } from "../transition.rule.ts";

export const readPage: CallHandler = async (context) => atOnce(accept(pageData(context)));

/** Choosing the account type again discards what was found for the other role. */
export const chooseAccountType: CallHandler = async ({ session, request }) => {
  const body = readBody(accountTypeBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const state = { ...withoutPerson(session.state), accountType: body.value.accountType };
  return atOnce(accept({}, { page: "EMAIL_IDENTIFICATION", state }));
};

export const goBack: CallHandler = async ({ session }) => {
  const before = previousPage(session.page, session.state);
  if (before.kind === "none" || before.kind === "path") return atOnce(accept({}));
  const { code, ...withoutCode } = session.state;
  // Before an identifying page no person is found yet; the offered profiles stay.
  const { found, options, ...unidentified } = withoutCode;
  const state =
    before.kind === "start"
      ? withoutPerson(session.state)
      : before.page === session.state.found?.by || before.page === "EMAIL_IDENTIFICATION"
        ? unidentified
        : withoutCode;
  return async (transaction) => {
    await revokeCodes(transaction, session.id);
    return accept({}, { page: before.page, state });
  };
};

export const cancel: CallHandler = async ({ session }) => {
  return async (transaction) => {
    await revokeCodes(transaction, session.id);
    return accept(undefined, {
      endReason: "cancelled",
      events: [{ event: "registration.cancelled", result: "ok", facts: { page: session.page } }],
    });
  };
};
