import type { FieldRules } from "../../../form/form-values.ts";

export const optionRules: FieldRules = { codeOption: (value) => (value === "" ? { key: "required" } : undefined) };
