import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { ReactElement } from "react";
import type { FieldFaults, FormValues } from "../../form/form-values.ts";
import { EmailSentScreen } from "./email-sent/email-sent.screen.tsx";
import type { LegacyRefusal } from "./flow/legacy-refusal.ts";
import { NewEmailScreen } from "./new-email/new-email.screen.tsx";
import { type FirstPasswordData, FirstPasswordScreen } from "./password/password.screen.tsx";
import { HandOffScreen } from "./password-validation/hand-off.screen.tsx";
import {
  type PasswordValidationData,
  PasswordValidationScreen,
} from "./password-validation/password-validation.screen.tsx";

const refused = (faults: FieldFaults, values: FormValues = {}): LegacyRefusal => ({ faults, values });
const wait: LegacyRefusal = { faults: {}, values: {}, alert: "wait", againAt: "10:42" };
const policy: PasswordPolicy = {
  ...{ minLength: 10, maxLength: 64, history: 5 },
  ...{ lowercase: true, uppercase: true, digit: true, special: true },
};
const account: FirstPasswordData = {
  ...{ email: "m•••@c•••.example", fact: "postalCodeAndDateOfBirth", policy },
  ...{ today: "2026-11-21", termsAddress: "/legal/terms", gateway: "builtIn" },
};
const ofDriver = { ...account, fact: "cellPhone" as const };
const entry: PasswordValidationData = {
  ...{
    email: "m•••@gmail.com",
    fact: "postalCodeAndDateOfBirth",
    isUbi: false,
    today: "2026-11-21",
    gateway: "builtIn",
  },
};
const driversEntry = { ...entry, fact: "cellPhone" as const, isUbi: true };
const sent = { email: "maelle@courrier.example", said: undefined };

/** Every state in which a page that a link leads to can be seen, drawn from plain data: no server, no session. */
export const legacyStates: Readonly<Record<string, ReactElement>> = {
  account: <FirstPasswordScreen data={account} />,
  "account-driver": <FirstPasswordScreen data={ofDriver} />,
  "account-without-address": <FirstPasswordScreen data={{ ...account, email: undefined }} />,
  "account-other-facts": <FirstPasswordScreen data={account} refusal={refused({ dob: { key: "wrong" } })} />,
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
  "account-wait": <FirstPasswordScreen data={account} refusal={wait} />,
  "new-email": <NewEmailScreen />,
  "new-email-taken": (
    <NewEmailScreen
      refusal={refused(
        { emailConfirmation: { key: "alreadyExists" } },
        { email: "commun@courrier.example", emailConfirmation: "commun@courrier.example" },
      )}
    />
  ),
  "email-sent": <EmailSentScreen data={sent} />,
  "email-sent-again": <EmailSentScreen data={{ ...sent, said: "sentAgain" }} />,
  "email-sent-wait": <EmailSentScreen data={{ ...sent, said: { againAt: "10:42" } }} />,
  password: <PasswordValidationScreen data={entry} />,
  "password-driver": <PasswordValidationScreen data={driversEntry} />,
  "password-wrong": <PasswordValidationScreen data={entry} refusal={refused({ loginPassword: { key: "wrong" } })} />,
  "password-hand-off": <HandOffScreen address="/pkmslogin.form" username="maelle@courrier.example" ticket="a-ticket" />,
};
