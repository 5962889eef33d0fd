import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export const verifyRules: FieldRules = { securityCode: checkSecurityCode };
