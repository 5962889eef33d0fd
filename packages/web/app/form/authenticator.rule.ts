import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { FieldRules } from "./form-values.ts";
import { checkMethodName } from "./method-name.rule.ts";

export const authenticatorNameRules: FieldRules = { authenticatorName: checkMethodName };
export const newAuthenticatorRules: FieldRules = { ...authenticatorNameRules, securityCode: checkSecurityCode };
