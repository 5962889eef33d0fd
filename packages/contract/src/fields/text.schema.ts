import { z } from "zod";
import { normaliseText } from "./text.rule.ts";

/** Text of a field. Excludes a NUL and a lone surrogate, which PostgreSQL cannot store and people cannot type. */
export const fieldText = z
  .string()
  .max(254)
  .refine((value) => !value.includes("\u0000") && value.isWellFormed());

/** A date as YYYY-MM-DD, with any dash. */
export const dateText = fieldText.overwrite(normaliseText);

/** What identifies a person on a policy. */
export const policyFacts = {
  policyNumber: fieldText,
  firstName: fieldText,
  lastName: fieldText,
  dateOfBirth: dateText,
  postalCode: fieldText,
};
