import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { ReactElement } from "react";
import { type ConfirmationData, ConfirmationScreen } from "../app/flows/registration/account/confirmation.screen.tsx";
import { type CreateData, CreateScreen } from "../app/flows/registration/account/create.screen.tsx";
import { WelcomeBackScreen } from "../app/flows/registration/account/welcome-back.screen.tsx";
import { AccountTypeScreen } from "../app/flows/registration/account-type/account-type.screen.tsx";
import {
  actionPaths,
  type FlowInfo,
  type RegistrationRefusal,
  type ScreenProps,
  type WithFlowInfo,
} from "../app/flows/registration/flow/flow-info.ts";
import { DriverScreen } from "../app/flows/registration/identification/driver.screen.tsx";
import { EmailScreen } from "../app/flows/registration/identification/email.screen.tsx";
import type { LicenceFacts } from "../app/flows/registration/identification/identification.rule.ts";
import { type PolicyData, PolicyScreen } from "../app/flows/registration/identification/policy.screen.tsx";
import { ProfilesScreen } from "../app/flows/registration/identification/profiles.screen.tsx";
import { UsernameScreen } from "../app/flows/registration/verify/username.screen.tsx";
import { type VerifyCodeData, VerifyCodeScreen } from "../app/flows/registration/verify/verify-code.screen.tsx";
import { VerifyOptionsScreen } from "../app/flows/registration/verify/verify-options.screen.tsx";
import type { FieldFaults, FormValues } from "../app/form/form-values.ts";
import type { Section } from "../app/i18n/registration-texts.server.ts";

/** A state in which a page of registration can appear, rendered from plain data without a server or session. */
export interface RegistrationState {
  id: string;
  /** Sections of texts that the page's loader sends. */
  sections: readonly Section[];
  screen: ReactElement;
}

export const ends = { endsAt: "10:42", warnsInSeconds: 780, isExtended: true };
const outside: FlowInfo = { flow: "registration", exits: "none", province: "qc" };
export const journey: FlowInfo = { ...outside, stage: "identify", exits: "backAndCancel", ends };
const verifying: FlowInfo = { ...journey, stage: "verify" };
const verified: FlowInfo = { ...verifying, exits: "startOverAndCancel" };
export const telephone = "1-833-555-0110";
export const policy: PasswordPolicy = {
  ...{ rule: "composition", minLength: 10, maxLength: 64, history: 5 },
  ...{ lowercase: true, uppercase: true, digit: true, special: true },
};
export const licence: LicenceFacts = {
  provinces: ["on", "qc", "other"],
  masks: { qc: "A9999-999999-99" },
  province: "qc",
};
export const facts = {
  policyNumber: { lengths: [7], inWords: "7", help: "7", example: "A1B2C3D" },
  today: "2026-11-21",
  licence,
};
const policyHolder: AccountType = "policyHolder";

export const refused = (faults: FieldFaults, values: FormValues = {}): RegistrationRefusal => ({ faults, values });
const alerted = (alert: RegistrationErrorCode, values: FormValues = {}): RegistrationRefusal => ({
  faults: {},
  values,
  alert,
});
export const lastTry = (refusal: RegistrationRefusal): RegistrationRefusal => ({ ...refusal, triesLeft: 1 });

const policyPage: WithFlowInfo<PolicyData> = {
  ...{ journey, accountType: policyHolder, facts },
  ...{ emailNotEnough: undefined, email: undefined, seeksAccount: false },
};
export const typedPolicy = {
  ...{ policyNumber: "ABC-1234", firstName: "Maëlle", lastName: "St-Onge", postalCode: "H2X 1Y4" },
  ...{ dobDay: "29", dobMonth: "2", dobYear: "1988" },
};
export const toNumber = { kind: "number", masked: "•••-•••-••42", digits: "42" } as const;
export const toAddress = { kind: "address", masked: "m•••@gmail.com", initial: "m", domain: "gmail.com" } as const;
const toOwnDomain = {
  kind: "address",
  masked: "m•••@e•••.ca",
  initial: "m",
  ending: ".ca",
} as const;
export const sending = {
  ...{ sentAt: "10:12", waitSeconds: 30, retryAt: "10:13", resendsLeft: 3 },
  ends: { endsAt: "10:22", warnsInSeconds: 480 },
};
const { back } = actionPaths.registration;
const codePage: WithFlowInfo<VerifyCodeData> = {
  ...{ journey: verifying, destination: toNumber, username: null, offersPolicyNumber: true, telephone },
  ...{ changesUsernameAt: null, otherMethodsAt: back, sending },
};
const usernameCode = {
  ...{ ...codePage, journey: { ...verifying, exits: "cancel" as const }, destination: toAddress },
  ...{ username: "maelle@gmail.com", changesUsernameAt: back, otherMethodsAt: null, offersPolicyNumber: false },
};
const pinPage = { ...codePage, destination: { kind: "pin" } as const, sending: null };
const createPage: WithFlowInfo<CreateData> = {
  ...{ journey: { ...verified, stage: "create" }, username: "maelle@courrier.example", fact: null },
  ...{ policy, gateway: "builtIn", termsAddress: "/legal/terms" },
};
const notSaved = { ...alerted("EMAIL_UPDATE_FAILED"), shownCode: "lnr500160" };
const person = { firstName: "Maëlle", username: "maelle@courrier.example", nameLength: { wide: 40, narrow: 24 } };

export const state = (id: string, sections: readonly Section[], screen: ReactElement): RegistrationState => ({
  ...{ id, sections, screen },
});

/** States of one screen. */
export function statesOf<Data>(
  Screen: (props: ScreenProps<Data>) => ReactElement,
  sections: readonly Section[],
  rows: readonly (readonly [id: string, data: WithFlowInfo<Data>, refusal?: RegistrationRefusal])[],
): RegistrationState[] {
  return rows.map(([id, data, refusal]) => state(id, sections, <Screen data={data} refusal={refusal} />));
}

const accountTypePage = { journey: outside, accountType: undefined };
const emailPage = { journey, accountType: policyHolder, email: undefined };
const driverPage = { journey: verified, accountType: "insuredDriver" as const, facts };
const usernamePage = { journey: verified, mode: "ask" as const, email: undefined, sends: "code" as const };
const confirmPage = { ...usernamePage, mode: "confirm" as const, email: person.username };
const usernameTaken = alerted("EMAIL_ALREADY_EXISTS", { email: "commun@courrier.example" });
const confirmation = { journey: outside, accountType: policyHolder, ...person };
const ticket = { address: "/pkmslogin.form", username: person.username, ticket: "a-ticket" };

const identification = ["identification", "accountType"] as const;

export const registrationStates: readonly RegistrationState[] = [
  ...statesOf(
    AccountTypeScreen,
    ["accountType"],
    [
      ["account-type", accountTypePage],
      ["account-type-find", { ...accountTypePage, seeksAccount: true }],
      ["account-type-refused", accountTypePage, refused({ accountType: { key: "required" } })],
    ],
  ),
  ...statesOf(EmailScreen, identification, [
    ["email", emailPage],
    [
      "email-refused",
      { ...emailPage, accountType: "insuredDriver" },
      refused({ email: { key: "format" } }, { email: "maelle" }),
    ],
    [
      "email-wait",
      { ...emailPage, email: "maelle@courrier.example" },
      { ...alerted("TOO_MANY_REQUESTS"), retryAt: "10:42" },
    ],
    ["session-idle-soon", { ...emailPage, journey: { ...journey, ends: { ...ends, warnsInSeconds: 0 } } }],
    [
      "session-ends-soon",
      { ...emailPage, journey: { ...journey, ends: { ...ends, warnsInSeconds: 0, isExtended: false } } },
    ],
  ]),
  ...statesOf(PolicyScreen, identification, [
    ["policy", policyPage],
    ["policy-instead", { ...policyPage, emailNotEnough: "none", email: "maelle@nulle-part.example" }],
    ["policy-instead-alike", { ...policyPage, emailNotEnough: "alike" }],
    ["policy-find", { ...policyPage, seeksAccount: true }],
    ["policy-driver", { ...policyPage, accountType: "insuredDriver" }],
    [
      "policy-refused",
      policyPage,
      refused({ policyNumber: { key: "length", facts: { length: 7 } }, dob: { key: "date" } }, typedPolicy),
    ],
    ["policy-not-found", policyPage, { ...alerted("POLICY_NUMBER_NOT_FOUND", typedPolicy), triesLeft: 2 }],
    ["policy-not-found-last-try", policyPage, lastTry(alerted("POLICY_NUMBER_NOT_FOUND", typedPolicy))],
    ["policy-without-licence", { ...policyPage, facts: { ...facts, licence: null } }],
    ["policy-licence-differs", policyPage, alerted("DRIVE_LICENSE_NUMBER_NOT_FOUND", typedPolicy)],
  ]),
  ...statesOf(ProfilesScreen, identification, [
    [
      "profiles",
      {
        ...{ journey, accountType: policyHolder },
        profiles: [
          { id: "1", line: "auto", year: 2026, maskedPolicyNumber: "•••••76" },
          { id: "2", line: "home", year: 2025, maskedPolicyNumber: "•••••85" },
        ],
      },
    ],
  ]),
  ...statesOf(DriverScreen, identification, [
    ["driver", driverPage],
    [
      "driver-not-found",
      driverPage,
      lastTry(alerted("DRIVE_LICENSE_NUMBER_NOT_FOUND", { driverLicense: "S5312-290288-07" })),
    ],
  ]),
  ...statesOf(
    VerifyOptionsScreen,
    ["options"],
    [
      [
        "options",
        {
          ...{ journey: verifying, telephone, offersPolicyNumber: true },
          options: [toNumber, toAddress, { kind: "pin" } as const].map((destination, id) => ({
            id: String(id),
            destination,
          })),
        },
      ],
    ],
  ),
  ...statesOf(
    VerifyCodeScreen,
    ["code"],
    [
      ["code", codePage],
      ["code-address", { ...codePage, destination: toOwnDomain, otherMethodsAt: null }],
      ["code-after-policy", { ...codePage, offersPolicyNumber: false }],
      ["code-wrong", codePage, refused({ securityCode: { key: "wrong" } })],
      ["code-wrong-last-try", codePage, lastTry(refused({ securityCode: { key: "wrong" } }))],
      ["code-sent-again", { ...codePage, journey: { ...verifying, flash: "codeSentAgain" } }],
      ["code-too-soon", { ...codePage, journey: { ...verifying, flash: "codeTooSoon" } }],
      ["code-username", usernameCode],
      ["code-next-to-last", { ...codePage, sending: { ...sending, resendsLeft: 1 } }],
      ["code-last", { ...codePage, sending: { ...sending, resendsLeft: 0 }, otherMethodsAt: null }],
      ["code-username-last", { ...usernameCode, sending: { ...sending, resendsLeft: 0 }, changesUsernameAt: null }],
      ["code-province-set", { ...codePage, journey: { ...verifying, flash: "provinceSet" } }],
      ["pin", pinPage],
      ["pin-wrong", pinPage, refused({ securityPin: { key: "wrong" } })],
      ["pin-wrong-last-try", pinPage, lastTry(refused({ securityPin: { key: "wrong" } }))],
    ],
  ),
  ...statesOf(
    UsernameScreen,
    ["username"],
    [
      ["username-confirm", confirmPage],
      ["username-ask", usernamePage],
      ["username-taken-concurrently", { ...usernamePage, journey: { ...verified, flash: "emailTaken" } }],
      ["username-taken", usernamePage, usernameTaken],
      ["username-taken-last-try", usernamePage, lastTry(usernameTaken)],
      ["username-not-saved", confirmPage, notSaved],
    ],
  ),
  ...statesOf(
    CreateScreen,
    ["create"],
    [
      ["create", createPage],
      [
        "create-refused",
        createPage,
        refused({ password: { key: "containsEmail", facts: { piece: "maelle" } }, terms: { key: "required" } }),
      ],
      ["create-not-saved", createPage, notSaved],
    ],
  ),
  ...statesOf<ConfirmationData>(
    ConfirmationScreen,
    ["confirmation"],
    [
      ["confirmation", confirmation],
      ["confirmation-driver", { ...confirmation, accountType: "insuredDriver" }],
      ["confirmation-any", { ...confirmation, accountType: "any" }],
      ["confirmation-joined", { ...confirmation, accountType: "joined" }],
      ["confirmation-both", { ...confirmation, accountType: "policyHolderAndInsuredDriver" }],
    ],
  ),
  state("confirmation-hand-off", ["confirmation"], <ConfirmationScreen data={confirmation} handOff={ticket} />),
  ...statesOf(
    WelcomeBackScreen,
    ["welcomeBack"],
    [
      [
        "welcome-back",
        { journey: outside, ...person, firstName: "Maximilienne-Alexandrine-Constance", isProven: true },
      ],
      ["welcome-back-unproven", { journey: outside, ...person, username: undefined, isProven: false }],
    ],
  ),
];
