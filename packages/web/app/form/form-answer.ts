import { data } from "react-router";
import { type FieldFaults, type FormValues, isSecret, valuesOf } from "./form-values.ts";

export interface Refusal {
  faults: FieldFaults;
  /** What was typed, without secrets: the page fills it in again. */
  values: FormValues;
  /** Something that belongs to no single field: a sentence's key, or a name that the screen turns into words. */
  alert?: string;
  /** Time of day from which another try is heard. */
  retryAt?: string;
  /** How often the same may be tried before a limit, as the API says it. */
  triesLeft?: number | undefined;
}

/** The values of a posted form. */
export async function readForm(request: Request): Promise<FormValues> {
  return valuesOf(await request.formData());
}

/** Answers a form with what must be put right; status 400. */
export function refuse(refusal: { faults?: FieldFaults; values: FormValues; alert?: string }) {
  return drawAgain<Refusal>({ faults: {}, ...refusal });
}

const spentOnce = new Set(["securityCode", "securityPin"]);

/** The page once more, with what was typed; passwords, codes and PINs are never sent back. 429 where a wait is told. */
export function drawAgain<Kind extends Refusal>(refusal: Kind) {
  const kept = Object.entries(refusal.values).filter(([name]) => !isSecret(name) && !spentOnce.has(name));
  const status = refusal.retryAt === undefined ? 400 : 429;
  return data({ ...refusal, values: Object.fromEntries(kept) } as Kind, { status });
}
