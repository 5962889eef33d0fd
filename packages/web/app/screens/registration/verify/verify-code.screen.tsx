import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import { backPath, identificationPath, resendPath } from "../flow/journey-path.table.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { CodeAway } from "./code-away.tsx";
import { CodeForm } from "./code-form.tsx";
import { CodeLead } from "./code-lead.tsx";
import { CodeStanding } from "./code-standing.tsx";
import type { RegistrationCodeData } from "./verify-code-data.ts";

export function VerifyCodeScreen({
  data,
  refusal,
}: {
  data: OnJourney<RegistrationCodeData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const say = useSay();
  const { journey, sending } = data;
  const isPin = data.destination.kind === "pin";
  const title = isPin ? "code.title.pin" : data.username === null ? "code.title" : "code.title.username";
  return (
    <JourneyPage
      journey={journey}
      stage="verify"
      title={say(`registration:${title}`)}
      lead={<CodeLead data={data} />}
      leaves={data.username === null ? "backAndCancel" : "cancel"}
    >
      <CodeStanding said={journey.said} sending={sending} resend={resendPath} />
      <RefusalNotice refusal={refusal} />
      <CodeForm data={data} refusal={refusal} />
      <CodeAway data={data} resend={resendPath} flow="smart" from={data.username === null ? "code" : undefined}>
        {data.username === null || sending?.resendsLeft === 0 ? null : (
          <StepForm action={backPath}>{say("registration:code.changeAddress")}</StepForm>
        )}
        {data.otherOptions ? <StepForm action={backPath}>{say("registration:code.otherWay")}</StepForm> : null}
        {data.username === null && data.offersPolicyNumber ? (
          <StepForm action={identificationPath} sends={{ method: "policyNumber" }}>
            {say("registration:journey.usePolicyNumber")}
          </StepForm>
        ) : null}
      </CodeAway>
    </JourneyPage>
  );
}
