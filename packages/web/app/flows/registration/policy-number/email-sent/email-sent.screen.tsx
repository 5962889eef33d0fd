import { Link } from "react-router";
import { EmailNotReceived } from "../../../../form/email-not-received.tsx";
import { RichText } from "../../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import type { MailedLinkSlice } from "../../session-slice.server.ts";
import { type LegacyJourney, sendAgainPath } from "../flow/legacy-journey.ts";
import { LegacyPage } from "../parts/legacy-page.tsx";

export interface EmailSentData {
  /** Absent where a link from a message led here. */
  journey: LegacyJourney | undefined;
  /** Unmasked, because it was typed here. */
  email: string;
  flash: MailedLinkSlice["flash"];
  /** URL of the page that asked for the e-mail. */
  changesAt: string;
}

export function EmailSentScreen({ data }: { data: EmailSentData }) {
  const t = useTranslate();
  const { journey, email, flash, changesAt } = data;
  return (
    <LegacyPage
      journey={journey}
      title={t("legacyRegistration:emailSent.title")}
      lead={
        <RichText
          text="legacyRegistration:emailSent.lead"
          parts={{ email: <strong className="address">{email}</strong> }}
        />
      }
    >
      <EmailNotReceived
        flash={flash}
        done={t("legacyRegistration:emailSent.sentAgain")}
        title={t("legacyRegistration:emailSent.late")}
        text={t("legacyRegistration:emailSent.late.text")}
        action={sendAgainPath}
        label={t("legacyRegistration:emailSent.again")}
      >
        <p>
          <Link to={changesAt}>{t("legacyRegistration:emailSent.change")}</Link>
        </p>
      </EmailNotReceived>
    </LegacyPage>
  );
}
