import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

/** Pages on which a person can report that the e-mail or number on file has changed. */
export const contactPages = {
  code: flow.VERIFY_CODE.path,
  policyNumberText: policyNumberFlow.VALIDATION_SMS.path,
  policyNumberEmail: policyNumberFlow.VALIDATION_EMAIL.path,
  welcomeBack: flow.WELCOME_BACK.path,
  reset: recoveryFlow.VERIFY.path,
} as const;
export type ContactPage = keyof typeof contactPages;

/** Route that the exits of a roadblock post to. */
export const leavePath = "/roadblock/leave";

/** Route that `contactPages` post to. */
export const contactChangedPath = "/contact-changed";

/** Route that requests a letter with a new PIN. */
export const letterRequestPath = "/letter-request";

/** Route that requests a new link in place of an expired one. */
export const reissueLinkPath = "/email-link/fresh";
export const inboxPath = "/check-your-inbox";
