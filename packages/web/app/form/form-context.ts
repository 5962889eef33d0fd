import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { createContext, useContext } from "react";
import { useHasText, useTranslate } from "../i18n/translate.tsx";
import { errorSentenceKey } from "./error-sentence.rule.ts";
import type { FieldErrors, FieldRules, FormValues } from "./form-values.ts";

export interface FormState {
  rules: FieldRules;
  errors: FieldErrors;
  /** Previously typed values, for pages that the server renders again. */
  values: FormValues;
}

export const FormContext = createContext<FormState>({ rules: {}, errors: {}, values: {} });

export interface FieldTexts {
  label: string;
  help: string | undefined;
  message: string | undefined;
  errorKey: FieldError["key"] | undefined;
  /** Value of `aria-required`: true if the field's rule rejects an empty value. */
  required: true | undefined;
}

/** Label, help and error of one field, from the wording unless `overrides` has them; null removes the help. */
export function useFieldTexts(
  name: string,
  overrides: { label?: string; help?: string | null; message?: string | undefined } = {},
): FieldTexts {
  const { errors, rules } = useContext(FormContext);
  const t = useTranslate();
  const has = useHasText();
  const describeError = useErrorSentence();
  const error = errors[name];
  const helpKey = `fields:${name}.help`;
  return {
    label: overrides.label ?? t(`fields:${name}.label` as "fields:email.label"),
    help: overrides.help === undefined && has(helpKey) ? t(helpKey) : (overrides.help ?? undefined),
    message: overrides.message ?? (error === undefined ? undefined : describeError(name, error)),
    errorKey: error?.key,
    required: rules[name]?.("", {})?.key === "required" || undefined,
  };
}

/** Text of a field error. */
export function useErrorSentence(): (name: string, error: FieldError) => string {
  const t = useTranslate();
  const has = useHasText();
  return (name, error) => t(errorSentenceKey(name, error, has) as "fields:email.format", error.facts);
}

/** The value that the form is filled in with; undefined without one. */
export function useTypedValue(name: string): string | undefined {
  return useContext(FormContext).values[name];
}
