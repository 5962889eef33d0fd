import { maxPasskeyNameLength } from "@vestibule/catalogue/account.table.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { FieldRules } from "./form-values.ts";

export const authenticatorNameRules: FieldRules = {
  authenticatorName(value) {
    if (value === "") return { key: "required" };
    const limit = maxPasskeyNameLength;
    return value.length > limit ? { key: "maxlength", facts: { limit } } : undefined;
  },
};

export const newAuthenticatorRules: FieldRules = { ...authenticatorNameRules, securityCode: checkSecurityCode };
