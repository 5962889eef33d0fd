import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { EmailLine } from "../../../design/email-line.tsx";
import { DateField } from "../../../form/date-field.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField, PostalCodeField } from "../../../form/text-field.tsx";
import { SpelledEnding } from "../../../frame/spelled-ending.tsx";
import { useHasText, useTranslate } from "../../../i18n/translate.tsx";
import { actionPaths, type ScreenProps } from "../flow/flow-info.ts";
import { LookupNotice, RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage, useFocusOnNewQuestion } from "../parts/registration-page.tsx";
import { AccountTypeLine, AccountTypeReminder, chosenType } from "./account-type-line.tsx";
import { driverRules, emailRules, type IdentificationFacts, policyRules, profileRules } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";
import { PolicyFields } from "./policy-fields.tsx";

export type IdentificationData =
  | ({ kind: "email" } & EmailData)
  | ({ kind: "policy" } & PolicyData)
  | ({ kind: "profiles" } & ProfilesData)
  | ({ kind: "driver" } & DriverData);

/** Four pages of the flow share one URL; each of them is a separate screen. */
export function IdentificationScreen({ data, refusal }: ScreenProps<IdentificationData>) {
  useFocusOnNewQuestion(data.kind);
  switch (data.kind) {
    case "email":
      return <EmailScreen data={data} refusal={refusal} />;
    case "policy":
      return <PolicyScreen data={data} refusal={refusal} />;
    case "profiles":
      return <ProfilesScreen data={data} refusal={refusal} />;
    case "driver":
      return <DriverScreen data={data} refusal={refusal} />;
  }
}

interface EmailData {
  accountType: AccountType;
  /** Typed before in this registration. */
  email: string | undefined;
}

function EmailScreen({ data, refusal }: ScreenProps<EmailData>) {
  const t = useTranslate();
  const [accountType, setAccountType] = useState(chosenType(refusal) ?? data.accountType);
  return (
    <RegistrationPage
      flow={data.flow}
      title={t("registration:identification.email.title")}
      lead={t("registration:identification.email.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={emailRules} puzzle="lookup" formError={refusal} values={{ email: data.email }}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <EmailField enterKeyHint="go" />
        <Button busyText={t("registration:identification.email.busy")}>{t("common:continue")}</Button>
      </ScreenForm>
      <UsePolicyNumber question={t("registration:identification.email.otherwise")} />
    </RegistrationPage>
  );
}

function UsePolicyNumber({ question }: { question: string }) {
  const t = useTranslate();
  return (
    <div className="cluster otherwise">
      <span className="quiet">{question}</span>
      <PostButton sends={{ method: "policyNumber" }}>{t("registration:journey.usePolicyNumber")}</PostButton>
    </div>
  );
}

interface PolicyData {
  accountType: AccountType;
  facts: IdentificationFacts;
  /** Why the e-mail that was typed before led to this page: no policy, or several similar ones. */
  emailNotEnough: "none" | "alike" | undefined;
  /** That e-mail as typed, where the session still has it. */
  email: string | undefined;
  /** The person came to find their existing account. */
  seeksAccount: boolean;
}

const policyLeads = {
  preferred: "registration:identification.policy.lead",
  none: "registration:identification.policy.instead",
  alike: "registration:identification.policy.instead.alike",
} as const;

function PolicyScreen({ data, refusal }: ScreenProps<PolicyData>) {
  const t = useTranslate();
  const [accountType, setAccountType] = useState(chosenType(refusal) ?? data.accountType);
  const isDriver = accountType === "insuredDriver";
  const { emailNotEnough: instead, seeksAccount } = data;
  const lead = t(policyLeads[instead ?? "preferred"]);
  return (
    <RegistrationPage
      flow={data.flow}
      title={t(
        seeksAccount
          ? "registration:journey.find.title"
          : `registration:identification.policy.${instead === undefined ? "title" : "instead.title"}`,
      )}
      lead={seeksAccount ? `${t("registration:journey.find.lead")} ${lead}` : lead}
    >
      {instead !== undefined && data.email !== undefined ? <TriedEmail email={data.email} /> : null}
      <LookupNotice refusal={refusal} example={data.facts.policyNumber.example} />
      <ScreenForm rules={policyRules(data.facts)} puzzle="lookup" formError={refusal}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <PolicyFields policyNumber={data.facts.policyNumber} />
        {data.facts.licence === null ? null : (
          <LicenceFields
            licence={data.facts.licence}
            isOptional={!isDriver}
            help={isDriver ? t("registration:identification.policy.licence.help") : undefined}
          />
        )}
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
    </RegistrationPage>
  );
}

/** The e-mail that did not match, so that the person can check its spelling, and a button back to its page. */
function TriedEmail({ email }: { email: string }) {
  const t = useTranslate();
  return (
    <div className="stack stack-close">
      <EmailLine label={t("registration:identification.policy.instead.typed")} email={email} />
      <PostButton action={actionPaths.registration.back}>
        {t("registration:identification.policy.instead.other")}
      </PostButton>
    </div>
  );
}

interface ProfilesData {
  accountType: AccountType;
  profiles: readonly { id: string; line: string; year: number; maskedPolicyNumber: string }[];
}

/** Asks to choose among policies with the same e-mail. Shows only line, year and the end of each policy number. */
function ProfilesScreen({ data, refusal }: ScreenProps<ProfilesData>) {
  const t = useTranslate();
  const has = useHasText();
  const lineName = (line: string) => {
    const key = `registration:identification.profiles.line.${line}`;
    return has(key) ? t(key) : line;
  };
  const options = data.profiles.map(({ id, line, year, maskedPolicyNumber }) => ({
    value: id,
    label: t("registration:identification.profiles.choice", { line: lineName(line), year }),
    help: <SpelledEnding text="registration:identification.profiles.ending" ending={maskedPolicyNumber.slice(-2)} />,
  }));
  return (
    <RegistrationPage
      flow={data.flow}
      title={t("registration:identification.profiles.title")}
      lead={t("registration:identification.profiles.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <AccountTypeReminder accountType={data.accountType} />
      <ScreenForm rules={profileRules} formError={refusal}>
        <RadioCards name="profileOption" label={t("registration:identification.profiles.label")} options={options} />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
      <UsePolicyNumber question={t("registration:identification.profiles.none")} />
    </RegistrationPage>
  );
}

interface DriverData {
  accountType: AccountType;
  facts: IdentificationFacts;
}

/** Asks an additional driver, who was found by e-mail alone, for more details after the code. */
function DriverScreen({ data, refusal }: ScreenProps<DriverData>) {
  const t = useTranslate();
  const { flow, accountType, facts } = data;
  return (
    <RegistrationPage
      flow={flow}
      title={t("registration:identification.driver.title")}
      lead={t("registration:identification.driver.lead")}
    >
      <LookupNotice refusal={refusal} />
      <AccountTypeReminder accountType={accountType} isProven />
      <ScreenForm rules={driverRules(facts)} puzzle="lookup" formError={refusal}>
        {facts.licence === null ? null : <LicenceFields licence={facts.licence} />}
        <DateField />
        <PostalCodeField />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
    </RegistrationPage>
  );
}
