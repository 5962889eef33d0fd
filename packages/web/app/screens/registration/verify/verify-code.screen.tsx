import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { CodeAway } from "./code-away.tsx";
import { CodeLead } from "./code-lead.tsx";
import { codeRules, pinRules } from "./verify-code.rule.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

export function VerifyCodeScreen({
  data,
  refusal,
}: {
  data: OnJourney<VerifyCodeData>;
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
      {journey.said === "codeSentAgain" && sending !== null ? (
        <Notice tone="success">{say("registration:code.sentAgain", { time: sending.sentAt })}</Notice>
      ) : null}
      {journey.said === "codeTooSoon" ? <Notice tone="calm">{say("registration:code.tooSoon")}</Notice> : null}
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={isPin ? pinRules : codeRules} answer={refusal}>
        <CodeField
          name={isPin ? "securityPin" : "securityCode"}
          help={isPin ? null : say("registration:code.help", { minutes: lifetimes.oneTimeCodeMinutes })}
          submitsWhenWhole
        />
        <Button busyText={say("common:checking")}>
          {say(isPin ? "registration:code.verify.pin" : "registration:code.verify")}
        </Button>
      </ScreenForm>
      <CodeAway data={data} />
    </JourneyPage>
  );
}
