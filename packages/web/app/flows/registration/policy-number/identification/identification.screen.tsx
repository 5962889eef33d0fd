import { useMemo } from "react";
import { Link } from "react-router";
import { Button } from "../../../../design/button.tsx";
import { Notice } from "../../../../design/notice.tsx";
import type { FormValues } from "../../../../form/form-values.ts";
import { ScreenForm } from "../../../../form/screen-form.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { type IdentificationFacts, licenceFields, policyRules } from "../../identification/identification.rule.ts";
import { LicenceFields } from "../../identification/licence-fields.tsx";
import { PolicyFields } from "../../identification/policy-fields.tsx";
import { ExpiredForm } from "../../parts/refusal-notice.tsx";
import { useFocusOnNewQuestion } from "../../parts/use-focus-on-new-question.ts";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import { LegacyNotice, type LegacyRefusal } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { AlreadyRegisteredScreen } from "./already-registered.screen.tsx";
import { FindNotice } from "./find-notice.tsx";
import { HandoverScreen } from "./handover.screen.tsx";
import type { HandoverReview } from "./handover.server.ts";

export interface LegacyIdentificationData {
  journey: LegacyJourney;
  facts: IdentificationFacts;
  /** Typed before, here or in smart registration. */
  kept: FormValues;
  /** Details handed over from smart registration; absent where the form asks. */
  review?: HandoverReview | undefined;
  /** Details were handed over and have expired. */
  isForgotten?: boolean;
  /** A form of this flow was submitted after its registration was lost. */
  isFormLost?: boolean;
  /** The person came to find their existing account. */
  seeksAccount?: boolean;
  /** The typed details are of a person with an account. */
  isRegistered?: boolean;
}

interface LegacyIdentificationProps {
  data: LegacyIdentificationData;
  refusal?: LegacyRefusal | undefined;
}

/**
 * Leads a person with an account to it; reviews details that smart registration handed over until one of them is
 * refused; otherwise shows the form.
 */
export function LegacyIdentificationScreen({ data, refusal }: LegacyIdentificationProps) {
  const isRefused =
    refusal?.alert === "notFound" || Object.keys(refusal?.faults ?? {}).some((name) => !licenceFields.includes(name));
  const review = isRefused ? undefined : data.review;
  const { journey, facts, seeksAccount, isRegistered } = data;
  useFocusOnNewQuestion(isRegistered ? "account" : review === undefined ? "form" : "review");
  if (isRegistered) return <AlreadyRegisteredScreen journey={journey} />;
  if (review !== undefined) return <HandoverScreen {...{ journey, facts, review, seeksAccount, refusal }} />;
  return <PolicyForm data={data} refusal={refusal} />;
}

/** The person as named on the policy. */
function PolicyForm({ data, refusal }: LegacyIdentificationProps) {
  const t = useTranslate();
  const { journey, facts, kept, isForgotten, isFormLost, seeksAccount } = data;
  const { licence, licencePresence } = facts;
  const rules = useMemo(() => policyRules(facts), [facts]);
  const isUbi = licencePresence === "required";
  const lead = t(isUbi ? "legacyRegistration:identification.lead.ubi" : "registration:identification.policy.lead");
  return (
    <LegacyPage
      journey={journey}
      title={t(seeksAccount ? "registration:journey.find.title" : "legacyRegistration:identification.title")}
      lead={seeksAccount ? `${t("registration:journey.find.lead")} ${lead}` : lead}
      leaves="nothing"
    >
      {isFormLost && refusal === undefined ? <ExpiredForm /> : null}
      {isForgotten && refusal === undefined ? (
        <Notice tone="calm" title={t("legacyRegistration:identification.elsewhere.title")} takesFocus>
          {t("legacyRegistration:identification.elsewhere")}
        </Notice>
      ) : null}
      <LegacyNotice refusal={refusal} />
      <FindNotice refusal={refusal} example={facts.policyNumber.example} />
      <ScreenForm rules={rules} answer={refusal} values={kept}>
        <PolicyFields policyNumber={facts.policyNumber} />
        {licence === null ? null : <LicenceFields licence={licence} isOptional={!isUbi} />}
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
      <p>
        <Link to="/">{t("common:backToLogin")}</Link>
      </p>
    </LegacyPage>
  );
}
