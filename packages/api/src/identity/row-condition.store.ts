import { type RawBuilder, sql } from "kysely";
import type { BookRowName } from "./person.rule.ts";

/** Condition on the columns `company`, `policy_number` and `person_key`: one of these rows of the book. */
export function isAboutRow(rows: readonly BookRowName[]): RawBuilder<boolean> {
  const personKeys = rows.map(({ personKey }) => personKey);
  // The first condition is the one that an index serves.
  return sql<boolean>`(person_key = any(${personKeys}) and (company, policy_number, person_key) in (select * from unnest(
    ${rows.map(({ company }) => company)}::text[], ${rows.map(({ policyNumber }) => policyNumber)}::text[],
    ${personKeys}::text[])))`;
}
