import type { FlowRow } from "./flow-row.ts";
import { idsOf } from "./ids-of.ts";

const root = "/registration";
/** Target of Back on the validation pages. This URL redirects to the first page of the flow in progress. */
const beforeValidation = { kind: "path", path: "/create-an-account/identification" } as const;
/** Pages that may follow a code or PIN. */
const fromCodePage = [
  { event: "detailsChanged", page: "IDENTIFICATION" },
  { event: "otherMethods", page: "VALIDATION" },
  { event: "passwordRequested", page: "PASSWORD_VALIDATION" },
  { event: "emailRequested", page: "ACCOUNT_EMAIL" },
  { event: "otherEmailRequested", page: "NEW_EMAIL" },
  { event: "proven", page: "PASSWORD" },
  { event: "accountFound", page: "WELCOME_BACK" },
] as const;
const codePage = { stage: 2, back: beforeValidation, next: fromCodePage } as const;
const emailQuestion = {
  stage: 2,
  back: { kind: "start" },
  next: [
    { event: "codeSent", page: "VALIDATION_EMAIL" },
    { event: "linkSent", page: "EMAIL_SENT" },
  ],
} as const;

/** Pages of registration by policy number (API v1) and the order in which they may follow each other. */
export const policyNumberFlow = {
  IDENTIFICATION: {
    stage: 1,
    path: `${root}/identification`,
    needs: "nothing",
    back: { kind: "path", path: "/" },
    next: [
      { event: "found", page: "VALIDATION" },
      { event: "pinFound", page: "VALIDATION_PIN" },
      { event: "emailRequested", page: "ACCOUNT_EMAIL" },
    ],
  },
  VALIDATION: {
    stage: 2,
    path: `${root}/validation`,
    needs: "methods",
    back: beforeValidation,
    next: [
      { event: "detailsChanged", page: "IDENTIFICATION" },
      { event: "textMessageSent", page: "VALIDATION_SMS" },
      { event: "emailSent", page: "VALIDATION_EMAIL" },
      { event: "pinChosen", page: "VALIDATION_PIN" },
    ],
  },
  VALIDATION_SMS: { ...codePage, path: `${root}/validation/sms`, needs: "SMS" },
  VALIDATION_EMAIL: { ...codePage, path: `${root}/validation/email`, needs: "EMAIL" },
  VALIDATION_PIN: { ...codePage, path: `${root}/validation/pin`, needs: "PIN" },
  PASSWORD_VALIDATION: {
    stage: 2,
    path: `${root}/password-validation`,
    needs: "ASKPASSWORD",
    back: { kind: "start" },
    next: [{ event: "policyholderPreferred", page: "ASK_POLICYHOLDER" }],
  },
  ASK_POLICYHOLDER: {
    stage: 2,
    path: `${root}/ask-policyholder`,
    needs: "canAskPolicyholder",
    back: { kind: "page", page: "PASSWORD_VALIDATION" },
    next: [
      { event: "passwordPreferred", page: "PASSWORD_VALIDATION" },
      { event: "asked", page: "POLICYHOLDER_ASKED" },
    ],
  },
  POLICYHOLDER_ASKED: {
    stage: null,
    path: `${root}/policyholder-asked`,
    needs: "askedPolicyholder",
    back: { kind: "path", path: "/" },
    next: [],
  },
  ACCOUNT_EMAIL: { ...emailQuestion, path: `${root}/account-creation/email`, needs: "ASKEMAIL" },
  NEW_EMAIL: { ...emailQuestion, path: `${root}/account-creation/new-email`, needs: "ASKUSERNAME" },
  EMAIL_SENT: {
    stage: 2,
    path: `${root}/account-creation/email-sent`,
    needs: "mailed",
    back: { kind: "asking" },
    next: [
      { event: "emailChanged", page: "ACCOUNT_EMAIL" },
      { event: "emailChanged", page: "NEW_EMAIL" },
    ],
  },
  PASSWORD: {
    stage: 3,
    path: `${root}/account-creation/password`,
    needs: "proven",
    back: { kind: "start" },
    next: [{ event: "accountCreatedConcurrently", page: "WELCOME_BACK" }],
  },
  WELCOME_BACK: {
    stage: null,
    path: "/create-an-account/welcome-back",
    needs: "existingAccount",
    back: { kind: "path", path: "/" },
    next: [{ event: "detailsChanged", page: "IDENTIFICATION" }],
  },
} as const satisfies Record<string, FlowRow>;

export type PolicyNumberPage = keyof typeof policyNumberFlow;
export const policyNumberPages = idsOf(policyNumberFlow);

export const verificationMethods = ["EMAIL", "SMS", "PIN", "NONE"] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Page that accepts the code or PIN of a method. */
export const codePageOf = { SMS: "VALIDATION_SMS", EMAIL: "VALIDATION_EMAIL", PIN: "VALIDATION_PIN" } as const;

/** Page that asks the person what the API asks for next (`action` of its response). */
export const pageOfAction = {
  ASKEMAIL: "ACCOUNT_EMAIL",
  ASKUSERNAME: "NEW_EMAIL",
  ASKEMAILCODE: "VALIDATION_EMAIL",
  ASKPASSWORD: "PASSWORD_VALIDATION",
  WELCOME_BACK: "WELCOME_BACK",
} as const satisfies Record<string, PolicyNumberPage>;
