import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import { useErrorFlag } from "../i18n/page-title.tsx";
import type { FormError } from "./form-error.ts";
import { type FieldErrors, type FieldRules, hasFieldErrors, valuesOf } from "./form-values.ts";

const nothing: FieldErrors = {};

/**
 * Validates fields when they are left or submitted. While a person types, an error stays as it is until it is corrected.
 * `errors` are shown at the fields, and `summed`, a new object for each rejected form, in the summary.
 */
export function useFieldValidation(rules: FieldRules, formError: FormError | undefined) {
  const [errors, setErrors] = useState<FieldErrors>(formError?.errors ?? nothing);
  const [summed, setSummed] = useState<FieldErrors>(formError?.errors ?? nothing);
  const [newest, setNewest] = useState(formError);
  const touched = useRef(new Set<string>());

  // A page that is drawn again without a new response keeps its errors.
  if (formError !== undefined && formError !== newest) {
    setNewest(formError);
    setErrors(formError.errors);
    setSummed(formError.errors);
  }
  useErrorFlag(hasFieldErrors(summed) && hasFieldErrors(errors));

  function validateField(form: HTMLFormElement, name: string, shown?: FieldError): void {
    const rule = rules[name];
    if (rule === undefined) return;
    const values = valuesOf(new FormData(form));
    const error = rule(values[name] ?? "", values);
    setErrors(({ [name]: _before, ...others }) =>
      error === undefined ? others : { ...others, [name]: shown ?? error },
    );
  }

  return {
    errors,
    summed,
    validateAll(found: FieldErrors): void {
      setErrors(found);
      setSummed(found);
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
      for (const [other, error] of Object.entries(errors))
        if (other === name || error?.key === "match") validateField(event.currentTarget, other, error);
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
