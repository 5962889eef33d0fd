import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { DirectionIsolatedEmail } from "../../../design/direction-isolated-email.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { actionPaths, type ScreenProps } from "../flow/flow-info.ts";
import { LookupNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { AccountTypeLine, chosenType } from "./account-type-line.tsx";
import { type IdentificationFacts, policyRules } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";
import { PolicyFields } from "./policy-fields.tsx";

export interface PolicyData {
  accountType: AccountType;
  facts: IdentificationFacts;
  /** Why the e-mail that was typed before led to this page: no policy, or several similar ones. */
  emailNotEnough: "none" | "alike" | undefined;
  /** That e-mail as typed, where the session still has it. */
  email: string | undefined;
  /** The person came to find their existing account. */
  seeksAccount: boolean;
}

const leads = {
  preferred: "registration:identification.policy.lead",
  none: "registration:identification.policy.instead",
  alike: "registration:identification.policy.instead.alike",
} as const;

export function PolicyScreen({ data, refusal }: ScreenProps<PolicyData>) {
  const t = useTranslate();
  const [accountType, setAccountType] = useState(chosenType(refusal) ?? data.accountType);
  const isDriver = accountType === "insuredDriver";
  const { emailNotEnough: instead, seeksAccount } = data;
  const lead = t(leads[instead ?? "preferred"]);
  return (
    <RegistrationPage
      journey={data.journey}
      title={t(
        seeksAccount
          ? "registration:journey.find.title"
          : `registration:identification.policy.${instead === undefined ? "title" : "instead.title"}`,
      )}
      lead={seeksAccount ? `${t("registration:journey.find.lead")} ${lead}` : lead}
    >
      {instead !== undefined && data.email !== undefined ? <TriedEmail email={data.email} /> : null}
      <LookupNotice refusal={refusal} example={data.facts.policyNumber.example} />
      <ScreenForm rules={policyRules(data.facts)} answer={refusal}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <PolicyFields policyNumber={data.facts.policyNumber} />
        {data.facts.licence === null ? null : (
          <LicenceFields
            licence={data.facts.licence}
            isOptional={!isDriver}
            {...(isDriver && { help: t("registration:identification.policy.licence.help") })}
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
      <DirectionIsolatedEmail label={t("registration:identification.policy.instead.typed")} email={email} />
      <PostButton action={actionPaths.registration.back}>
        {t("registration:identification.policy.instead.other")}
      </PostButton>
    </div>
  );
}
