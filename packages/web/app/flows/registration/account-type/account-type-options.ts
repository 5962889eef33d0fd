import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { useTranslate } from "../../../visit/texts.tsx";

export function useAccountTypeOptions() {
  const t = useTranslate();
  return accountTypes.map((type) => ({
    value: type,
    label: t(`registration:accountType.${type}`),
    help: t(`registration:accountType.${type}.help`),
  }));
}
