import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { insertLetterRequest } from "../../capabilities/letters/letter-request.store.ts";
import type { Limits } from "../../capabilities/limits/limit.port.ts";
import { readJourneyRow } from "../../capabilities/support-references/journey-row.store.ts";
import type { ApiParts, Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type RequestLetterDeps = Pick<ApiParts, "database" | "directory" | "auditor"> & { limits: Limits };

export interface LetterRegistration {
  kind: "register" | "register-legacy";
  /** Of its row. */
  id: string;
}

export type RequestLetterResult =
  | { kind: "requested" }
  | { kind: "notFound" }
  | { kind: "limited"; retryAfterSeconds: number };

/**
 * Asks for a letter with a new PIN for the person a registration has identified. An open request, or a recent one,
 * answers like a first one: the caller may not be the person.
 */
export async function requestLetter(
  deps: RequestLetterDeps,
  visit: Visit,
  { kind, id }: LetterRegistration,
): Promise<RequestLetterResult> {
  const brandId = visit.brand.id;
  const row = await readJourneyRow(deps.database, { kind, id, brandId });
  const person = row?.rowId === undefined ? undefined : await deps.directory.findById(row.rowId);
  if (person === undefined || person.personKey !== row?.personKey) return { kind: "notFound" };
  if (person.pinHash === null || person.pinSpent) return { kind: "notFound" };
  return transact(deps.database, async (transaction) => {
    const counted = await deps.limits.take(transaction, { limit: "letterAddress", subject: visit.address });
    if (counted.kind === "full") return { kind: "limited", retryAfterSeconds: counted.retryAfterSeconds };
    const order = { brandId, journeyId: id, language: person.language ?? visit.language, person };
    const isKept = await insertLetterRequest(transaction, order);
    await deps.auditor.record(transaction, {
      ...{ event: "letter.requested", result: isKept ? "ok" : "limited", brandId, journeyId: id, actor: "person" },
      lived: livedIn(kind === "register" ? "registration" : "legacyRegistration", visit),
    });
    return { kind: "requested" };
  });
}
