import type { FieldRules } from "../../../form/form-values.ts";
import { checkMethodName } from "../../../form/method-name.rule.ts";

export const passkeyRules: FieldRules = { passkeyName: checkMethodName };
