import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { createContext, useContext } from "react";
import { useHasText, useTranslate } from "../visit/texts.tsx";
import type { FieldFaults, FieldRules, FormValues } from "./form-values.ts";

export interface FormState {
  rules: FieldRules;
  faults: FieldFaults;
  /** What was typed before, for pages that the server drew again. */
  values: FormValues;
}

export const FormContext = createContext<FormState>({ rules: {}, faults: {}, values: {} });

export interface FieldTexts {
  label: string;
  help: string | undefined;
  message: string | undefined;
  /** As `aria-required` wants it: a field that its rule refuses empty. */
  required: true | undefined;
}

/** Name, help and fault of one field in words: the field's own, unless the screen gives others. */
export function useFieldTexts(name: string, given: { label?: string; help?: string | null }): FieldTexts {
  const { faults, rules } = useContext(FormContext);
  const t = useTranslate();
  const has = useHasText();
  const sayFault = useFaultSentence();
  const fault = faults[name];
  const helpKey = `fields:${name}.help`;
  return {
    label: given.label ?? t(`fields:${name}.label` as "fields:email.label"),
    help: given.help === undefined ? (has(helpKey) ? t(helpKey) : undefined) : (given.help ?? undefined),
    message: fault === undefined ? undefined : sayFault(name, fault),
    required: rules[name]?.("", {})?.key === "required" || undefined,
  };
}

/** The sentence of a fault. One that lacks a fact its sentence names is said in its plain form. */
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
