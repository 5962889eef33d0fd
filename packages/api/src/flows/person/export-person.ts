import type { PersonExport } from "@vestibule/contract/internal/person.schema.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readPersonRows } from "../../retention/person-rows.store.ts";
import { findPerson, type PersonCall, type PersonDeps, type PersonMiss } from "./find-person.ts";

/** Exports all data kept about a person under a brand, and records the export in the audit trail. */
export async function exportPerson(
  deps: PersonDeps,
  call: PersonCall,
): Promise<{ kind: "exported"; document: PersonExport } | PersonMiss> {
  const { brand, actor } = call;
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return found;
  const { refs } = found;
  const data = await readPersonRows(deps.database, refs);
  if (Object.keys(data).length === 0) return { kind: "unknown" };
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "person.exported",
      result: "ok",
      brandId: brand.id,
      actor,
      ...(refs.accountId !== null && { accountId: refs.accountId }),
    }),
  );
  // Dates are text, as in the response.
  const document = { brand: brand.id, exportedAt: deps.clock.now(), data };
  return { kind: "exported", document: JSON.parse(JSON.stringify(document)) };
}
