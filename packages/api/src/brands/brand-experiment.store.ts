import type { ExperimentCounts, ExperimentEnd } from "@vestibule/catalogue/team.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { type Publication, publishedVersion, readPublications } from "./brand-version.store.ts";

export interface Experiment {
  id: string;
  brand: string;
  /** The version that the other journeys are shown. */
  published: number;
  tried: number;
  /** Percent of the journeys. */
  share: number;
  startedBy: string;
  startedAt: Date;
  endedAt: Date | null;
  endReason: ExperimentEnd | null;
  /** As of `comparedAt`. */
  counts: ExperimentCounts;
  comparedAt: Date;
}

const selectExperiments = (database: DbOrTrx) =>
  database
    .selectFrom("brand_experiment")
    .select(["id", "brand", "published", "tried", "share", "started_by as startedBy", "started_at as startedAt"])
    .select(["ended_at as endedAt", "end_reason as endReason", "counts", "compared_at as comparedAt"]);

/** The running experiment of a brand, or the last one. */
export function findExperiment(database: Db, brand: string): Promise<Experiment | undefined> {
  return selectExperiments(database).where("brand", "=", brand).orderBy("id", "desc").limit(1).executeTakeFirst();
}

/** The running experiments of all brands. */
export function listRunningExperiments(database: Db): Promise<Experiment[]> {
  return selectExperiments(database).where("ended_at", "is", null).execute();
}

/** Starts an experiment; false while another one of the brand runs. */
export async function insertExperiment(
  transaction: Trx,
  {
    brand,
    published,
    tried,
    share,
    startedBy,
  }: Pick<Experiment, "brand" | "published" | "tried" | "share" | "startedBy">,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto("brand_experiment")
    .values({ brand, published, tried, share, started_by: startedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends the running experiment of a brand, only the one with the id where there is one; undefined without one. */
export function saveExperimentEnd(
  transaction: Trx,
  running: { brand: string; id?: string },
  { endedBy, reason }: { endedBy: string; reason: ExperimentEnd },
): Promise<{ tried: number } | undefined> {
  return transaction
    .updateTable("brand_experiment")
    .set({ ended_at: appNow, ended_by: endedBy, end_reason: reason })
    .where((row) => row.and(running))
    .where("ended_at", "is", null)
    .returning("tried")
    .executeTakeFirst();
}

export async function saveExperimentCounts(
  transaction: Trx,
  { id, counts }: { id: string; counts: ExperimentCounts },
): Promise<void> {
  const compared = { counts: JSON.stringify(counts), compared_at: appNow };
  await transaction.updateTable("brand_experiment").set(compared).where("id", "=", id).execute();
}

/** Locks a running experiment that was not compared for a number of minutes, unless another server compares it. */
export async function takeDueExperiment(
  transaction: Trx,
  { minutes }: { minutes: number },
): Promise<Experiment | undefined> {
  const due = await selectExperiments(transaction)
    .where("ended_at", "is", null)
    .where("compared_at", "<=", sql<Date>`app_now() - make_interval(mins => ${minutes})`)
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (due === undefined) return undefined;
  await transaction.updateTable("brand_experiment").set({ compared_at: appNow }).where("id", "=", due.id).execute();
  return due;
}

/** A version that servers have to know. */
export interface ShownVersion extends Publication {
  isCurrent: boolean;
  /** Percent of the journeys that are shown it, during an experiment. */
  share?: number;
}

/**
 * The versions of each brand that are published, were replaced a short time ago, or are tried. An experiment has a share
 * of the journeys while the version that it is compared with is the published one.
 */
export async function readShownVersions(database: Db): Promise<ShownVersion[]> {
  const publications = await readPublications(database);
  const experiments = await selectExperiments(database)
    .where((row) =>
      row.or([
        row("ended_at", "is", null),
        row("ended_at", ">", sql<Date>`app_now() - make_interval(mins => ${ttl.portalSessionMinutes})`),
      ]),
    )
    .orderBy("id")
    .execute();
  const tried = experiments.map(({ brand, published, tried: number, share, endedAt }) => {
    const isRunning = endedAt === null && publishedVersion(publications, brand) === published;
    return { brand, number, isCurrent: false, ...(isRunning && { share }) };
  });
  return [...publications, ...tried];
}
