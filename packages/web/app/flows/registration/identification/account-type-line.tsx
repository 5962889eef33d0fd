import { type AccountType, accountTypes } from "@vestibule/catalogue/account.table.ts";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { useAccountTypeOptions } from "../account-type/account-type.screen.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";

/**
 * The account type, always visible and changed in place: it is a field of the surrounding form, so a change keeps all
 * that was typed.
 */
export function AccountTypeLine({
  accountType,
  onChange,
}: {
  accountType: AccountType;
  onChange: (accountType: AccountType) => void;
}) {
  const t = useTranslate();
  const options = useAccountTypeOptions();
  return (
    <details
      className="account-type"
      onChange={(event) => {
        const { name, value } = event.target as unknown as HTMLInputElement;
        if (name === "accountType") onChange(value as AccountType);
      }}
    >
      <summary>
        <AccountTypeWords accountType={accountType} />{" "}
        <span className="account-type-change">{t("registration:identification.as.change")}</span>
      </summary>
      <RadioCards name="accountType" options={options} defaultValue={accountType} />
    </details>
  );
}

/** The type chosen in a refused form. */
export function chosenType(refusal: RegistrationRefusal | undefined): AccountType | undefined {
  return accountTypes.find((type) => type === refusal?.values.accountType);
}

/** "Your role: Policyholder". */
export function AccountTypeWords({ accountType }: { accountType: AccountType }) {
  const t = useTranslate();
  return (
    <span>
      <span className="quiet only-wide">{t("registration:identification.as")}</span>
      {` ${t(`registration:accountType.${accountType}`)}`}
    </span>
  );
}
