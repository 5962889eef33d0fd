import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { EmailField } from "../../../form/email-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { AccountTypeLine, chosenType } from "./account-type-line.tsx";
import { emailRules } from "./identification.rule.ts";

export interface EmailData {
  accountType: AccountType;
  /** Typed before in this journey. */
  email: string | undefined;
}

export function EmailScreen({
  data,
  refusal,
}: {
  data: OnJourney<EmailData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const [accountType, setAccountType] = useState(chosenType(refusal) ?? data.accountType);
  return (
    <JourneyPage
      journey={data.journey}
      stage="identify"
      title={say("registration:identification.email.title")}
      lead={say("registration:identification.email.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={emailRules} answer={refusal} values={{ email: data.email }}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <EmailField enterKeyHint="go" />
        <Button busyText={say("registration:identification.email.busy")}>{say("common:continue")}</Button>
      </ScreenForm>
      <div className="cluster otherwise">
        <span className="quiet">{say("registration:identification.email.otherwise")}</span>
        <StepForm sends={{ method: "policyNumber" }}>{say("registration:journey.usePolicyNumber")}</StepForm>
      </div>
    </JourneyPage>
  );
}
