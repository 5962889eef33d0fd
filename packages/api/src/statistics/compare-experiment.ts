import type { ExperimentCounts, ExperimentVerdict } from "@vestibule/catalogue/team.table.ts";
import { cumulativeStdNormalProbability } from "simple-statistics";
import type { Experiment } from "../brands/brand-experiment.store.ts";
import { readTime } from "../platform/database.adapter.ts";
import type { Db } from "../platform/database.table.ts";
import { longestQuerySeconds } from "../platform/transaction.adapter.ts";
import { countEndings, type EndingCount } from "./journey-ending.store.ts";

/** Fewer journeys of either version say nothing. */
const fewestJourneys = 100;
/**
 * How probable it has to be that a difference is not chance. The running experiment is compared many times, and each
 * time chance can deceive, so what ends it has to be almost certain.
 */
const almostCertain = 0.999;
const probable = 0.95;

/** Counts the journeys of both versions since the half hour in which the experiment started. */
export async function countExperiment(
  database: Db,
  { brand, published, tried, startedAt }: Experiment,
): Promise<ExperimentCounts> {
  const to = await readTime(database);
  const { rows: endings } = await countEndings(database, {
    brandId: brand,
    from: startedAt,
    to,
    timeoutSeconds: longestQuerySeconds,
  });
  return { published: stuckOf(endings, published), tried: stuckOf(endings, tried) };
}

function stuckOf(endings: readonly EndingCount[], version: number): ExperimentCounts["tried"] {
  const over = endings.filter((row) => row.brandVersion === String(version) && row.ending !== "inProgress");
  const sum = (rows: readonly EndingCount[]) => rows.reduce((total, { count }) => total + count, 0);
  return { journeys: sum(over), stuck: sum(over.filter(({ ending }) => ending === "stuck")) };
}

/** Compares the shares of journeys that got stuck by a z-test of two proportions. */
export function compareStuck({ published, tried }: ExperimentCounts): ExperimentVerdict {
  if (Math.min(published.journeys, tried.journeys) < fewestJourneys) return "early";
  const together = (published.stuck + tried.stuck) / (published.journeys + tried.journeys);
  const deviation = Math.sqrt(together * (1 - together) * (1 / published.journeys + 1 / tried.journeys));
  if (deviation === 0) return "alike";
  const difference = tried.stuck / tried.journeys - published.stuck / published.journeys;
  const probabilityOfWorse = cumulativeStdNormalProbability(difference / deviation);
  if (probabilityOfWorse >= almostCertain) return "worse";
  if (probabilityOfWorse >= probable) return "probablyWorse";
  if (probabilityOfWorse <= 1 - almostCertain) return "better";
  return probabilityOfWorse <= 1 - probable ? "probablyBetter" : "alike";
}
