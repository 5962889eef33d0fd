import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { Button } from "../../../design/button.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useHasText, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { AccountTypeReminder } from "./account-type-line.tsx";
import { profileRules } from "./identification.rule.ts";

export interface ProfilesData {
  accountType: AccountType;
  profiles: readonly { id: string; line: string; year: number; maskedPolicyNumber: string }[];
}

/** Asks to choose among policies with the same e-mail. Shows only line, year and the end of each policy number. */
export function ProfilesScreen({ data, refusal }: ScreenProps<ProfilesData>) {
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
      <div className="cluster otherwise">
        <span className="quiet">{t("registration:identification.profiles.none")}</span>
        <PostButton sends={{ method: "policyNumber" }}>{t("registration:journey.usePolicyNumber")}</PostButton>
      </div>
    </RegistrationPage>
  );
}
