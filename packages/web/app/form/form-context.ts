import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { createContext, useContext } from "react";
import { useHasText, useTranslate } from "../i18n/translate.tsx";
import type { FieldFaults, FieldRules, FormValues } from "./form-values.ts";

export interface FormState {
  rules: FieldRules;
  faults: FieldFaults;
  /** Previously typed values, for pages that the server renders again. */
  values: FormValues;
}

export const FormContext = createContext<FormState>({ rules: {}, faults: {}, values: {} });

export interface FieldTexts {
  label: string;
  help: string | undefined;
  message: string | undefined;
  /** For `aria-required`: the field's rule rejects an empty value. */
  required: true | undefined;
}

/** Label, help and error of one field: from the catalogue, unless the screen overrides them. */
export function useFieldTexts(name: string, given: { label?: string; help?: string | null } = {}): FieldTexts {
  const { faults, rules } = useContext(FormContext);
  const t = useTranslate();
  const has = useHasText();
  const describeFault = useFaultSentence();
  const fault = faults[name];
  const helpKey = `fields:${name}.help`;
  return {
    label: given.label ?? t(`fields:${name}.label` as "fields:email.label"),
    help: given.help === undefined ? (has(helpKey) ? t(helpKey) : undefined) : (given.help ?? undefined),
    message: fault === undefined ? undefined : describeFault(name, fault),
    required: rules[name]?.("", {})?.key === "required" || undefined,
  };
}

/** Text of a field error. Falls back to the plain variant when a value that the text names is missing. */
export function useFaultSentence(): (name: string, fault: FieldFault) => string {
  const t = useTranslate();
  const has = useHasText();
  return (name, fault) => {
    const key = `fields:${name}.${fault.key}`;
    const plain = `${key}.plain`;
    const sentence = fault.facts === undefined && has(plain) ? plain : key;
    return t(sentence as "fields:email.format", fault.facts);
  };
}

export function useTypedValue(name: string): string | undefined {
  return useContext(FormContext).values[name];
}
