import type { PageNeed } from "@vestibule/catalogue/flow-row.ts";
import { type PolicyNumberPage, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { canTransitionTo } from "@vestibule/contract/flow.rule.ts";
import type { SessionOf } from "../../../session/session-slice.server.ts";
import type { PolicyNumberSlice, registrationSlices } from "../session-slice.server.ts";

/** Whether a page may be opened: it is the current page or may follow it, and the session has what it needs. */
export function canOpenPage(
  page: PolicyNumberPage,
  session: SessionOf<typeof registrationSlices> & { policyNumberRegistration: PolicyNumberSlice },
): boolean {
  const { policyNumberRegistration: attempt } = session;
  const isReachable = attempt.page === page || canTransitionTo(policyNumberFlow[attempt.page], page);
  return isReachable && meetsNeed(policyNumberFlow[page].needs, session);
}

function meetsNeed(
  need: PageNeed,
  {
    policyNumberRegistration: attempt,
    mailedLink,
  }: SessionOf<typeof registrationSlices> & { policyNumberRegistration: PolicyNumberSlice },
): boolean {
  switch (need) {
    case "nothing":
      return true;
    case "methods":
      return attempt.methods.length > 0;
    case "SMS":
    case "EMAIL":
    case "PIN":
      return attempt.chosen?.method === need;
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return attempt.question?.action === need;
    case "canAskPolicyholder":
      return attempt.question?.canAskPolicyholder === true;
    case "askedPolicyholder":
      return attempt.policyholderAsked !== undefined;
    case "mailed":
      return mailedLink !== undefined;
    case "proven":
      return attempt.verified !== undefined;
    case "existingAccount":
      return attempt.existingAccount !== undefined;
  }
}
