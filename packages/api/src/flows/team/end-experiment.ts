import type { ExperimentEnd } from "@vestibule/catalogue/team.table.ts";
import type { Auditor } from "../../audit/auditor.port.ts";
import { saveExperimentCounts, saveExperimentEnd, takeDueExperiment } from "../../brands/brand-experiment.store.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { compareStuck, countExperiment } from "../../statistics/compare-experiment.ts";

/** Minutes between two comparisons of a running experiment. */
const comparedEveryMinutes = 5;

/** Ends the running experiment of a brand, by a member. */
export function stopExperiment(
  deps: Pick<ApiDeps, "database" | "auditor">,
  { brandId, memberId }: { brandId: string; memberId: string },
): Promise<{ kind: "stopped" | "notFound" }> {
  return transact(deps.database, async (transaction) => {
    const ended = await endExperiment(
      deps,
      transaction,
      { brand: brandId },
      { by: `agent:${memberId}`, reason: "stopped" },
    );
    return { kind: ended ? "stopped" : "notFound" };
  });
}

/** Compares a running experiment that is due, and ends it when its version almost certainly stops more people. */
export async function compareDueExperiment({
  database,
  auditor,
}: Pick<ApiDeps, "database" | "auditor">): Promise<void> {
  const experiment = await transact(database, (transaction) =>
    takeDueExperiment(transaction, { minutes: comparedEveryMinutes }),
  );
  if (experiment === undefined) return;
  const { id, brand } = experiment;
  const counts = await countExperiment(database, experiment);
  await transact(database, async (transaction) => {
    await saveExperimentCounts(transaction, { id, counts });
    if (compareStuck(counts) === "worse")
      await endExperiment({ auditor }, transaction, { brand, id }, { by: "system", reason: "worse" });
  });
}

/** Ends the running experiment of a brand, if there is one. Journeys that have begun keep their version. */
export async function endExperiment(
  { auditor }: { auditor: Auditor },
  transaction: Trx,
  running: { brand: string; id?: string },
  { by, reason }: { by: string; reason: ExperimentEnd },
): Promise<boolean> {
  const ended = await saveExperimentEnd(transaction, running, { endedBy: by, reason });
  if (ended === undefined) return false;
  await auditor.record(transaction, {
    event: "brand.experimentEnded",
    result: reason,
    brandId: running.brand,
    actor: by,
    facts: { number: ended.tried },
  });
  return true;
}
