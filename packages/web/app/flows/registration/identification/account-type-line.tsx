import { type AccountType, accountTypes } from "@vestibule/catalogue/account.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { useAccountTypeOptions } from "../account-type/account-type.screen.tsx";
import { actionPaths, type RegistrationFormError } from "../flow/flow-info.ts";

/**
 * The account type as a field of the surrounding form, so that a change keeps what was typed. The options are in a
 * closed disclosure.
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
        const { target } = event;
        if (target instanceof HTMLInputElement && target.name === "accountType" && isOneOf(accountTypes, target.value))
          onChange(target.value);
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

/** The type that was chosen in a rejected form. */
export function chosenType(refusal: RegistrationFormError | undefined): AccountType | undefined {
  return accountTypes.find((type) => type === refusal?.values.accountType);
}

/** Shows the account type on a page where it cannot be changed, with a button that goes back to change it. */
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

/** "Your role: Policyholder". The role is a separate element, so that it also changes on a translated page. */
function AccountTypeWords({ accountType }: { accountType: AccountType }) {
  const t = useTranslate();
  return (
    <span>
      <span className="quiet only-wide">{t("registration:identification.as")}</span>{" "}
      <span>{t(`registration:accountType.${accountType}`)}</span>
    </span>
  );
}
