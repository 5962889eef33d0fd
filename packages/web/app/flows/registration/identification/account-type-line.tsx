import { type AccountType, accountTypes } from "@vestibule/catalogue/account.table.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { useAccountTypeOptions } from "../account-type/account-type.screen.tsx";
import { actionPaths, type RegistrationRefusal } from "../flow/flow-info.ts";

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

/** Shows the account type where changing it leads back: to the e-mail page, or after verification to the start. */
export function AccountTypeReminder({
  accountType,
  isProven = false,
}: {
  accountType: AccountType;
  isProven?: boolean;
}) {
  const t = useTranslate();
  return (
    <div className="cluster account-type-reminder">
      <AccountTypeWords accountType={accountType} />
      <PostButton action={actionPaths.registration.back}>
        {t(isProven ? "registration:identification.as.startOver" : "registration:identification.as.changeRole")}
      </PostButton>
    </div>
  );
}

/** "Your role: Policyholder". */
function AccountTypeWords({ accountType }: { accountType: AccountType }) {
  const t = useTranslate();
  return (
    <span>
      <span className="quiet only-wide">{t("registration:identification.as")}</span>
      {` ${t(`registration:accountType.${accountType}`)}`}
    </span>
  );
}
