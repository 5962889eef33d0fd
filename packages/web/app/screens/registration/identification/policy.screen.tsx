import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useMemo, useState } from "react";
import { Button } from "../../../design/button.tsx";
import { OwnAddress } from "../../../design/own-address.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import { backPath } from "../flow/journey-path.table.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { AccountTypeLine, chosenType } from "./account-type-line.tsx";
import { type IdentificationFacts, policyRules } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";
import { LookupNotice } from "./lookup-notice.tsx";
import { PolicyFields } from "./policy-fields.tsx";

export interface PolicyData {
  accountType: AccountType;
  facts: IdentificationFacts;
  /** Why the e-mail typed before led here. */
  emailNotEnough: "none" | "alike" | undefined;
  /** That e-mail as it was typed, where this browser still knows it. */
  email: string | undefined;
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
  const isDriver = accountType === "insuredDriver";
  const rules = useMemo(() => policyRules(data.facts), [data.facts]);
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
      {instead !== undefined && data.email !== undefined ? <TriedAddress email={data.email} /> : null}
      <LookupNotice refusal={refusal} example={data.facts.policyNumber.example} />
      <ScreenForm rules={rules} answer={refusal}>
        <AccountTypeLine accountType={accountType} onChange={setAccountType} />
        <PolicyFields policyNumber={data.facts.policyNumber} />
        {data.facts.licence === null ? null : (
          <LicenceFields
            licence={data.facts.licence}
            isOptional={!isDriver}
            {...(isDriver && { help: say("registration:identification.policy.licence.help") })}
          />
        )}
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
    </JourneyPage>
  );
}

/** The e-mail that did not do, to compare letter by letter, and the way back to its page. */
function TriedAddress({ email }: { email: string }) {
  const say = useSay();
  return (
    <div className="stack stack-close">
      <OwnAddress label={say("registration:identification.policy.instead.typed")} email={email} />
      <StepForm action={backPath}>{say("registration:identification.policy.instead.other")}</StepForm>
    </div>
  );
}
