import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { EmailField } from "../../../form/text-field.tsx";
import { MaskedEmail } from "../../../form/username-line.tsx";
import { CustomerTelephone } from "../../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps, WithFlowInfo } from "../flow/flow-info.ts";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { repeatedUsernameRules } from "../verify/username.screen.tsx";

export interface AskPolicyholderData {
  /** Masked. */
  policyholderEmail: string;
}

/** Asks a driver for the e-mail that gets the policyholder's answer, and that the driver's account will have. */
export function AskPolicyholderScreen({ data, refusal }: ScreenProps<AskPolicyholderData>) {
  const t = useTranslate();
  return (
    <RegistrationPage
      flow={data.flow}
      title={t("policyNumberRegistration:askPolicyholder.title")}
      lead={t("policyNumberRegistration:askPolicyholder.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={repeatedUsernameRules} formError={refusal}>
        <MaskedEmail label={t("policyNumberRegistration:askPolicyholder.to")} email={data.policyholderEmail} />
        <EmailField help={t("policyNumberRegistration:askPolicyholder.email")} />
        <EmailField name="emailConfirmation" enterKeyHint="send" />
        <Button busyText={t("common:sending")}>{t("policyNumberRegistration:askPolicyholder.submit")}</Button>
      </ScreenForm>
      <p>
        <Link to={policyNumberFlow.PASSWORD_VALIDATION.path}>
          {t("policyNumberRegistration:askPolicyholder.password")}
        </Link>
      </p>
    </RegistrationPage>
  );
}

export interface PolicyholderAskedData extends AskPolicyholderData {
  /** Unmasked, because it was typed in this browser. */
  email: string;
  until: { day: string; time: string };
}

/** Says who was asked, until when they can answer, and where the answer goes. */
export function PolicyholderAskedScreen({ data }: { data: WithFlowInfo<PolicyholderAskedData> }) {
  const t = useTranslate();
  const { flow, policyholderEmail, email, until } = data;
  return (
    <RegistrationPage
      flow={flow}
      title={t("policyNumberRegistration:policyholderAsked.title")}
      lead={
        <RichText
          text="policyNumberRegistration:policyholderAsked.lead"
          parts={{ email: <strong className="email">{policyholderEmail}</strong> }}
        />
      }
    >
      <p>{t("policyNumberRegistration:policyholderAsked.until", until)}</p>
      <p>
        <RichText
          text="policyNumberRegistration:policyholderAsked.next"
          parts={{ email: <strong className="email">{email}</strong> }}
        />
      </p>
      <p>{t("policyNumberRegistration:policyholderAsked.approved")}</p>
      <p className="quiet">
        <RichText text="policyNumberRegistration:policyholderAsked.call" parts={{ number: <CustomerTelephone /> }} />
      </p>
    </RegistrationPage>
  );
}
