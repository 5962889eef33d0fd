import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { Button } from "../../../../design/button.tsx";
import { Disclosure } from "../../../../design/disclosure.tsx";
import type { Destination } from "../../../../form/destination.rule.ts";
import { ScreenForm } from "../../../../form/screen-form.tsx";
import { Telephone } from "../../../../frame/telephone.tsx";
import { RichText } from "../../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../../i18n/translate.tsx";
import { OptionCards, optionRules } from "../../verify/option-cards.tsx";
import type { LegacyJourney } from "../flow/legacy-journey.ts";
import { LegacyNotice, type LegacyRefusal } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";

export interface ValidationData {
  journey: LegacyJourney;
  options: readonly { id: string; destination: Destination }[];
  /** Option id for "none of these", where the brand offers it. */
  noneId: string | undefined;
  /** Number to call where none of the methods can be used. */
  telephone: string;
}

/** Asks by which method the person is verified. */
export function ValidationScreen({ data, refusal }: { data: ValidationData; refusal?: LegacyRefusal | undefined }) {
  const t = useTranslate();
  const { journey, options, noneId, telephone } = data;
  const isOne = options.length === 1;
  const sendsAlways = noneId === undefined && options.every(({ destination }) => destination.kind !== "pin");
  return (
    <LegacyPage
      journey={journey}
      title={t(isOne ? "legacyRegistration:options.one.title" : "registration:options.title")}
      lead={t("registration:options.lead", { minutes: ttl.oneTimeCodeMinutes })}
    >
      <LegacyNotice refusal={refusal} />
      <ScreenForm rules={optionRules} answer={refusal}>
        <OptionCards
          options={options}
          none={
            noneId === undefined
              ? undefined
              : {
                  id: noneId,
                  label: t(isOne ? "legacyRegistration:options.one.none" : "legacyRegistration:options.none"),
                  help: t("legacyRegistration:options.none.help"),
                }
          }
        />
        <Button busyText={t(sendsAlways ? "common:sending" : "common:checking")}>
          {t(sendsAlways ? "registration:options.send" : "common:continue")}
        </Button>
      </ScreenForm>
      {noneId === undefined ? (
        <Disclosure question={t(isOne ? "legacyRegistration:options.one.lost" : "registration:options.lost")}>
          <p>
            <RichText text="registration:options.lost.text" parts={{ telephone: <Telephone number={telephone} /> }} />
          </p>
        </Disclosure>
      ) : null}
    </LegacyPage>
  );
}
