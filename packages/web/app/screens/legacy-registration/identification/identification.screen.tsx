import { useMemo } from "react";
import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { type IdentificationFacts, policyRules } from "../../registration/identification/identification.rule.ts";
import { LicenceFields } from "../../registration/identification/licence-fields.tsx";
import { PolicyFields } from "../../registration/identification/policy-fields.tsx";
import { LostForm } from "../../registration/parts/lost-form.tsx";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { LegacyNotice } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";
import { FindNotice } from "./find-notice.tsx";

export interface LegacyIdentificationData {
  journey: LegacyJourney;
  facts: IdentificationFacts;
  /** Typed before, here or in smart registration. */
  kept: FormValues;
  /** Smart registration did not find the person. */
  notFoundElsewhere: boolean;
  /** A form of this road came too late. */
  isFormLost?: boolean;
  /** Came to find the account that there is. */
  seeksAccount?: boolean;
}

/** Who somebody is, as their policy says it. */
export function LegacyIdentificationScreen({
  data,
  refusal,
}: {
  data: LegacyIdentificationData;
  refusal?: LegacyRefusal | undefined;
}) {
  const say = useSay();
  const { journey, facts, kept, notFoundElsewhere, isFormLost, seeksAccount } = data;
  const { licence, licencePresence } = facts;
  const rules = useMemo(() => policyRules(facts), [facts]);
  const isUbi = licencePresence === "required";
  const lead = say(isUbi ? "legacyRegistration:identification.lead.ubi" : "registration:identification.policy.lead");
  return (
    <LegacyPage
      journey={journey}
      title={say(seeksAccount ? "registration:journey.find.title" : "legacyRegistration:identification.title")}
      lead={seeksAccount ? `${say("registration:journey.find.lead")} ${lead}` : lead}
      leaves="nothing"
    >
      {isFormLost && refusal === undefined ? <LostForm /> : null}
      {notFoundElsewhere && refusal === undefined ? (
        <Notice tone="calm" title={say("legacyRegistration:identification.elsewhere.title")} takesFocus>
          {say("legacyRegistration:identification.elsewhere")}
        </Notice>
      ) : null}
      <LegacyNotice refusal={refusal} />
      <FindNotice refusal={refusal} example={facts.policyNumber.example} />
      <ScreenForm rules={rules} answer={refusal} values={kept}>
        <PolicyFields policyNumber={facts.policyNumber} />
        {licence === null ? null : <LicenceFields licence={licence} isOptional={!isUbi} />}
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
      <p>
        <Link to="/">{say("common:backToLogin")}</Link>
      </p>
    </LegacyPage>
  );
}
