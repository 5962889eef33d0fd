import { data } from "react-router";
import { type FieldFaults, type FormValues, isSecret, valuesOf } from "./form-values.ts";

export interface Refusal {
  faults: FieldFaults;
  /** What was typed, without secrets: the page fills it in again. */
  values: FormValues;
  /** Something that belongs to no single field: a sentence's key, or a name that the screen turns into words. */
  alert?: string;
}

/** The values of a posted form. */
export async function readForm(request: Request): Promise<FormValues> {
  return valuesOf(await request.formData());
}

/** Answers a form with what must be put right; status 400. */
export function refuse(refusal: { faults?: FieldFaults; values: FormValues; alert?: string }) {
  const values = Object.fromEntries(Object.entries(refusal.values).filter(([name]) => !isSecret(name)));
  const answer: Refusal = { faults: refusal.faults ?? {}, values };
  return data(refusal.alert === undefined ? answer : { ...answer, alert: refusal.alert }, { status: 400 });
}
