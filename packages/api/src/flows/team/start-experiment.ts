import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { insertExperiment } from "../../brands/brand-experiment.store.ts";
import {
  isPublicationPlanned,
  lockVersion,
  publishedVersion,
  readPublications,
} from "../../brands/brand-version.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { checkVersion } from "./check-version.ts";

export type ExperimentStarted =
  | { kind: "started" }
  | { kind: "notFound" }
  | { kind: "refused"; field: "brand" | "number" | "experiment" };

/** Shows an approved version to a share of the journeys that begin from now on. */
export async function startExperiment(
  deps: Pick<ApiDeps, "database" | "auditor" | "brandFiles">,
  { brand, number, share, memberId }: { brand: Brand; number: number; share: number; memberId: string },
): Promise<ExperimentStarted> {
  if (brand.editing === "folder") return { kind: "refused", field: "brand" };
  const checked = await checkVersion(deps, { brand: brand.id, number });
  if (checked === "notFound") return { kind: "notFound" };
  if (checked === "invalid") return { kind: "refused", field: "number" };
  return transact(deps.database, async (transaction): Promise<ExperimentStarted> => {
    const found = await lockVersion(transaction, { brand: brand.id, number });
    if (found === undefined) return { kind: "notFound" };
    const published = publishedVersion(await readPublications(transaction), brand.id);
    if (found.approvedBy === null || published === number) return { kind: "refused", field: "number" };
    if (await isPublicationPlanned(transaction, brand.id)) return { kind: "refused", field: "experiment" };
    const experiment = { brand: brand.id, published, tried: number, share, startedBy: memberId };
    if (!(await insertExperiment(transaction, experiment))) return { kind: "refused", field: "experiment" };
    await deps.auditor.record(transaction, {
      event: "brand.experimentStarted",
      result: "ok",
      brandId: brand.id,
      actor: `agent:${memberId}`,
      facts: { number, share },
    });
    return { kind: "started" };
  });
}
