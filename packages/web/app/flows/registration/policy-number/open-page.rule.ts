import type { PageNeed } from "@vestibule/catalogue/flow-row.ts";
import { type PolicyNumberPage, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { canTransitionTo } from "@vestibule/contract/flow.rule.ts";
import type {
  SessionMailedLink,
  SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";

interface OpenRegistration {
  attempt: SessionPolicyNumberRegistration;
  mailedLink?: SessionMailedLink | undefined;
}

/** Whether a page may be opened: it is the current page or may follow it, and the session has what it needs. */
export function canOpenPage(page: PolicyNumberPage, registration: OpenRegistration): boolean {
  const { attempt } = registration;
  const isReachable = attempt.page === page || canTransitionTo(policyNumberFlow[attempt.page], page);
  return isReachable && meetsNeed(policyNumberFlow[page].needs, registration);
}

function meetsNeed(need: PageNeed, { attempt, mailedLink }: OpenRegistration): boolean {
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
