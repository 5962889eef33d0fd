import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { backPath } from "../flow/journey-path.table.ts";
import { AccountTypeWords } from "./account-type-line.tsx";

/** The account type where a change leads back: to the e-mail page, or after proof to the beginning. */
export function AccountTypeReminder({
  accountType,
  isProven = false,
}: {
  accountType: AccountType;
  isProven?: boolean;
}) {
  const say = useSay();
  return (
    <div className="cluster account-type-reminder">
      <AccountTypeWords accountType={accountType} />
      <StepForm action={backPath}>
        {say(isProven ? "registration:identification.as.startOver" : "registration:identification.as.changeRole")}
      </StepForm>
    </div>
  );
}
