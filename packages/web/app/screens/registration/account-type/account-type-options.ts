import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { useSay } from "../../../visit/texts.tsx";

/** The two account types as cards. */
export function useAccountTypeOptions() {
  const say = useSay();
  return accountTypes.map((type) => ({
    value: type,
    label: say(`registration:accountType.${type}`),
    help: say(`registration:accountType.${type}.help`),
  }));
}
