import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { AccountTypeLine, chosenType } from "./account-type-line.tsx";
import { emailRules } from "./identification.rule.ts";

export interface EmailData {
  accountType: AccountType;
  /** Typed before in this registration. */
  email: string | undefined;
}

export function EmailScreen({ data, refusal }: ScreenProps<EmailData>) {
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
      <div className="cluster otherwise">
        <span className="quiet">{t("registration:identification.email.otherwise")}</span>
        <PostButton sends={{ method: "policyNumber" }}>{t("registration:journey.usePolicyNumber")}</PostButton>
      </div>
    </RegistrationPage>
  );
}
