import { journeyEvent } from "../../audit/auditor.port.ts";
import type { LimitedDeps, RequestContext } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readJourneyRow } from "../../references/journey.store.ts";
import { insertLetterRequest } from "./letter-request.store.ts";

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
  deps: LimitedDeps<"database" | "directory" | "auditor">,
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
    const result = isKept ? "ok" : "limited";
    const event = { event: "letter.requested", result, journeyId: id } as const;
    await deps.auditor.record(transaction, journeyEvent(kind, requestContext, event));
    return { kind: "requested" };
  });
}
