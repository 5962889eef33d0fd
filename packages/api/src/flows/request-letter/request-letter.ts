import { createAuditContext } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { insertLetterRequest } from "../../letters/letter-request.store.ts";
import type { Limits } from "../../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readJourneyRow } from "../../references/journey.store.ts";

export interface LetterRegistration {
  kind: "registration" | "policyNumberRegistration";
  /** Of the registration's row. */
  id: string;
}

/**
 * Requests a letter with a new PIN for the person whom a registration identified. An open or recent request gets the
 * same response as a first one, since the caller may not be that person.
 */
export async function requestLetter(
  deps: Pick<ApiDeps, "database" | "directory" | "auditor"> & { limits: Limits },
  requestContext: RequestContext,
  { kind, id }: LetterRegistration,
): Promise<{ kind: "requested" } | { kind: "notFound" } | RetryLater> {
  const brandId = requestContext.brand.id;
  const row = await readJourneyRow(deps.database, { kind, id, brandId });
  const person = row?.rowId === undefined ? undefined : await deps.directory.findById(row.rowId);
  if (person === undefined || person.personKey !== row?.personKey) return { kind: "notFound" };
  if (person.pinHash === null || person.pinSpent) return { kind: "notFound" };
  return transact(deps.database, async (transaction) => {
    const counted = await deps.limits.consume(transaction, {
      limit: "letterClientIp",
      subject: requestContext.clientIp,
    });
    if (counted.kind === "exceeded") return retryLater(counted);
    const order = { brandId, journeyId: id, language: person.language ?? requestContext.language, person };
    const isKept = await insertLetterRequest(transaction, order);
    await deps.auditor.record(transaction, {
      event: "letter.requested",
      result: isKept ? "ok" : "limited",
      brandId,
      journeyId: id,
      actor: "person",
      auditContext: createAuditContext(kind, requestContext),
    });
    return { kind: "requested" };
  });
}
