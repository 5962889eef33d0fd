import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { Button } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import type { Destination } from "../../../form/destination.rule.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { identificationPath, type RegistrationRefusal, type WithFlowInfo } from "../flow/flow-info.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { OptionCards, optionRules } from "./option-cards.tsx";

export interface VerifyOptionsData {
  options: readonly { id: string; destination: Destination }[];
  /** Number to call where none of the methods can be used. */
  telephone: string;
  /** Whether the policy number would be a different method than the one that found the person. */
  offersPolicyNumber: boolean;
}

export function VerifyOptionsScreen({
  data,
  refusal,
}: {
  data: WithFlowInfo<VerifyOptionsData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const t = useTranslate();
  const hasPin = data.options.some(({ destination }) => destination.kind === "pin");
  return (
    <JourneyPage
      journey={data.journey}
      stage="verify"
      title={t("registration:options.title")}
      lead={t("registration:options.lead", { minutes: ttl.oneTimeCodeMinutes })}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={optionRules} answer={refusal}>
        <OptionCards options={data.options} />
        <Button busyText={t(hasPin ? "common:checking" : "common:sending")}>
          {t(hasPin ? "common:continue" : "registration:options.send")}
        </Button>
      </ScreenForm>
      <Disclosure question={t("registration:options.lost")}>
        <p>
          <RichText
            text="registration:options.lost.text"
            parts={{ telephone: <Telephone number={data.telephone} /> }}
          />
        </p>
        {data.offersPolicyNumber ? (
          <PostButton sends={{ method: "policyNumber" }} action={identificationPath}>
            {t("registration:journey.usePolicyNumber")}
          </PostButton>
        ) : null}
      </Disclosure>
    </JourneyPage>
  );
}
