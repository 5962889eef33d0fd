import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export const accountTypeRules: FieldRules = {
  accountType: (value) => (accountTypes.some((type) => type === value) ? undefined : { key: "required" }),
};
