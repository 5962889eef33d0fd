import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { backPath } from "../flow/flow-info.ts";
import { AccountTypeWords } from "./account-type-line.tsx";

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
      <PostButton action={backPath}>
        {t(isProven ? "registration:identification.as.startOver" : "registration:identification.as.changeRole")}
      </PostButton>
    </div>
  );
}
