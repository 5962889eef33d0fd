import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

/** Pages that rest on an address or a number on file, and offer to say that it has changed. */
export const contactPages = {
  code: flow.VERIFY_CODE.path,
  legacyText: legacyFlow.VALIDATION_SMS.path,
  legacyEmail: legacyFlow.VALIDATION_EMAIL.path,
  welcomeBack: flow.WELCOME_BACK.path,
  reset: recoveryFlow.VERIFY.path,
} as const;
export type ContactPage = keyof typeof contactPages;

/** Where those pages say it. */
export const contactChangedPath = "/contact-changed";
