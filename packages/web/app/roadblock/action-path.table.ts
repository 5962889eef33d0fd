import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

/** Pages that use an e-mail or number on file, and offer to report that it has changed. */
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

/** Route that those pages post to. */
export const contactChangedPath = "/contact-changed";

/** Route that requests a letter with a new PIN. */
export const letterRequestPath = "/letter-request";

/** Route that requests a fresh link, posted to by the expired-link roadblock and by the inbox page. */
export const reissueLinkPath = "/email-link/fresh";
export const inboxPath = "/check-your-inbox";
