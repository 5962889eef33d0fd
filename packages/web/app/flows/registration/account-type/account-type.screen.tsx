import { type AccountType, accountTypes } from "@vestibule/catalogue/account.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import { BackToLogin } from "../../../design/text.tsx";
import type { FieldRules } from "../../../form/form-values.ts";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenProps } from "../flow/flow-info.ts";
import { ExpiredForm, RefusalNotice } from "../parts/refusal-notice.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";

export const accountTypeRules: FieldRules = {
  accountType: (value) => (isOneOf(accountTypes, value) ? undefined : { key: "required" }),
};

export interface AccountTypeData {
  /** Chosen before, if the person returns to this page. */
  accountType: AccountType | undefined;
  /** A form of the registration was submitted after its session was lost. */
  isFormLost?: boolean;
  /** The person came to find their existing account. */
  seeksAccount?: boolean;
}

/**
 * First page: asks for the person's role on the policy, and says what to have at hand.
 */
export function AccountTypeScreen({ data, refusal }: ScreenProps<AccountTypeData>) {
  const t = useTranslate();
  const options = useAccountTypeOptions();
  return (
    <RegistrationPage
      flow={data.flow}
      title={t(data.seeksAccount ? "registration:journey.find.title" : "registration:accountType.title")}
      lead={t(data.seeksAccount ? "registration:journey.find.lead" : "registration:accountType.lead")}
    >
      {data.isFormLost && refusal === undefined ? <ExpiredForm /> : null}
      <RefusalNotice refusal={refusal} />
      <ScreenForm rules={accountTypeRules} formError={refusal}>
        <RadioCards name="accountType" options={options} defaultValue={data.accountType} />
        <Disclosure question={t("registration:accountType.difference")}>
          <p>{t("registration:accountType.difference.policyHolder")}</p>
          <p>{t("registration:accountType.difference.insuredDriver")}</p>
          <p>{t("registration:accountType.difference.both")}</p>
        </Disclosure>
        <Button busyText={t("common:checking")}>{t("common:continue")}</Button>
      </ScreenForm>
      <section className="stack stack-close">
        <h2 className="field-label">{t("registration:accountType.have")}</h2>
        <ul className="dotted">
          <li>{t("registration:accountType.have.policy")}</li>
          <li>{t("registration:accountType.have.code")}</li>
          <li>{t("registration:accountType.have.licence")}</li>
        </ul>
      </section>
      {data.seeksAccount ? (
        <BackToLogin />
      ) : (
        <p className="quiet">
          {t("registration:accountType.login")} <Link to="/">{t("registration:accountType.login.link")}</Link>
        </p>
      )}
    </RegistrationPage>
  );
}

export function useAccountTypeOptions() {
  const t = useTranslate();
  return accountTypes.map((type) => ({
    value: type,
    label: t(`registration:accountType.${type}`),
    help: t(`registration:accountType.${type}.help`),
  }));
}
