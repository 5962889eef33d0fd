import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { Button } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import { identificationPath } from "../flow/journey-path.table.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import type { Destination } from "./destination.rule.ts";
import { OptionCards } from "./option-cards.tsx";
import { optionRules } from "./verify-options.rule.ts";

export interface VerifyOptionsData {
  options: readonly { id: string; destination: Destination }[];
  /** The number to call where none of the ways works. */
  telephone: string;
  /** Whether the policy number is another way than the one that found the person. */
  offersPolicyNumber: boolean;
}

export function VerifyOptionsScreen({
  data,
  refusal,
}: {
  data: OnJourney<VerifyOptionsData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const hasPin = data.options.some(({ destination }) => destination.kind === "pin");
  return (
    <JourneyPage
      journey={data.journey}
      stage="verify"
      title={say("registration:options.title")}
      lead={say("registration:options.lead", { minutes: lifetimes.oneTimeCodeMinutes })}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={optionRules} answer={refusal}>
        <OptionCards options={data.options} />
        <Button busyText={say(hasPin ? "common:checking" : "common:sending")}>
          {say(hasPin ? "common:continue" : "registration:options.send")}
        </Button>
      </ScreenForm>
      <Disclosure question={say("registration:options.lost")}>
        <p>
          <RichText
            text="registration:options.lost.text"
            parts={{ telephone: <Telephone number={data.telephone} /> }}
          />
        </p>
        {data.offersPolicyNumber ? (
          <StepForm sends={{ method: "policyNumber" }} action={identificationPath}>
            {say("registration:journey.usePolicyNumber")}
          </StepForm>
        ) : null}
      </Disclosure>
    </JourneyPage>
  );
}
