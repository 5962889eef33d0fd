import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export const forgotRules: FieldRules = { email: checkEmail };
