import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { useMemo } from "react";
import { Button } from "../../../design/button.tsx";
import { DateField } from "../../../form/date-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { PostalCodeField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { LookupNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { AccountTypeReminder } from "./account-type-line.tsx";
import { driverRules, type IdentificationFacts } from "./identification.rule.ts";
import { LicenceFields } from "./licence-fields.tsx";

export interface DriverData {
  accountType: AccountType;
  facts: IdentificationFacts;
}

/** Asks an additional driver, who was found by e-mail alone, for more details after the code. */
export function DriverScreen({ data, refusal }: ScreenProps<DriverData>) {
  const t = useTranslate();
  const rules = useMemo(() => driverRules(data.facts), [data.facts]);
  return (
    <RegistrationPage
      journey={data.journey}
      title={t("registration:identification.driver.title")}
      lead={t("registration:identification.driver.lead")}
    >
      <LookupNotice refusal={refusal} />
      <AccountTypeReminder accountType={data.accountType} isProven />
      <ScreenForm rules={rules} answer={refusal}>
        {data.facts.licence !== null && <LicenceFields licence={data.facts.licence} />}
        <DateField />
        <PostalCodeField />
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
    </RegistrationPage>
  );
}
