import { useMemo } from "react";
import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import {
  type IdentificationFacts,
  licenceFields,
  policyRules,
} from "../../registration/identification/identification.rule.ts";
import { LicenceFields } from "../../registration/identification/licence-fields.tsx";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { DetailsSummary } from "../parts/details-summary.tsx";
import { LegacyNotice } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { FindNotice } from "./find-notice.tsx";
import type { HandoverReview } from "./handover.server.ts";

/** What smart registration handed over: looked at, changed where it is wrong, and sent. Only what is missing is asked. */
export function HandoverScreen({
  journey,
  facts,
  review,
  seeksAccount,
  refusal,
}: {
  journey: LegacyJourney;
  facts: IdentificationFacts;
  review: HandoverReview;
  seeksAccount: boolean | undefined;
  refusal?: LegacyRefusal | undefined;
}) {
  const say = useSay();
  const { details, asksLicence } = review;
  const { policyNumber, name, dob, postalCode, licence, email } = details;
  const rules = useMemo(() => {
    const asked = Object.entries(policyRules(facts)).filter(([field]) => asksLicence && licenceFields.includes(field));
    return Object.fromEntries(asked);
  }, [facts, asksLicence]);
  const lead = say("legacyRegistration:handover.lead");
  return (
    <LegacyPage
      journey={journey}
      title={say(seeksAccount ? "registration:journey.find.title" : "legacyRegistration:handover.title")}
      lead={asksLicence ? `${lead} ${say("legacyRegistration:handover.licence")}` : lead}
      leaves="nothing"
    >
      <LegacyNotice refusal={refusal} />
      <FindNotice refusal={refusal} example={facts.policyNumber.example} />
      <DetailsSummary
        rows={[
          [say("fields:policyNumber.label"), policyNumber],
          [say("legacyRegistration:handover.name"), name],
          [say("fields:dob.label"), dob],
          [say("fields:postalCode.label"), postalCode],
          ...(licence === undefined
            ? []
            : [
                [
                  say("fields:driverLicense.label"),
                  `${licence.number} (${say(`common:province.${licence.province}`)})`,
                ] as const,
              ]),
          ...(email === undefined ? [] : [[say("fields:email.label"), email] as const]),
        ]}
      >
        <StepForm sends={{ handover: "change" }}>{say("legacyRegistration:handover.change")}</StepForm>
      </DetailsSummary>
      <ScreenForm rules={rules} answer={refusal}>
        <input type="hidden" name="handover" value="continue" />
        {asksLicence && facts.licence !== null ? <LicenceFields licence={facts.licence} /> : null}
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
      <p>
        <Link to="/">{say("common:backToLogin")}</Link>
      </p>
    </LegacyPage>
  );
}
