import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import {
  backPath,
  identificationPath,
  type RegistrationRefusal,
  resendPath,
  type WithFlowInfo,
} from "../flow/flow-info.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { CodeForm } from "./code-form.tsx";
import { CodeLead } from "./code-lead.tsx";
import { CodeStatus } from "./code-status.tsx";
import { RegistrationTroubleshooting } from "./registration-troubleshooting.tsx";
import type { RegistrationCodeData } from "./verify-code-data.ts";

export function VerifyCodeScreen({
  data,
  refusal,
}: {
  data: WithFlowInfo<RegistrationCodeData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const t = useTranslate();
  const { journey, sending } = data;
  const isPin = data.destination.kind === "pin";
  const title = isPin ? "code.title.pin" : data.username === null ? "code.title" : "code.title.username";
  return (
    <JourneyPage
      journey={journey}
      stage="verify"
      title={t(`registration:${title}`)}
      lead={<CodeLead data={data} />}
      leaves={data.username === null ? "backAndCancel" : "cancel"}
    >
      <CodeStatus flash={journey.flash} sending={sending} resend={resendPath} />
      <RefusalNotice refusal={refusal} />
      <CodeForm data={data} refusal={refusal} />
      <RegistrationTroubleshooting
        data={data}
        resend={resendPath}
        flow="smart"
        from={data.username === null ? "code" : undefined}
      >
        {data.username === null || sending?.resendsLeft === 0 ? null : (
          <PostButton action={backPath}>{t("registration:code.changeAddress")}</PostButton>
        )}
        {data.otherOptions ? <PostButton action={backPath}>{t("registration:code.otherWay")}</PostButton> : null}
        {data.username === null && data.offersPolicyNumber ? (
          <PostButton action={identificationPath} sends={{ method: "policyNumber" }}>
            {t("registration:journey.usePolicyNumber")}
          </PostButton>
        ) : null}
      </RegistrationTroubleshooting>
    </JourneyPage>
  );
}
