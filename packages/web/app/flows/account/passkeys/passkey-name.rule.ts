import { maxPasskeyNameLength } from "@vestibule/catalogue/account.table.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export const passkeyRules: FieldRules = {
  passkeyName(value) {
    if (value === "") return { key: "required" };
    const limit = maxPasskeyNameLength;
    return value.length > limit ? { key: "maxlength", facts: { limit } } : undefined;
  },
};
