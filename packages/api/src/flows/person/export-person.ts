import type { PersonExport } from "@vestibule/contract/internal/person.schema.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readPersonRows } from "../../retention/person-rows.store.ts";
import { findPerson, type PersonCall, type PersonDeps, type PersonMiss, personEvent } from "./find-person.ts";

/** Exports all data kept about a person under a brand, and records the export in the audit trail. */
export async function exportPerson(
  deps: PersonDeps,
  call: PersonCall,
): Promise<{ kind: "exported"; document: PersonExport } | PersonMiss> {
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return found;
  const { refs } = found;
  const data = await readPersonRows(deps.database, refs);
  if (Object.keys(data).length === 0) return { kind: "unknown" };
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, personEvent(call, refs, "person.exported")),
  );
  // Dates are text, as in the response.
  const document = { brand: call.brand.id, exportedAt: deps.clock.now(), data };
  return { kind: "exported", document: JSON.parse(JSON.stringify(document)) };
}
