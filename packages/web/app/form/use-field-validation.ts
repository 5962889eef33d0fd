import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import { useErrorFlag } from "../i18n/page-title.tsx";
import type { FormError } from "./form-error.ts";
import { type FieldErrors, type FieldRules, hasFieldErrors, valuesOf } from "./form-values.ts";

/** The newest rejected form, and what was found at its fields since: undefined where a field was corrected. */
interface Validation {
  response: FormError | undefined;
  summed: FieldErrors;
  since: Readonly<Record<string, FieldError | undefined>>;
}

const validationOf = (response: FormError | undefined): Validation => ({
  response,
  summed: response?.errors ?? {},
  since: {},
});

/**
 * Validates fields when they are left or submitted. While a person types, an error stays as it is until it is corrected.
 * `errors` are shown at the fields, and `summed`, a new object for each rejected form, in the summary.
 */
export function useFieldValidation(rules: FieldRules, formError: FormError | undefined) {
  const [kept, setKept] = useState(() => validationOf(formError));
  const touched = useRef(new Set<string>());
  const validation = newerOf(kept, formError);
  // Kept, because the page may be drawn again without a response, and keeps its errors.
  if (validation !== kept) setKept(validation);
  const { summed } = validation;
  const errors = errorsOf(validation);
  useErrorFlag(hasFieldErrors(summed) && hasFieldErrors(errors));

  function validateField(form: HTMLFormElement, name: string, shown?: FieldError): void {
    const rule = rules[name];
    if (rule === undefined) return;
    const values = valuesOf(new FormData(form));
    const error = rule(values[name] ?? "", values);
    const found = error && (shown ?? error);
    setKept((before) =>
      shown === undefined && isUnchanged(before, name)
        ? before
        : { ...before, since: { ...before.since, [name]: found } },
    );
  }

  return {
    errors,
    summed,
    validateAll(found: FieldErrors): void {
      setKept((before) => ({ ...before, summed: keepUnchanged(found, before), since: {} }));
    },
    leaveField(event: FocusEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target);
      const next = event.relatedTarget;
      // The field was not left if the window lost the focus, or if another control of the field received it.
      if (name === undefined || document.activeElement === event.target || fieldOf(next) === name) return;
      // If the focus moved to the server's errors, validating here would remove the error of this field.
      if (next?.matches(".notice")) return;
      const outside = next !== null && !event.currentTarget.contains(next);
      if (outside && !touched.current.has(name)) return;
      const form = event.currentTarget;
      // Validates after the click, because an error that appears earlier would move the click target.
      afterPress(() => validateField(form, name));
    },
    changeField(event: FormEvent<HTMLFormElement>): void {
      const name = fieldOf(event.target);
      if (name === undefined) return;
      touched.current.add(name);
      // A confirmation also depends on the field that it repeats.
      for (const [other, error] of Object.entries(errors))
        if (other === name || error?.key === "match") validateField(event.currentTarget, other, error);
    },
  };
}

/** Whether a field has an error of the rejected form and was not changed since. A wrong code is cleared unchanged. */
const isUnchanged = ({ summed, since }: Validation, name: string): boolean => name in summed && !(name in since);

/** The errors found, with those of unchanged fields as they were: the new one of a cleared code would hide its reason. */
function keepUnchanged(found: FieldErrors, before: Validation): FieldErrors {
  const kept = Object.entries(found).map(([name, error]) => [
    name,
    isUnchanged(before, name) ? before.summed[name] : error,
  ]);
  return Object.fromEntries(kept);
}

function newerOf(kept: Validation, response: FormError | undefined): Validation {
  return response === undefined || response === kept.response ? kept : validationOf(response);
}

function errorsOf({ summed, since }: Validation): FieldErrors {
  const found = Object.entries({ ...summed, ...since });
  return Object.fromEntries(found.flatMap(([name, error]) => (error ? [[name, error]] : [])));
}

function fieldOf(element: EventTarget | null): string | undefined {
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
