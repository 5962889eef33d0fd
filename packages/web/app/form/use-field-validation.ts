import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { useFaultFlag } from "../i18n/page-title.tsx";
import type { FormError } from "./form-answer.ts";
import { type FieldFaults, type FieldRules, hasFieldFaults, valuesOf } from "./form-values.ts";

const nothing: FieldFaults = {};

/**
 * Validates fields when they are left or submitted. While a person types, an error stays as it is until it is corrected.
 * `faults` are shown at the fields, `summed` in the summary; `refusals` counts rejected submits.
 */
export function useFieldValidation(rules: FieldRules, answer: FormError | undefined) {
  const [faults, setFaults] = useState<FieldFaults>(answer?.faults ?? nothing);
  const [summed, setSummed] = useState<FieldFaults>(answer?.faults ?? nothing);
  const [refusals, setRefusals] = useState(0);
  const touched = useRef(new Set<string>());
  const visible = useRef(answer);

  useEffect(() => {
    if (answer === undefined || answer === visible.current) return;
    visible.current = answer;
    setFaults(answer.faults);
    setSummed(answer.faults);
    setRefusals((count) => count + 1);
  }, [answer]);
  useFaultFlag(hasFieldFaults(summed) && hasFieldFaults(faults));

  function validateField(form: HTMLFormElement, name: string, shown?: FieldFault): void {
    const rule = rules[name];
    if (rule === undefined) return;
    const values = valuesOf(new FormData(form));
    const fault = rule(values[name] ?? "", values);
    setFaults(({ [name]: _before, ...others }) =>
      fault === undefined ? others : { ...others, [name]: shown ?? fault },
    );
  }

  return {
    faults,
    summed,
    refusals,
    validateAll(found: FieldFaults): void {
      setFaults(found);
      setSummed(found);
      if (hasFieldFaults(found)) setRefusals((count) => count + 1);
    },
    leaveField(event: FocusEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target);
      const next = event.relatedTarget;
      // The field was not left if the window lost the focus, or if another control of the field received it.
      if (name === undefined || document.activeElement === event.target || fieldOf(next) === name) return;
      // If the focus moved to the server's errors, validating here would remove the error of this field.
      if (next?.matches(".notice")) return;
      const outside = next !== null && !event.currentTarget.contains(next as Node);
      if (outside && !touched.current.has(name)) return;
      const form = event.currentTarget;
      // Validates after the click, because an error that appears earlier would move the click target.
      afterPress(() => validateField(form, name));
    },
    changeField(event: FormEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target as Element);
      if (name === undefined) return;
      touched.current.add(name);
      // A confirmation also depends on the field that it repeats.
      for (const [other, fault] of Object.entries(faults))
        if (other === name || fault?.key === "match") validateField(event.currentTarget, other, fault);
    },
  };
}

function fieldOf(element: Element | EventTarget | null): string | undefined {
  return element instanceof Element
    ? (element.closest<HTMLElement>("[data-field]")?.dataset.field ?? undefined)
    : undefined;
}

let pressed = false;
if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", () => (pressed = true), { capture: true, passive: true });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => (pressed = false), { capture: true, passive: true });
}

function afterPress(act: () => void): void {
  if (pressed) document.addEventListener("pointerup", () => setTimeout(act, 0), { once: true });
  else act();
}
