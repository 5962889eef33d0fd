import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { ReactElement } from "react";
import type { FieldFaults, FormValues } from "../../form/form-values.ts";
import type { Section } from "../../i18n/registration-texts.server.ts";
import { ConfirmationScreen } from "./account/confirmation.screen.tsx";
import { CreateScreen } from "./account/create.screen.tsx";
import { WelcomeBackScreen } from "./account/welcome-back.screen.tsx";
import { AccountTypeScreen } from "./account-type/account-type.screen.tsx";
import type { FlowInfo, RegistrationRefusal } from "./flow/flow-info.ts";
import { DriverScreen } from "./identification/driver.screen.tsx";
import { EmailScreen } from "./identification/email.screen.tsx";
import type { LicenceFacts } from "./identification/identification.rule.ts";
import { type PolicyData, PolicyScreen } from "./identification/policy.screen.tsx";
import { ProfilesScreen } from "./identification/profiles.screen.tsx";
import { UsernameScreen } from "./verify/username.screen.tsx";
import { VerifyCodeScreen } from "./verify/verify-code.screen.tsx";
import type { RegistrationCodeData } from "./verify/verify-code-data.ts";
import { VerifyOptionsScreen } from "./verify/verify-options.screen.tsx";

/** A state in which a page of registration can appear, rendered from plain data without a server or session. */
export interface RegistrationState {
  id: string;
  /** Sections of texts that the page's loader sends. */
  sections: readonly Section[];
  screen: ReactElement;
}

const journey: FlowInfo = { endsAt: "10:42", warnsInSeconds: 780, isExtended: true, province: "qc" };
const telephone = "1-833-555-0110";
const policy: PasswordPolicy = {
  ...{ rule: "composition", minLength: 10, maxLength: 64, history: 5 },
  ...{ lowercase: true, uppercase: true, digit: true, special: true },
};
const licence: LicenceFacts = { provinces: ["on", "qc", "other"], masks: { qc: "A9999-999999-99" }, province: "qc" };
const facts = {
  policyNumber: { lengths: [7], inWords: "7", help: "7", example: "A1B2C3D" },
  today: "2026-11-21",
  licence,
};
const policyHolder: AccountType = "policyHolder";

const refused = (faults: FieldFaults, values: FormValues = {}): RegistrationRefusal => ({ faults, values });
const alerted = (alert: RegistrationErrorCode, values: FormValues = {}): RegistrationRefusal => ({
  faults: {},
  values,
  alert,
});
const lastTry = (refusal: RegistrationRefusal): RegistrationRefusal => ({ ...refusal, triesLeft: 1 });

const policyPage: PolicyData & { journey: FlowInfo } = {
  ...{ journey, accountType: policyHolder, facts },
  ...{ emailNotEnough: undefined, email: undefined, seeksAccount: false },
};
const typedPolicy = {
  ...{ policyNumber: "ABC-1234", firstName: "Maëlle", lastName: "St-Onge", postalCode: "H2X 1Y4" },
  ...{ dobDay: "29", dobMonth: "2", dobYear: "1988" },
};
const toNumber = { kind: "number", masked: "•••-•••-••42", digits: "42" } as const;
const toAddress = { kind: "address", masked: "m•••@gmail.com", initial: "m", domain: "gmail.com" } as const;
const toOwnDomain = { kind: "address", masked: "m•••@e•••.ca", initial: "m", ending: ".ca" } as const;
const sending = {
  ...{ sentAt: "10:12", waitSeconds: 30, retryAt: "10:13", resendsLeft: 3 },
  ends: { endsAt: "10:22", warnsInSeconds: 480 },
};
const codePage: RegistrationCodeData & { journey: FlowInfo } = {
  ...{ journey, destination: toNumber, username: null, otherOptions: true, offersPolicyNumber: true, telephone },
  sending,
};
const pinPage = { ...codePage, destination: { kind: "pin" } as const, sending: null };
const createPage = {
  journey,
  username: "maelle@courrier.example",
  policy,
  gateway: "builtIn" as const,
  termsAddress: "/legal/terms",
};
const person = { firstName: "Maëlle", username: "maelle@courrier.example", nameLength: { wide: 40, narrow: 24 } };

const state = (id: string, sections: readonly Section[], screen: ReactElement) => ({ id, sections, screen });

export const registrationStates: readonly RegistrationState[] = [
  ...[
    state("account-type", ["accountType"], <AccountTypeScreen data={{ journey, accountType: undefined }} />),
    state(
      "account-type-find",
      ["accountType"],
      <AccountTypeScreen data={{ journey, accountType: undefined, seeksAccount: true }} />,
    ),
    state(
      "account-type-refused",
      ["accountType"],
      <AccountTypeScreen
        data={{ journey, accountType: undefined }}
        refusal={refused({ accountType: { key: "required" } })}
      />,
    ),
  ],
  ...[
    state(
      "email",
      ["identification", "accountType"],
      <EmailScreen data={{ journey, accountType: policyHolder, email: undefined }} />,
    ),
    state(
      "email-refused",
      ["identification", "accountType"],
      <EmailScreen
        data={{ journey, accountType: "insuredDriver", email: undefined }}
        refusal={refused({ email: { key: "format" } }, { email: "maelle" })}
      />,
    ),
    state(
      "email-wait",
      ["identification", "accountType"],
      <EmailScreen
        data={{ journey, accountType: policyHolder, email: "maelle@courrier.example" }}
        refusal={{ ...alerted("TOO_MANY_REQUESTS"), retryAt: "10:42" }}
      />,
    ),
    ...[true, false].map((isExtended) =>
      state(
        isExtended ? "session-idle-soon" : "session-ends-soon",
        ["identification", "accountType"],
        <EmailScreen
          data={{ journey: { ...journey, warnsInSeconds: 0, isExtended }, accountType: policyHolder, email: undefined }}
        />,
      ),
    ),
  ],
  ...(
    [
      ["policy", policyPage, undefined],
      ["policy-instead", { ...policyPage, emailNotEnough: "none", email: "maelle@nulle-part.example" }, undefined],
      ["policy-instead-alike", { ...policyPage, emailNotEnough: "alike" }, undefined],
      ["policy-find", { ...policyPage, seeksAccount: true }, undefined],
      ["policy-driver", { ...policyPage, accountType: "insuredDriver" }, undefined],
      [
        "policy-refused",
        policyPage,
        refused({ policyNumber: { key: "length", facts: { length: 7 } }, dob: { key: "date" } }, typedPolicy),
      ],
      ["policy-not-found", policyPage, { ...alerted("POLICY_NUMBER_NOT_FOUND", typedPolicy), triesLeft: 2 }],
      ["policy-not-found-last-try", policyPage, lastTry(alerted("POLICY_NUMBER_NOT_FOUND", typedPolicy))],
      ["policy-without-licence", { ...policyPage, facts: { ...facts, licence: null } }, undefined],
      ["policy-licence-differs", policyPage, alerted("DRIVE_LICENSE_NUMBER_NOT_FOUND", typedPolicy)],
    ] satisfies [string, typeof policyPage, RegistrationRefusal | undefined][]
  ).map(([id, data, refusal]) =>
    state(id, ["identification", "accountType"], <PolicyScreen data={data} refusal={refusal} />),
  ),
  ...[
    state(
      "profiles",
      ["identification", "accountType"],
      <ProfilesScreen
        data={{
          ...{ journey, accountType: policyHolder },
          profiles: [
            { id: "1", line: "auto", year: 2026, maskedPolicyNumber: "•••••76" },
            { id: "2", line: "home", year: 2025, maskedPolicyNumber: "•••••85" },
          ],
        }}
      />,
    ),
    state(
      "driver",
      ["identification", "accountType"],
      <DriverScreen data={{ journey, accountType: "insuredDriver", facts }} />,
    ),
    state(
      "driver-not-found",
      ["identification", "accountType"],
      <DriverScreen
        data={{ journey, accountType: "insuredDriver", facts }}
        refusal={lastTry(alerted("DRIVE_LICENSE_NUMBER_NOT_FOUND", { driverLicense: "S5312-290288-07" }))}
      />,
    ),
    state(
      "options",
      ["options"],
      <VerifyOptionsScreen
        data={{
          ...{ journey, telephone, offersPolicyNumber: true },
          options: [toNumber, toAddress, { kind: "pin" } as const].map((destination, id) => ({
            id: String(id),
            destination,
          })),
        }}
      />,
    ),
  ],
  ...(
    [
      ["code", codePage, undefined],
      ["code-address", { ...codePage, destination: toOwnDomain, otherOptions: false }, undefined],
      ["code-after-policy", { ...codePage, offersPolicyNumber: false }, undefined],
      ["code-wrong", codePage, refused({ securityCode: { key: "wrong" } })],
      ["code-wrong-last-try", codePage, lastTry(refused({ securityCode: { key: "wrong" } }))],
      ["code-sent-again", { ...codePage, journey: { ...journey, flash: "codeSentAgain" } }, undefined],
      ["code-too-soon", { ...codePage, journey: { ...journey, flash: "codeTooSoon" } }, undefined],
      [
        "code-username",
        { ...codePage, destination: toAddress, username: "maelle@gmail.com", otherOptions: false },
        undefined,
      ],
      ["code-next-to-last", { ...codePage, sending: { ...sending, resendsLeft: 1 } }, undefined],
      ["code-last", { ...codePage, sending: { ...sending, resendsLeft: 0 }, otherOptions: false }, undefined],
      [
        "code-username-last",
        {
          ...{ ...codePage, destination: toAddress, username: "maelle@gmail.com", otherOptions: false },
          sending: { ...sending, resendsLeft: 0 },
        },
        undefined,
      ],
      ["code-province-set", { ...codePage, journey: { ...journey, flash: "provinceSet" } }, undefined],
      ["pin", pinPage, undefined],
      ["pin-wrong", pinPage, refused({ securityPin: { key: "wrong" } })],
      ["pin-wrong-last-try", pinPage, lastTry(refused({ securityPin: { key: "wrong" } }))],
    ] satisfies [string, typeof codePage, RegistrationRefusal | undefined][]
  ).map(([id, data, refusal]) => state(id, ["code"], <VerifyCodeScreen data={data} refusal={refusal} />)),
  ...(
    [
      ["username-confirm", { journey, mode: "confirm", email: "maelle@courrier.example" }, undefined],
      ["username-ask", { journey, mode: "ask", email: undefined }, undefined],
      [
        "username-taken-meanwhile",
        { journey: { ...journey, flash: "emailTaken" }, mode: "ask", email: undefined },
        undefined,
      ],
      [
        "username-taken",
        { journey, mode: "ask", email: undefined },
        alerted("EMAIL_ALREADY_EXISTS", { email: "commun@courrier.example" }),
      ],
      [
        "username-taken-last-try",
        { journey, mode: "ask", email: undefined },
        lastTry(alerted("EMAIL_ALREADY_EXISTS", { email: "commun@courrier.example" })),
      ],
      [
        "username-not-saved",
        { journey, mode: "confirm", email: "maelle@courrier.example" },
        alerted("EMAIL_UPDATE_FAILED"),
      ],
    ] satisfies [string, Parameters<typeof UsernameScreen>[0]["data"], RegistrationRefusal | undefined][]
  ).map(([id, data, refusal]) => state(id, ["username"], <UsernameScreen data={data} refusal={refusal} />)),
  ...[
    state("create", ["create"], <CreateScreen data={createPage} />),
    state(
      "create-refused",
      ["create"],
      <CreateScreen
        data={createPage}
        refusal={refused({
          password: { key: "containsEmail", facts: { piece: "maelle" } },
          terms: { key: "required" },
        })}
      />,
    ),
    state("create-not-saved", ["create"], <CreateScreen data={createPage} refusal={alerted("EMAIL_UPDATE_FAILED")} />),
    state(
      "confirmation",
      ["confirmation"],
      <ConfirmationScreen data={{ journey, accountType: policyHolder, ...person }} />,
    ),
    state(
      "confirmation-driver",
      ["confirmation"],
      <ConfirmationScreen data={{ journey, accountType: "insuredDriver", ...person }} />,
    ),
    ...(["any", "joined"] as const).map((accountType) =>
      state(
        `confirmation-${accountType}`,
        ["confirmation"],
        <ConfirmationScreen data={{ journey, accountType, ...person }} />,
      ),
    ),
    state(
      "confirmation-both",
      ["confirmation"],
      <ConfirmationScreen data={{ journey, accountType: "policyHolderAndInsuredDriver", ...person }} />,
    ),
    state(
      "confirmation-hand-off",
      ["confirmation"],
      <ConfirmationScreen
        data={{ journey, accountType: policyHolder, ...person }}
        handOff={{ address: "/pkmslogin.form", username: person.username, ticket: "a-ticket" }}
      />,
    ),
    state(
      "welcome-back",
      ["welcomeBack"],
      <WelcomeBackScreen
        data={{ journey, ...person, firstName: "Maximilienne-Alexandrine-Constance", isProven: true }}
      />,
    ),
    state(
      "welcome-back-unproven",
      ["welcomeBack"],
      <WelcomeBackScreen data={{ journey, ...person, username: undefined, isProven: false }} />,
    ),
  ],
];
