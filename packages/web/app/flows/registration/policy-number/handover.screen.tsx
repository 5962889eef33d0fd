import { Button } from "../../../design/button.tsx";
import { BackToLogin } from "../../../design/text.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { type IdentificationFacts, licenceFields, policyRules } from "../identification/identification.rule.ts";
import { LicenceFields } from "../identification/licence-fields.tsx";
import { DetailsSummary } from "../parts/details-summary.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import type { HandoverReview } from "./handover.server.ts";

interface HandoverData {
  facts: IdentificationFacts;
  review: HandoverReview;
  seeksAccount: boolean | undefined;
}

/**
 * Shows the details that smart registration has handed over, with a button to change them. Asks only for the licence if
 * it is missing.
 */
export function HandoverScreen({ data, refusal }: ScreenProps<HandoverData>) {
  const t = useTranslate();
  const { flow, facts, review, seeksAccount } = data;
  const { details, asksLicence } = review;
  const { policyNumber, name, dob, postalCode, licence, email } = details;
  const rules = Object.entries(policyRules(facts)).filter(([field]) => asksLicence && licenceFields.includes(field));
  const lead = t("policyNumberRegistration:handover.lead");
  return (
    <RegistrationPage
      flow={flow}
      title={t(seeksAccount ? "registration:journey.find.title" : "policyNumberRegistration:handover.title")}
      lead={asksLicence ? `${lead} ${t("policyNumberRegistration:handover.licence")}` : lead}
    >
      <RefusalNotice refusal={refusal} />
      <DetailsSummary
        rows={[
          [t("fields:policyNumber.label"), policyNumber],
          [t("policyNumberRegistration:handover.name"), name],
          [t("fields:dob.label"), dob],
          [t("fields:postalCode.label"), postalCode],
          [
            t("fields:driverLicense.label"),
            licence && `${licence.number} (${t(`common:province.${licence.province}`)})`,
          ],
          [t("fields:email.label"), email],
        ]}
      >
        <PostButton sends={{ details: "change" }}>{t("policyNumberRegistration:handover.change")}</PostButton>
      </DetailsSummary>
      <ScreenForm rules={Object.fromEntries(rules)} puzzle="lookup" formError={refusal}>
        <input type="hidden" name="details" value="continue" />
        {asksLicence && facts.licence !== null ? <LicenceFields licence={facts.licence} /> : null}
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
      <BackToLogin />
    </RegistrationPage>
  );
}
