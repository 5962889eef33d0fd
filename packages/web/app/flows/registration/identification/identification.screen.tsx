import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { DateField } from "../../../form/date-field.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField, PostalCodeField } from "../../../form/text-field.tsx";
import { useHasText, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { LookupNotice, RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage, useFocusOnNewQuestion } from "../parts/registration-page.tsx";
import { AccountTypeLine, AccountTypeReminder, chosenType } from "./account-type-line.tsx";
import { driverRules, emailRules, type IdentificationFacts, profileRules } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";
import { type PolicyData, PolicyScreen } from "./policy.screen.tsx";

export type IdentificationData =
  | ({ kind: "email" } & EmailData)
  | ({ kind: "policy" } & PolicyData)
  | ({ kind: "profiles" } & ProfilesData)
  | ({ kind: "driver" } & DriverData);

/** Four pages of the flow share one URL; each of them is a screen of its own. */
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
      journey={data.journey}
      title={t("registration:identification.email.title")}
      lead={t("registration:identification.email.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={emailRules} answer={refusal} values={{ email: data.email }}>
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
    help: t("registration:identification.profiles.ending", { ending: spellOut(maskedPolicyNumber.slice(-2)) }),
  }));
  return (
    <RegistrationPage
      journey={data.journey}
      title={t("registration:identification.profiles.title")}
      lead={t("registration:identification.profiles.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <AccountTypeReminder accountType={data.accountType} />
      <ScreenForm rules={profileRules} answer={refusal}>
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
  const { journey, accountType, facts } = data;
  return (
    <RegistrationPage
      journey={journey}
      title={t("registration:identification.driver.title")}
      lead={t("registration:identification.driver.lead")}
    >
      <LookupNotice refusal={refusal} />
      <AccountTypeReminder accountType={accountType} isProven />
      <ScreenForm rules={driverRules(facts)} answer={refusal}>
        {facts.licence === null ? null : <LicenceFields licence={facts.licence} />}
        <DateField />
        <PostalCodeField />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
    </RegistrationPage>
  );
}
