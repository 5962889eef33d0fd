import { maxPasskeyNameLength } from "@vestibule/catalogue/account.table.ts";
import type { FieldRule } from "../../../form/form-values.ts";

export const checkPasskeyName: FieldRule = (value) => {
  if (value === "") return { key: "required" };
  return value.length > maxPasskeyNameLength ? { key: "maxlength", facts: { limit: maxPasskeyNameLength } } : undefined;
};
