import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";

/** The title of the page where a step happens; absent where a step has no page. */
export const stepSentences: Record<FlowId, Readonly<Record<string, TextKey>>> = {
  registration: {
    REGISTRATION_START: "registration:accountType.title",
    IDENTIFY: "registration:identification.email.title",
    VERIFY: "registration:code.title",
    CREATE: "registration:create.title",
    DONE: "registration:confirmation.title",
  },
  policyNumberRegistration: {
    VERIFY: "registration:code.title",
    CREATE: "policyNumberRegistration:password.title",
    DONE: "registration:confirmation.title",
  },
  recovery: {
    CODE: "recovery:verify.title",
    PASSWORD: "recovery:reset.title",
    DONE: "recovery:done.title",
  },
  link: {},
  signIn: {},
  secondFactor: { ASKED: "twoFactor:title", SENT: "twoFactor:title" },
};
