import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useMemo, useState } from "react";
import { Button } from "../../../design/button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { AccountTypeLine, chosenType } from "./account-type-line.tsx";
import { type IdentificationFacts, type LicenceFacts, policyRules } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";
import { LookupNotice } from "./lookup-notice.tsx";
import { PolicyFields } from "./policy-fields.tsx";

export interface PolicyData {
  accountType: AccountType;
  facts: IdentificationFacts;
  /** What a driver is asked of the licence here; null where this province does not ask. */
  licence: LicenceFacts | null;
  /** Why the e-mail typed before led here. */
  emailNotEnough: "none" | "alike" | undefined;
  /** All facts matched somebody who has an account: a code can show its address. */
  canFindAddress: boolean;
  /** Came to find the account that there is. */
  seeksAccount: boolean;
}

const leads = {
  preferred: "registration:identification.policy.lead",
  none: "registration:identification.policy.instead",
  alike: "registration:identification.policy.instead.alike",
} as const;

export function PolicyScreen({
  data,
  refusal,
}: {
  data: OnJourney<PolicyData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const [accountType, setAccountType] = useState(chosenType(refusal) ?? data.accountType);
  const licence = accountType === "insuredDriver" ? data.licence : null;
  const rules = useMemo(() => policyRules({ ...data.facts, licence }), [data.facts, licence]);
  const { emailNotEnough: instead, seeksAccount } = data;
  const lead = say(leads[instead ?? "preferred"]);
  return (
    <JourneyPage
      journey={data.journey}
      stage="identify"
      title={say(
        seeksAccount
          ? "registration:journey.find.title"
          : `registration:identification.policy.${instead === undefined ? "title" : "instead.title"}`,
      )}
      lead={seeksAccount ? `${say("registration:journey.find.lead")} ${lead}` : lead}
    >
      <LookupNotice refusal={refusal} example={data.facts.policyNumber.example} {...data} />
      <ScreenForm rules={rules} answer={refusal}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <PolicyFields policyNumber={data.facts.policyNumber} />
        {licence === null ? null : <LicenceFields licence={licence} isOptional />}
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
    </JourneyPage>
  );
}
