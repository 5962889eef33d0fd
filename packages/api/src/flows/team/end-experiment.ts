import type { ExperimentEnd } from "@vestibule/catalogue/team.table.ts";
import type { Auditor } from "../../audit/auditor.port.ts";
import { saveExperimentEnd, takeDueExperiment } from "../../brands/brand-experiment.store.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { compareExperiment } from "../../statistics/compare-experiment.ts";

/** Minutes between two comparisons of a running experiment. */
const comparedEveryMinutes = 5;

/** Ends the running experiment of a brand, by a member. */
export function stopExperiment(
  deps: Pick<ApiDeps, "database" | "auditor">,
  { brandId, memberId }: { brandId: string; memberId: string },
): Promise<{ kind: "stopped" | "notFound" }> {
  return transact(deps.database, async (transaction) => {
    const ended = await endExperiment(deps, transaction, { brandId, by: `agent:${memberId}`, reason: "stopped" });
    return { kind: ended ? "stopped" : "notFound" };
  });
}

/** Ends running experiments whose version almost certainly stops more people. */
export async function endWorseExperiments(deps: Pick<ApiDeps, "database" | "auditor">): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const experiment = await takeDueExperiment(transaction, { minutes: comparedEveryMinutes });
    if (experiment === undefined) return;
    const { verdict } = await compareExperiment(deps.database, experiment);
    if (verdict !== "worse") return;
    await endExperiment(deps, transaction, { brandId: experiment.brand, by: "system", reason: "worse" });
  });
}

/** Ends the running experiment of a brand, if there is one. Journeys that have begun keep their version. */
export async function endExperiment(
  { auditor }: { auditor: Auditor },
  transaction: Trx,
  { brandId, by, reason }: { brandId: string; by: string; reason: ExperimentEnd },
): Promise<boolean> {
  const ended = await saveExperimentEnd(transaction, { brand: brandId, endedBy: by, reason });
  if (ended === undefined) return false;
  await auditor.record(transaction, {
    event: "brand.experimentEnded",
    result: reason,
    brandId,
    actor: by,
    facts: { number: ended.tried },
  });
  return true;
}
