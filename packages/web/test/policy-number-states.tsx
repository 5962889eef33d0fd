import { type CreateData, CreateScreen } from "../app/flows/registration/account/create.screen.tsx";
import type { FlowInfo, RegistrationRefusal, WithFlowInfo } from "../app/flows/registration/flow/flow-info.ts";
import { type EmailSentData, EmailSentScreen } from "../app/flows/registration/policy-number/email-sent.screen.tsx";
import type { HandoverReview } from "../app/flows/registration/policy-number/handover.server.ts";
import {
  type PolicyIdentificationData,
  PolicyIdentificationScreen,
} from "../app/flows/registration/policy-number/identification.screen.tsx";
import {
  HandOffScreen,
  type PasswordValidationData,
  PasswordValidationScreen,
} from "../app/flows/registration/policy-number/password-validation.screen.tsx";
import { type UsernameData, UsernameScreen } from "../app/flows/registration/verify/username.screen.tsx";
import { type VerifyCodeData, VerifyCodeScreen } from "../app/flows/registration/verify/verify-code.screen.tsx";
import {
  type VerifyOptionsData,
  VerifyOptionsScreen,
} from "../app/flows/registration/verify/verify-options.screen.tsx";
import { wrongIdentityFact } from "../app/form/identity-fact.rule.ts";
import {
  ends,
  facts,
  lastTry,
  policy,
  type RegistrationState,
  refused,
  sending,
  state,
  statesOf,
  telephone,
  toAddress,
  toNumber,
  typedPolicy,
} from "./registration-states.tsx";

const wait: RegistrationRefusal = { faults: {}, values: {}, alert: "wait", retryAt: "10:42" };
const email = "maelle@courrier.example";
const ofLink: FlowInfo = { flow: "link", exits: "cancel", province: "qc" };
const identify: FlowInfo = { flow: "policyNumberRegistration", stage: "identify", exits: "none", province: "qc" };
const verify: FlowInfo = { ...identify, stage: "verify", exits: "backAndCancel", ends };
const verified: FlowInfo = { ...verify, exits: "startOverAndCancel" };
const create: FlowInfo = { ...verified, stage: "create" };

const account: WithFlowInfo<CreateData> = {
  ...{ journey: ofLink, maskedUsername: "m•••@c•••.example", fact: "postalCodeAndDateOfBirth", policy },
  ...{ today: "2026-11-21", termsAddress: "/legal/terms", gateway: "builtIn" },
};
const ofDriver = { ...account, fact: "cellPhone" as const };
const registered = { ...account, journey: create, username: email, maskedUsername: undefined };
const otherFacts = refused(wrongIdentityFact("postalCodeAndDateOfBirth"));
const entry: WithFlowInfo<PasswordValidationData> = {
  ...{ journey: ofLink, email: "m•••@gmail.com", fact: "postalCodeAndDateOfBirth", isUbi: false },
  ...{ today: "2026-11-21", gateway: "builtIn" },
};
const driversEntry = { ...entry, fact: "cellPhone" as const, isUbi: true };
const wrongPassword = refused({ loginPassword: { key: "wrong" } });
const sent: WithFlowInfo<EmailSentData> = { journey: ofLink, email, flash: undefined, changesAt: "/elsewhere" };
const idleSoon = { ...ends, warnsInSeconds: 0 };
const address: WithFlowInfo<UsernameData> = { journey: ofLink, mode: "ask", email: undefined, sends: "link" };
const ofJourney = { ...address, journey: verified };
const taken = refused(
  { email: { key: "alreadyExists" } },
  { email: "commun@courrier.example", emailConfirmation: "commun@courrier.example" },
);
const found: WithFlowInfo<PolicyIdentificationData> = { journey: identify, kept: {}, facts };
const required = { ...facts, licencePresence: "required" as const };
const review: HandoverReview = {
  details: {
    ...{ policyNumber: "ABC-1234", name: "Maëlle St-Onge" },
    ...{ dob: "29 février 1988", postalCode: "H2X 1Y4" },
  },
  asksLicence: false,
};
const notFound: RegistrationRefusal = {
  ...{ faults: {}, values: typedPolicy, alert: "POLICY_NUMBER_NOT_FOUND", triesLeft: 2 },
};
const methods: WithFlowInfo<VerifyOptionsData> = {
  ...{ journey: verify, noneId: "none", telephone, offersPolicyNumber: false },
  options: [toAddress, toNumber, { kind: "pin" } as const].map((destination, id) => ({ id: String(id), destination })),
};
const lastSending = { ...sending, resendsLeft: 0 };
const endsSoon = { waitSeconds: 0, ends: { endsAt: "10:22", warnsInSeconds: 0 } };
const code: WithFlowInfo<VerifyCodeData> = {
  ...{ journey: verify, destination: toNumber, username: null, offersPolicyNumber: false, telephone },
  ...{ changesUsernameAt: null, otherMethodsAt: "/elsewhere", sending },
};
const pin: typeof code = { ...code, destination: { kind: "pin" }, sending: null };
const wrongCode = refused({ securityCode: { key: "wrong" } });

/** Every state in which a page of this flow can appear, rendered from plain data without a server or session. */
export const policyNumberStates: readonly RegistrationState[] = [
  ...statesOf(
    CreateScreen,
    ["create"],
    [
      ["account", account],
      ["account-driver", ofDriver],
      ["account-without-address", { ...account, maskedUsername: undefined }],
      ["account-other-facts", account, otherFacts],
      ["account-other-number", ofDriver, refused({ phone: { key: "wrong" } })],
      ["account-password-refused", account, refused({ password: { key: "containsEmail" } })],
      ["account-not-saved", account, { faults: {}, values: {}, alert: "notSaved", shownCode: "lnr500160" }],
      ["account-last-try", account, lastTry(otherFacts)],
      ["account-known", { ...registered, known: { dob: "29 février 1988", postalCode: "H2X 1Y4" } }],
      ["account-wait", account, wait],
      ["account-registered", registered],
    ],
  ),
  ...statesOf(
    UsernameScreen,
    ["username"],
    [
      ["new-email", address],
      ["new-email-registered", ofJourney],
      ["email-typed", { ...ofJourney, email }],
      ["email-confirm", { ...ofJourney, mode: "confirm", email }],
      ["email-programme", { ...ofJourney, sends: "code" }],
      ["new-email-taken", address, taken],
      ["new-email-last-try", address, lastTry(refused({ email: { key: "alreadyExists" } }))],
    ],
  ),
  ...statesOf(
    EmailSentScreen,
    [],
    [
      ["email-sent", sent],
      ["email-sent-again", { ...sent, flash: "sentAgain" }],
      ["email-sent-wait", { ...sent, flash: { retryAt: "10:42" } }],
      ["email-sent-registered", { ...sent, journey: verify }],
    ],
  ),
  ...statesOf(
    PolicyIdentificationScreen,
    ["identification"],
    [
      ["identification", found],
      ["identification-programme", { ...found, facts: required }],
      ["identification-find", { ...found, seeksAccount: true }],
      ["identification-lost", { ...found, isFormLost: true }],
      ["handover", { ...found, review }],
      ["handover-licence", { ...found, facts: required, review: { ...review, asksLicence: true } }],
      [
        "handover-all",
        {
          ...found,
          review: {
            ...review,
            details: { ...review.details, licence: { number: "S5312-290288-07", province: "qc" }, email },
          },
        },
      ],
      ["handover-not-found", { ...found, review }, notFound],
      ["identification-elsewhere", { ...found, isForgotten: true }],
      ["identification-not-found", found, notFound],
      ["identification-last-try", found, lastTry(notFound)],
      ["identification-wait", found, wait],
    ],
  ),
  ...statesOf(
    PolicyIdentificationScreen,
    ["welcomeBack"],
    [["already-registered", { ...found, journey: { ...identify, stage: undefined }, isRegistered: true }]],
  ),
  ...statesOf(
    VerifyOptionsScreen,
    ["options"],
    [
      ["validation", methods],
      ["validation-without-none", { ...methods, noneId: undefined }],
      ["validation-one", { ...methods, noneId: undefined, options: methods.options.slice(0, 1) }],
      ["validation-idle-soon", { ...methods, journey: { ...verify, ends: idleSoon } }],
      ["validation-ends-soon", { ...methods, journey: { ...verify, ends: { ...idleSoon, isExtended: false } } }],
    ],
  ),
  ...statesOf(
    VerifyCodeScreen,
    ["code"],
    [
      ["code", code],
      ["code-wrong", code, wrongCode],
      ["code-last-try", code, lastTry(wrongCode)],
      [
        "code-sent-again",
        { ...code, sending: { ...sending, resendsLeft: 1 }, journey: { ...verify, flash: "codeSentAgain" } },
      ],
      ["code-ends-soon", { ...code, sending: { ...sending, ...endsSoon } }],
      ["code-last", { ...code, sending: lastSending, destination: toAddress }],
      ["code-last-ends-soon", { ...code, sending: { ...lastSending, ...endsSoon } }],
      [
        "code-programme",
        {
          ...{ ...code, destination: toAddress, username: email },
          ...{ changesUsernameAt: "/elsewhere", otherMethodsAt: null },
        },
      ],
      ["pin", pin],
      ["pin-wrong", pin, refused({ securityPin: { key: "wrong" } })],
    ],
  ),
  ...statesOf(
    PasswordValidationScreen,
    [],
    [
      ["password-household", { ...entry, journey: create, fact: null }],
      ["password-programme", { ...driversEntry, journey: create }],
      ["password", entry],
      ["password-driver", driversEntry],
      ["password-wrong", entry, wrongPassword],
      ["password-last-try", entry, lastTry(wrongPassword)],
    ],
  ),
  state(
    "password-hand-off",
    ["confirmation"],
    <HandOffScreen address="/pkmslogin.form" username={email} ticket="a-ticket" />,
  ),
];
