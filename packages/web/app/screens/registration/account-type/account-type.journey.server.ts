import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { refuseFaults, registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { accountTypeRules } from "./account-type.rule.ts";
import type { AccountTypeData } from "./account-type.screen.tsx";

export const loader = registrationLoader<AccountTypeData>({
  pages: ["ACCOUNT_TYPE"],
  sections: ["accountType"],
  draw: ({ page }) => ({ accountType: page.accountType }),
});

export const action = registrationAction(async (talk, values) => {
  const accountType = values.accountType as AccountType;
  return (
    refuseFaults(values, accountTypeRules) ?? sendForm(talk, { name: "accountType", values }, { body: { accountType } })
  );
});
