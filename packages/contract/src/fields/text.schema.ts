import { z } from "zod";

/** Text of a field. Excludes a NUL and a lone surrogate, which PostgreSQL cannot store and people cannot type. */
export const fieldText = z
  .string()
  .max(254)
  .refine((value) => !value.includes("\u0000") && value.isWellFormed());

/** What identifies a person on a policy. */
export const policyFacts = {
  policyNumber: fieldText,
  firstName: fieldText,
  lastName: fieldText,
  dateOfBirth: fieldText,
  postalCode: fieldText,
};
