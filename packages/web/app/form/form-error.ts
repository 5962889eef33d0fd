import { puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { tidyPin } from "@vestibule/contract/fields/security-code.rule.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { tidyDigits } from "@vestibule/contract/fields/text.rule.ts";
import { data } from "react-router";
import {
  type FieldErrors,
  type FieldRules,
  type FormValues,
  hasFieldErrors,
  isSecret,
  lastTryField,
  validateForm,
  valuesOf,
} from "./form-values.ts";

/** Why a submitted form was rejected; the page shows it with the typed values. */
export interface FormError<Alert extends string = string> {
  errors: FieldErrors;
  /** Typed values without secrets, which the page fills in again. */
  values: FormValues;
  /** An error that belongs to no single field: a text key, or a name that the screen maps to text. */
  alert?: Alert;
  /** Local time of day from which another attempt is accepted. */
  retryAt?: string;
  /** Attempts left before the limit, as returned by the API. */
  triesLeft?: number | undefined;
}

/** Reads a posted form, and formats its values as the fields do in a browser with scripts. */
export async function readForm(request: Request): Promise<FormValues> {
  const form = await request.formData();
  for (const [name, format] of Object.entries(formats)) {
    const typed = form.get(name);
    if (typeof typed === "string") form.set(name, format(typed));
  }
  return valuesOf(form);
}

const formats: Readonly<Record<string, (typed: string) => string>> = {
  phone: formatTelephone,
  postalCode: formatPostalCode,
  dobDay: tidyDigits,
  dobYear: tidyDigits,
  securityCode: tidyDigits,
  securityPin: tidyPin,
};

/**
 * Validates a form before the API is called. Renders the page again with its errors, which are not counted, so a
 * warning that one attempt is left remains; undefined if there are none.
 */
export function refuseFieldErrors(values: FormValues, rules: FieldRules) {
  const errors = validateForm(values, rules);
  if (!hasFieldErrors(errors)) return undefined;
  const isLastTry = values[lastTryField] !== undefined;
  return redrawForm<Omit<FormError, "alert">>({ errors, values, ...(isLastTry && { triesLeft: 1 }) });
}

/** Renders the page again with the errors of its form; status 400. */
export function refuse(refusal: { errors?: FieldErrors; values: FormValues; alert?: string }) {
  return redrawForm<FormError>({ errors: {}, ...refusal });
}

const singleUseFields = new Set<string>(["securityCode", "securityPin", "recoveryCode", puzzleField]);

/**
 * Renders the page again with the typed values, never with passwords, codes or PINs. Status 429 when `retryAt` is set.
 */
export function redrawForm<Kind extends FormError>(refusal: Kind) {
  const values = Object.entries(refusal.values).filter(([name]) => !isSecret(name) && !singleUseFields.has(name));
  const status = refusal.retryAt === undefined ? 400 : 429;
  return data({ ...refusal, values: Object.fromEntries(values) }, { status });
}
