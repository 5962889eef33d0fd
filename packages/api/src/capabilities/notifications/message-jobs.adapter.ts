import { fromKysely, type JobResult, PgBoss } from "pg-boss";
import type { Trx } from "../../platform/database.table.ts";
import type { Log } from "../../platform/log.port.ts";

const queue = "notification";
/** A job whose worker says nothing for this long is given to another. */
export const leaseSeconds = 30;

export interface MessageJobsSettings {
  /** The server's pool; the queue keeps its own tables beside the product's, in the schema `jobs`. */
  pool: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  log: Log;
  /** First wait before another try, doubled each time up to `longest`. */
  retry?: { firstSeconds: number; longestSeconds: number };
  /** How often lost jobs are looked for. */
  superviseSeconds?: number;
}

/** What became of one try: done with, or to be tried again after the back-off. */
export type JobEnding = "done" | "again";

/** The durable queue of messages to send, shared by all servers of one database. */
export interface MessageJobs {
  /** Adds a job in the caller's transaction: rolled back with it, seen by workers once it commits. */
  add(transaction: Trx, job: { messageId: string; lifetimeMinutes: number }): Promise<void>;
  /** Hands jobs to `handle`, a few at a time, until `stop`, which waits for those in hand. */
  work(handle: (messageId: string) => Promise<JobEnding>): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Opens the queue, making its tables where they are missing. Two servers may start at the same moment. */
export async function openMessageJobs(settings: MessageJobsSettings): Promise<MessageJobs> {
  const boss = await startBoss(settings);
  const { firstSeconds, longestSeconds } = settings.retry ?? { firstSeconds: 2, longestSeconds: 120 };
  return {
    add: async (transaction, { messageId, lifetimeMinutes }) => {
      await boss.send(
        queue,
        { messageId },
        {
          db: fromKysely(transaction),
          // The message's own end stops the tries; the queue only has to last longer.
          retryLimit: 100_000,
          retryDelay: firstSeconds,
          ...(firstSeconds > 0 && { retryBackoff: true, retryDelayMax: longestSeconds }),
          expireInSeconds: leaseSeconds,
          retentionSeconds: lifetimeMinutes * 60 + 86_400,
          deleteAfterSeconds: 3600,
        },
      );
    },
    work: async (handle) => {
      const id = await boss.work<{ messageId: string }, unknown, typeof pace>(queue, pace, (jobs) =>
        Promise.all(
          jobs.map(async (job): Promise<JobResult> => {
            const ending = await handle(job.data.messageId);
            return { id: job.id, status: ending === "done" ? "completed" : "failed" };
          }),
        ),
      );
      return { stop: () => boss.offWork(queue, { id, wait: true }) };
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: 15_000 }),
  };
}

/** At most ten messages in hand at once; half a second until a new one is noticed. */
const pace = {
  pollingIntervalSeconds: 0.5,
  batchSize: 5,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

async function startBoss({ pool, log, superviseSeconds = 10 }: MessageJobsSettings): Promise<PgBoss> {
  for (let attempt = 1; ; attempt += 1) {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: "jobs",
      schedule: false,
      reindex: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    });
    boss.on("error", (fault) => log.warn("jobs.fault", { reason: codeOf(fault) }));
    try {
      await boss.start();
      await boss.createQueue(queue);
      return boss;
    } catch (fault) {
      // Another server is making the tables: its lock outlasts our patience, or it was first.
      await boss.stop({ graceful: false, close: false }).catch(() => {});
      if (attempt === 5) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
    }
  }
}

function codeOf(fault: unknown): string {
  const { code, name } = fault as { code?: string; name?: string };
  return code ?? name ?? "unknown";
}
