import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";

/** Page titles by path; pages that share a path share one name. */
export const pageNames: Readonly<Record<string, TextKey>> = {
  [recoveryFlow.LOGIN.path]: "login:title",
  [recoveryFlow.FORGOT.path]: "recovery:forgot.title",
  [recoveryFlow.VERIFY.path]: "recovery:verify.title",
  [recoveryFlow.RESET.path]: "recovery:reset.title",
  [flow.ACCOUNT_TYPE.path]: "registration:accountType.title",
  [flow.EMAIL_IDENTIFICATION.path]: "agent:page.identification",
  [flow.VERIFY_OPTIONS.path]: "registration:options.title",
  [flow.VERIFY_CODE.path]: "registration:code.title",
  [flow.ASK_USERNAME.path]: "registration:username.ask.title",
  [flow.CREATE.path]: "registration:create.title",
  [flow.CONFIRM.path]: "registration:confirmation.title.any",
  [flow.WELCOME_BACK.path]: "agent:page.welcomeBack",
  [policyNumberFlow.IDENTIFICATION.path]: "agent:page.policyNumber",
  [policyNumberFlow.VALIDATION.path]: "registration:options.title",
  [policyNumberFlow.VALIDATION_SMS.path]: "registration:code.title",
  [policyNumberFlow.VALIDATION_EMAIL.path]: "registration:code.title",
  [policyNumberFlow.VALIDATION_PIN.path]: "registration:code.title.pin",
  [policyNumberFlow.PASSWORD_VALIDATION.path]: "policyNumberRegistration:passwordValidation.title",
  [policyNumberFlow.ASK_POLICYHOLDER.path]: "policyNumberRegistration:askPolicyholder.title",
  [policyNumberFlow.POLICYHOLDER_ASKED.path]: "policyNumberRegistration:policyholderAsked.title",
  [policyNumberFlow.ACCOUNT_EMAIL.path]: "registration:username.ask.title",
  [policyNumberFlow.NEW_EMAIL.path]: "registration:username.ask.title",
  [policyNumberFlow.EMAIL_SENT.path]: "policyNumberRegistration:emailSent.title",
  [policyNumberFlow.PASSWORD.path]: "policyNumberRegistration:password.title",
  "/check-your-inbox": "link:inbox.title",
  "/account": "account:title",
  "/two-factor": "twoFactor:title",
  "/help": "agent:page.help",
  "/legal/privacy": "legal:privacy.title",
  "/legal/terms": "legal:terms.title",
  "/legal/security": "legal:security.title",
  "/legal/accessibility": "legal:accessibility.title",
};
