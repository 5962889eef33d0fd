import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { ReactElement } from "react";
import type { FieldFaults, FormValues } from "../../../form/form-values.ts";
import { wrongIdentityFact } from "../../../form/identity-fact.rule.ts";
import { EmailSentScreen } from "./email-sent/email-sent.screen.tsx";
import type { LegacyJourney } from "./flow/legacy-journey.ts";
import type { HandoverReview } from "./identification/handover.server.ts";
import { type LegacyIdentificationData, LegacyIdentificationScreen } from "./identification/identification.screen.tsx";
import { AddressScreen } from "./new-email/new-email.screen.tsx";
import type { LegacyRefusal } from "./parts/legacy-notice.tsx";
import { type FirstPasswordData, FirstPasswordScreen } from "./password/password.screen.tsx";
import {
  HandOffScreen,
  type PasswordValidationData,
  PasswordValidationScreen,
} from "./password-validation/password-validation.screen.tsx";
import { type LegacyCodeData, LegacyCodeScreen } from "./validation/code.screen.tsx";
import { type ValidationData, ValidationScreen } from "./validation/validation.screen.tsx";

const refused = (faults: FieldFaults, values: FormValues = {}): LegacyRefusal => ({ faults, values });
const wait: LegacyRefusal = { faults: {}, values: {}, alert: "wait", retryAt: "10:42" };
const policy: PasswordPolicy = {
  ...{ rule: "composition", minLength: 10, maxLength: 64, history: 5 },
  ...{ lowercase: true, uppercase: true, digit: true, special: true },
};
const account: FirstPasswordData = {
  ...{ journey: undefined, email: "m•••@c•••.example", isWhole: false, fact: "postalCodeAndDateOfBirth", policy },
  ...{ today: "2026-11-21", termsAddress: "/legal/terms", gateway: "builtIn" },
};
const ofDriver = { ...account, fact: "cellPhone" as const };
const entry: PasswordValidationData = {
  ...{
    journey: undefined,
    email: "m•••@gmail.com",
    fact: "postalCodeAndDateOfBirth",
    isUbi: false,
    today: "2026-11-21",
    gateway: "builtIn",
  },
};
const driversEntry = { ...entry, fact: "cellPhone" as const, isUbi: true };
const sent = { journey: undefined, email: "maelle@courrier.example", flash: undefined, changesAt: "/elsewhere" };
const ends = { endsAt: "10:42", warnsInSeconds: 1680, isExtended: false };
const idleSoon = { ...ends, warnsInSeconds: 0, isExtended: true };
const identify: LegacyJourney = { stage: 1, startsOver: false, province: "qc" };
const verify: LegacyJourney = { ...identify, stage: 2, ends };
const create: LegacyJourney = { ...verify, stage: 3, startsOver: true };
const address = { journey: undefined, email: undefined, sends: "link" as const };
const ofJourney = { ...address, journey: { ...verify, startsOver: true } };
const licence = {
  provinces: ["on", "qc", "other"] as const,
  masks: { qc: "A9999-999999-99" },
  province: "qc" as const,
};
const found: LegacyIdentificationData = {
  ...{ journey: identify, kept: {} },
  facts: { policyNumber: { lengths: [7], inWords: "7", help: "7", example: "A1B2C3D" }, today: "2026-11-21", licence },
};
const review: HandoverReview = {
  details: {
    ...{ policyNumber: "ABC-1234", name: "Maëlle St-Onge" },
    ...{ dob: "29 février 1988", postalCode: "H2X 1Y4" },
  },
  asksLicence: false,
};
const typed = {
  ...{ policyNumber: "ABC-1234", firstName: "Maëlle", lastName: "St-Onge", postalCode: "H2X 1Y4" },
  ...{ dobDay: "29", dobMonth: "2", dobYear: "1988" },
};
const toNumber = { kind: "number", masked: "•••-•••-••42", digits: "42" } as const;
const toAddress = { kind: "address", masked: "m•••@gmail.com", initial: "m", domain: "gmail.com" } as const;
const ways: ValidationData = {
  ...{ journey: verify, noneId: "none", telephone: "1-833-555-0110" },
  options: [toAddress, toNumber, { kind: "pin" } as const].map((destination, id) => ({ id: String(id), destination })),
};
const sending = {
  ...{ sentAt: "10:12", waitSeconds: 30, retryAt: "10:13", resendsLeft: 3 },
  ends: { endsAt: "10:22", warnsInSeconds: 480 },
};
const lastSending = { ...sending, resendsLeft: 0 };
const code: LegacyCodeData = {
  ...{ journey: verify, destination: toNumber, username: null, telephone: "1-833-555-0110" },
  ...{ sending, changesAddressAt: null, otherWaysAt: "/elsewhere" },
};
const pin: LegacyCodeData = { ...code, destination: { kind: "pin" }, sending: null };

/** Every state in which a page of this flow can appear, rendered from plain data without a server or session. */
export const legacyStates: Readonly<Record<string, ReactElement>> = {
  account: <FirstPasswordScreen data={account} />,
  "account-driver": <FirstPasswordScreen data={ofDriver} />,
  "account-without-address": <FirstPasswordScreen data={{ ...account, email: undefined }} />,
  "account-other-facts": (
    <FirstPasswordScreen data={account} refusal={refused(wrongIdentityFact("postalCodeAndDateOfBirth"))} />
  ),
  "account-other-number": <FirstPasswordScreen data={ofDriver} refusal={refused({ phone: { key: "wrong" } })} />,
  "account-password-refused": (
    <FirstPasswordScreen data={account} refusal={refused({ password: { key: "containsEmail" } })} />
  ),
  "account-not-saved": (
    <FirstPasswordScreen
      data={account}
      refusal={{ faults: {}, values: {}, alert: "notSaved", shownCode: "lnr500160" }}
    />
  ),
  "account-last-try": (
    <FirstPasswordScreen
      data={account}
      refusal={{ ...refused(wrongIdentityFact("postalCodeAndDateOfBirth")), triesLeft: 1 }}
    />
  ),
  "account-known": (
    <FirstPasswordScreen
      data={{
        ...{ ...account, journey: create, email: "maelle@courrier.example", isWhole: true },
        known: { dob: "29 février 1988", postalCode: "H2X 1Y4" },
      }}
    />
  ),
  "account-wait": <FirstPasswordScreen data={account} refusal={wait} />,
  "account-registered": (
    <FirstPasswordScreen data={{ ...account, journey: create, email: "maelle@courrier.example", isWhole: true }} />
  ),
  "new-email": <AddressScreen data={address} />,
  "new-email-registered": <AddressScreen data={{ ...ofJourney }} />,
  "email-typed": <AddressScreen data={{ ...ofJourney, typedEmail: "maelle@courrier.example" }} />,
  "email-confirm": <AddressScreen data={{ ...ofJourney, email: "maelle@courrier.example" }} />,
  "email-programme": <AddressScreen data={{ ...ofJourney, sends: "code" }} />,
  "new-email-taken": (
    <AddressScreen
      data={address}
      refusal={refused(
        { email: { key: "alreadyExists" } },
        { email: "commun@courrier.example", emailConfirmation: "commun@courrier.example" },
      )}
    />
  ),
  "new-email-last-try": (
    <AddressScreen data={address} refusal={{ ...refused({ email: { key: "alreadyExists" } }), triesLeft: 1 }} />
  ),
  "email-sent": <EmailSentScreen data={sent} />,
  "email-sent-again": <EmailSentScreen data={{ ...sent, flash: "sentAgain" }} />,
  "email-sent-wait": <EmailSentScreen data={{ ...sent, flash: { retryAt: "10:42" } }} />,
  "email-sent-registered": <EmailSentScreen data={{ ...sent, journey: verify }} />,
  "validation-idle-soon": <ValidationScreen data={{ ...ways, journey: { ...verify, ends: idleSoon } }} />,
  "validation-ends-soon": (
    <ValidationScreen data={{ ...ways, journey: { ...verify, ends: { ...idleSoon, isExtended: false } } }} />
  ),
  identification: <LegacyIdentificationScreen data={found} />,
  "identification-programme": (
    <LegacyIdentificationScreen data={{ ...found, facts: { ...found.facts, licencePresence: "required" } }} />
  ),
  "identification-find": <LegacyIdentificationScreen data={{ ...found, seeksAccount: true }} />,
  "identification-lost": <LegacyIdentificationScreen data={{ ...found, isFormLost: true }} />,
  handover: <LegacyIdentificationScreen data={{ ...found, review }} />,
  "handover-licence": (
    <LegacyIdentificationScreen
      data={{
        ...{ ...found, facts: { ...found.facts, licencePresence: "required" } },
        review: { ...review, asksLicence: true },
      }}
    />
  ),
  "handover-all": (
    <LegacyIdentificationScreen
      data={{
        ...found,
        review: {
          ...review,
          details: {
            ...review.details,
            licence: { number: "S5312-290288-07", province: "qc" },
            email: "maelle@courrier.example",
          },
        },
      }}
    />
  ),
  "handover-not-found": (
    <LegacyIdentificationScreen
      data={{ ...found, review }}
      refusal={{ faults: {}, values: typed, alert: "notFound", triesLeft: 2 }}
    />
  ),
  "identification-elsewhere": <LegacyIdentificationScreen data={{ ...found, isForgotten: true }} />,
  "identification-not-found": (
    <LegacyIdentificationScreen data={found} refusal={{ faults: {}, values: typed, alert: "notFound", triesLeft: 2 }} />
  ),
  "identification-last-try": (
    <LegacyIdentificationScreen data={found} refusal={{ faults: {}, values: typed, alert: "notFound", triesLeft: 1 }} />
  ),
  "already-registered": <LegacyIdentificationScreen data={{ ...found, isRegistered: true }} />,
  "identification-wait": <LegacyIdentificationScreen data={found} refusal={wait} />,
  validation: <ValidationScreen data={ways} />,
  "validation-without-none": <ValidationScreen data={{ ...ways, noneId: undefined }} />,
  "validation-one": <ValidationScreen data={{ ...ways, noneId: undefined, options: ways.options.slice(0, 1) }} />,
  code: <LegacyCodeScreen data={code} />,
  "code-wrong": <LegacyCodeScreen data={code} refusal={refused({ securityCode: { key: "wrong" } })} />,
  "code-last-try": (
    <LegacyCodeScreen data={code} refusal={{ ...refused({ securityCode: { key: "wrong" } }), triesLeft: 1 }} />
  ),
  "code-sent-again": (
    <LegacyCodeScreen
      data={{ ...code, sending: { ...sending, resendsLeft: 1 }, journey: { ...verify, flash: "codeSentAgain" } }}
    />
  ),
  "code-ends-soon": (
    <LegacyCodeScreen
      data={{ ...code, sending: { ...sending, waitSeconds: 0, ends: { endsAt: "10:22", warnsInSeconds: 0 } } }}
    />
  ),
  "code-last": <LegacyCodeScreen data={{ ...code, sending: lastSending, destination: toAddress }} />,
  "code-last-ends-soon": (
    <LegacyCodeScreen
      data={{ ...code, sending: { ...lastSending, waitSeconds: 0, ends: { endsAt: "10:22", warnsInSeconds: 0 } } }}
    />
  ),
  "code-programme": (
    <LegacyCodeScreen
      data={{
        ...{ ...code, destination: toAddress, username: "maelle@courrier.example" },
        ...{ changesAddressAt: "/elsewhere", otherWaysAt: null },
      }}
    />
  ),
  pin: <LegacyCodeScreen data={pin} />,
  "pin-wrong": <LegacyCodeScreen data={pin} refusal={refused({ securityPin: { key: "wrong" } })} />,
  "password-household": <PasswordValidationScreen data={{ ...entry, journey: create, fact: null }} />,
  "password-programme": <PasswordValidationScreen data={{ ...driversEntry, journey: create }} />,
  password: <PasswordValidationScreen data={entry} />,
  "password-driver": <PasswordValidationScreen data={driversEntry} />,
  "password-wrong": <PasswordValidationScreen data={entry} refusal={refused({ loginPassword: { key: "wrong" } })} />,
  "password-last-try": (
    <PasswordValidationScreen
      data={entry}
      refusal={{ ...refused({ loginPassword: { key: "wrong" } }), triesLeft: 1 }}
    />
  ),
  "password-hand-off": <HandOffScreen address="/pkmslogin.form" username="maelle@courrier.example" ticket="a-ticket" />,
};
