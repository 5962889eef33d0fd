import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export const codeRules: FieldRules = { securityCode: checkSecurityCode };
export const pinRules: FieldRules = { securityPin: checkPin };
