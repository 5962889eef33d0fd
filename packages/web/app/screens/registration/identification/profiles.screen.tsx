import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { oneByOne } from "@vestibule/wording/one-by-one.ts";
import { Button } from "../../../design/button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useHasText, useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { AccountTypeReminder } from "./account-type-reminder.tsx";
import { profileRules } from "./identification.rule.ts";

export interface ProfilesData {
  accountType: AccountType;
  profiles: readonly { id: string; line: string; year: number; maskedPolicyNumber: string }[];
}

/** Several policies stand under one e-mail: line, year and the end of the number, nothing else. */
export function ProfilesScreen({
  data,
  refusal,
}: {
  data: OnJourney<ProfilesData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const has = useHasText();
  const lineName = (line: string) => {
    const key = `registration:identification.profiles.line.${line}`;
    return has(key) ? say(key) : line;
  };
  const options = data.profiles.map(({ id, line, year, maskedPolicyNumber }) => ({
    value: id,
    label: say("registration:identification.profiles.choice", { line: lineName(line), year }),
    help: say("registration:identification.profiles.ending", { ending: oneByOne(maskedPolicyNumber.slice(-2)) }),
  }));
  return (
    <JourneyPage
      journey={data.journey}
      stage="identify"
      title={say("registration:identification.profiles.title")}
      lead={say("registration:identification.profiles.lead")}
    >
      <RefusalNotice refusal={refusal} />
      <AccountTypeReminder accountType={data.accountType} />
      <ScreenForm rules={profileRules} answer={refusal}>
        <RadioCards name="profileOption" label={say("registration:identification.profiles.label")} options={options} />
        <Button busyText={say("common:checking")}>{say("common:continue")}</Button>
      </ScreenForm>
      <div className="cluster otherwise">
        <span className="quiet">{say("registration:identification.profiles.none")}</span>
        <StepForm sends={{ method: "policyNumber" }}>{say("registration:journey.usePolicyNumber")}</StepForm>
      </div>
    </JourneyPage>
  );
}
