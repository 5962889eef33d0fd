import { z } from "zod";
import { personSections } from "../internal/person.schema.ts";

const section = z.enum(personSections);

/** Sections that closing the account deletes, and those that the insurer keeps. */
export const closingAnswer = z.strictObject({ deletes: z.array(section), keeps: z.array(section) });
export type ClosingAnswer = z.infer<typeof closingAnswer>;
