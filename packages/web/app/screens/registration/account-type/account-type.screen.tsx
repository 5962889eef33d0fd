import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { LostForm } from "../parts/lost-form.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { accountTypeRules } from "./account-type.rule.ts";
import { useAccountTypeOptions } from "./account-type-options.ts";

export interface AccountTypeData {
  /** What was chosen before, when coming back. */
  accountType: AccountType | undefined;
  /** A form of the registration came too late. */
  isFormLost?: boolean;
  /** Came to find the account that there is. */
  seeksAccount?: boolean;
}

/** The first page: who somebody is on the policy, what to have at hand, and how long it takes or what it finds. */
export function AccountTypeScreen({
  data,
  refusal,
}: {
  data: OnJourney<AccountTypeData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const options = useAccountTypeOptions();
  return (
    <JourneyPage
      journey={data.journey}
      title={say(data.seeksAccount ? "registration:journey.find.title" : "registration:accountType.title")}
      lead={say(data.seeksAccount ? "registration:journey.find.lead" : "registration:accountType.lead")}
      leaves="nothing"
    >
      {data.isFormLost && refusal === undefined ? <LostForm /> : null}
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={accountTypeRules} answer={refusal}>
        <RadioCards name="accountType" options={options} defaultValue={data.accountType} />
        <Disclosure question={say("registration:accountType.difference")}>
          <p>{say("registration:accountType.difference.policyHolder")}</p>
          <p>{say("registration:accountType.difference.insuredDriver")}</p>
          <p>{say("registration:accountType.difference.both")}</p>
        </Disclosure>
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
      <section className="stack stack-close">
        <h2 className="field-label">{say("registration:accountType.have")}</h2>
        <ul className="dotted">
          <li>{say("registration:accountType.have.policy")}</li>
          <li>{say("registration:accountType.have.code")}</li>
          <li>{say("registration:accountType.have.licence")}</li>
        </ul>
      </section>
      {data.seeksAccount ? (
        <p>
          <Link to="/">{say("common:backToLogin")}</Link>
        </p>
      ) : (
        <p className="quiet">
          {say("registration:accountType.login")} <Link to="/">{say("registration:accountType.login.link")}</Link>
        </p>
      )}
    </JourneyPage>
  );
}
