import { type RoadblockId, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import { auditLocale, createAuditContext } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { clearPastReferences, makeReference, type ReferenceRequest } from "./support-reference.store.ts";

type Deps = Pick<ApiDeps, "database" | "random" | "auditor">;

/**
 * Issues a support reference for the person to read to an agent. When the request has a roadblock's code, records that
 * roadblock in the audit trail; its page requests one reference per occurrence.
 */
export async function issueReference(deps: Deps, request: ReferenceRequest): Promise<string> {
  await clearPastReferences(deps.database);
  return transact(deps.database, async (transaction) => {
    const code = await makeReference(deps, transaction, request);
    const roadblock = roadblockIds.find((id) => roadblocks[id].agentCode === request.agentCode);
    if (roadblock !== undefined) await recordRoadblockView(deps, transaction, { ...request, roadblock });
    return code;
  });
}

async function recordRoadblockView(
  { auditor }: Deps,
  transaction: Trx,
  { roadblock, journey, ...request }: ReferenceRequest & { roadblock: RoadblockId },
): Promise<void> {
  await auditor.record(transaction, {
    event: roadblockMet,
    result: roadblock,
    brandId: request.brandId,
    ...(journey?.id && { journeyId: journey.id }),
    ...(journey?.accountId && { accountId: journey.accountId }),
    actor: "person",
    ...(journey && { auditContext: createAuditContext(journey.kind, request) }),
    facts: {
      ...(journey ? {} : auditLocale(request)),
      ...(request.shownCode && { shownCode: request.shownCode }),
      ...(request.titleForm && { titleForm: request.titleForm }),
      ...(request.until && { until: request.until }),
    },
  });
}
