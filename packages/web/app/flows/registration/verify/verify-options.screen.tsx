import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { Button } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import type { Destination } from "../../../form/destination.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { Telephone } from "../../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import { identificationPath, type ScreenProps } from "../flow/flow-info.ts";
import { DestinationWords } from "../parts/destination-words.tsx";
import { RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

export const optionRules: FieldRules = { codeOption: (value) => (value === "" ? { key: "required" } : undefined) };

export interface VerifyOptionsData {
  options: readonly { id: string; destination: Destination }[];
  /** Option id for "none of these"; undefined if it is not offered. */
  noneId?: string | undefined;
  /** Number to call for a person who can use none of the methods. */
  telephone: string;
  /** Whether to offer the policy number, because the person was found by e-mail. */
  offersPolicyNumber: boolean;
}

/** Asks which method verifies the person. A single method is preselected. */
export function VerifyOptionsScreen({ data, refusal }: ScreenProps<VerifyOptionsData>) {
  const t = useTranslate();
  const { flow, options, noneId, telephone, offersPolicyNumber } = data;
  const [only] = options.length === 1 ? options : [];
  const texts = flow.id === "registration" || only === undefined ? severalOptions : oneOption;
  const sendsAlways = noneId === undefined && options.every(({ destination }) => destination.kind !== "pin");
  const cards = options.map(({ id, destination }) => ({
    value: id,
    label: t(`registration:options.${destination.kind}`),
    help:
      destination.kind === "pin" ? t("registration:options.pin.help") : <DestinationWords destination={destination} />,
  }));
  const none =
    noneId === undefined
      ? []
      : [{ value: noneId, label: t(texts.none), help: t("policyNumberRegistration:options.none.help") }];
  return (
    <RegistrationPage
      flow={flow}
      title={t(texts.title)}
      lead={t("registration:options.lead", { minutes: ttl.oneTimeCodeMinutes })}
    >
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={optionRules} formError={refusal}>
        <RadioCards
          name="codeOption"
          label={t("registration:options.label")}
          options={[...cards, ...none]}
          defaultValue={noneId === undefined ? only?.id : undefined}
        />
        <Button busyText={t(sendsAlways ? "common:sending" : "common:checking")}>
          {t(sendsAlways ? "registration:options.send" : "common:continue")}
        </Button>
      </ScreenForm>
      {noneId === undefined ? (
        <Disclosure question={t(texts.lost)}>
          <p>
            <RichText text="registration:options.lost.text" parts={{ telephone: <Telephone number={telephone} /> }} />
          </p>
          {offersPolicyNumber ? (
            <PostButton sends={{ method: "policyNumber" }} action={identificationPath}>
              {t("registration:journey.usePolicyNumber")}
            </PostButton>
          ) : null}
        </Disclosure>
      ) : null}
    </RegistrationPage>
  );
}

const severalOptions = {
  title: "registration:options.title",
  none: "policyNumberRegistration:options.none",
  lost: "registration:options.lost",
} as const;
const oneOption = {
  title: "policyNumberRegistration:options.one.title",
  none: "policyNumberRegistration:options.one.none",
  lost: "policyNumberRegistration:options.one.lost",
} as const;
