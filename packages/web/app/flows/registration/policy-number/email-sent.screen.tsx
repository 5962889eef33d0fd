import { Link } from "react-router";
import { EmailNotReceived } from "../../../form/email-not-received.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import type { SessionMailedLink } from "../../../shared-slices/registration-slices.server.ts";
import { actionPaths, type WithFlowInfo } from "../flow/flow-info.ts";
import { RegistrationPage } from "../parts/registration-page.tsx";

export interface EmailSentData {
  /** Unmasked, because it was typed in this browser. */
  email: string;
  flash: SessionMailedLink["flash"];
  /** URL of the page at which the e-mail can be changed. */
  changesAt: string;
}

export function EmailSentScreen({ data }: { data: WithFlowInfo<EmailSentData> }) {
  const t = useTranslate();
  const { flow, email, flash, changesAt } = data;
  return (
    <RegistrationPage
      flow={flow}
      title={t("policyNumberRegistration:emailSent.title")}
      lead={
        <RichText
          text="policyNumberRegistration:emailSent.lead"
          parts={{ email: <strong className="email">{email}</strong> }}
        />
      }
    >
      <EmailNotReceived
        flash={flash}
        done={t("policyNumberRegistration:emailSent.sentAgain")}
        title={t("policyNumberRegistration:emailSent.late")}
        text={t("policyNumberRegistration:emailSent.late.text")}
        action={actionPaths.policyNumberRegistration.sendLinkAgain}
        label={t("policyNumberRegistration:emailSent.again")}
      >
        <p>
          <Link to={changesAt}>{t("policyNumberRegistration:emailSent.change")}</Link>
        </p>
      </EmailNotReceived>
    </RegistrationPage>
  );
}
