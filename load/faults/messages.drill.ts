import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { createNotifier } from "@vestibule/api/messages/notifier.adapter.ts";
import type { MessageOrder } from "@vestibule/api/messages/notifier.port.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { migrate } from "@vestibule/api/platform/migrations.adapter.ts";
import { openBrands } from "../../packages/vestibule/src/serve/open-brands.ts";
import { readSettings } from "../../packages/vestibule/src/settings/settings.rule.ts";
import { endProcess, endWithThisProcess } from "../../test/child-process.ts";
import { secrets } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { waitUntilSent } from "./invariants.ts";
import { type MessageReceivers, startMessageReceivers } from "./message-receivers.ts";

const messagesPerSecond = 5;
/** So that e-mails are 0.36 a second, as many as 1,000,000 people cause in their busiest hour. */
const textsOfBusiestHour = 26;
const processes = 3;
/** Longest time between two kills. */
const longestPauseMillis = 1500;

export const drills: readonly Drill[] = [
  { id: "kill", kills: 20, texts: 1 },
  { id: "kill-200", kills: 200, texts: textsOfBusiestHour, long: true },
].map(({ id, long, ...options }) => ({
  id,
  long,
  name: `F-15 the process that sends messages is killed with SIGKILL ${options.kills} times at random moments`,
  maxRecoverySeconds: 10,
  maxDuplicates: 1,
  run: (database) => runKills(database, options),
}));

type Database = ReturnType<typeof openDatabase>;

/**
 * `recoverySeconds` is the longest time from a kill until a message that a worker had claimed at that moment was sent.
 */
async function runKills(
  database: DatabaseKind,
  { kills, texts }: { kills: number; texts: number },
): Promise<DrillResult> {
  await using resources = new AsyncDisposableStack();
  const postgres = resources.use(await startPostgres({ kind: database }));
  const receivers = resources.adopt(await startMessageReceivers(), (own) => own.close());
  await migrate(postgres.url());
  const opened = resources.adopt(openDatabase({ url: postgres.url(), poolSize: 4 }), (own) => own.database.destroy());
  const addresses = { DATABASE_URL: postgres.url(), SMTP_URL: receivers.smtpUrl, SMS_URL: receivers.smsUrl };
  const settings = { ...secrets, ...addresses, DEMO: "1" };
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorkerProcess(settings)));
  const starting = new Set<Promise<unknown>>();
  resources.defer(async () => {
    await Promise.allSettled(starting);
    await Promise.all(workers.map((worker) => endProcess(worker, "SIGKILL")));
  });
  const queueing = await startQueueing(opened, texts);
  const claimedAtKill = new Map<string, Date>();
  for (let nth = 0; nth < kills; nth += 1) {
    await pause(randomInt(longestPauseMillis));
    // At least one worker keeps running, as in a deployment with several servers.
    while (workers.length < 2) await Promise.race(starting);
    const [worker] = workers.splice(randomInt(workers.length), 1);
    const before = await listClaimed(opened);
    if (worker !== undefined) await endProcess(worker, "SIGKILL");
    const after = new Map(await listClaimed(opened));
    for (const [id, at] of before) if (after.has(id)) claimedAtKill.set(id, at);
    const started = startWorkerProcess(settings).then((child) => {
      starting.delete(started);
      workers.push(child);
    });
    starting.add(started);
  }
  const queued = await queueing.stop();
  await waitUntilSent(opened.database);
  return await resultOf(opened, { queued, claimedAtKill, receivers });
}

async function startWorkerProcess(settings: Record<string, string>): Promise<ChildProcess> {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "message-worker.ts")], {
    env: { PATH, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithThisProcess(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === "ready") return child;
  throw new Error("the worker exited before it was ready");
}

/** Queues a code by e-mail, this many by text and a notice by e-mail, in turn. `stop` returns the ids of all. */
async function startQueueing({ database }: Database, texts: number): Promise<{ stop(): Promise<string[]> }> {
  const read = readSettings({});
  if (read.kind === "invalid") throw new Error("the defaults are invalid");
  const brands = await openBrands(read.settings);
  const notifier = createNotifier({ brands, mode: "demo" });
  const origin = "http://localhost:3000";
  const common = { brandId: brands.defaultBrand.id, language: "fr" } as const;
  const email = "person@mail.example";
  const facts = { origin, province: "qc", code: "123456" };
  const code = { ...common, notification: "registrationCode", facts } as const;
  const notices: readonly MessageOrder[] = [
    { ...code, channel: "EMAIL", recipient: email },
    ...Array<MessageOrder>(texts).fill({ ...code, channel: "SMS", recipient: "5145550142" }),
    { ...common, notification: "passwordChanged", channel: "EMAIL", recipient: email, facts },
  ];
  const ids: string[] = [];
  const pending = new Set<Promise<void>>();
  const queueNext = async (notice: MessageOrder) => {
    const id = await database.transaction().execute((transaction) => notifier.notify(transaction, notice));
    ids.push(id);
  };
  let turn = 0;
  const timer = setInterval(() => {
    const notice = notices[turn++ % notices.length];
    if (notice === undefined) return;
    const queued = queueNext(notice).finally(() => pending.delete(queued));
    pending.add(queued);
  }, 1000 / messagesPerSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return ids;
    },
  };
}

/** Ids of the messages that a worker has claimed, with the time of the query. */
async function listClaimed({ pool }: Database): Promise<[string, Date][]> {
  const { rows } = await pool.query(
    "select id, app_now() as at from notification where status = 'queued' and claimed_until > app_now()",
  );
  return rows.map(({ id, at }) => [id, at]);
}

async function resultOf(
  { pool }: Database,
  observed: { queued: readonly string[]; claimedAtKill: ReadonlyMap<string, Date>; receivers: MessageReceivers },
): Promise<DrillResult> {
  const { queued, claimedAtKill, receivers } = observed;
  const { rows } = await pool.query("select id, status, done_at from notification");
  const doneAt = new Map<string, Date>(rows.map((row) => [row.id, row.done_at]));
  const waits = [...claimedAtKill].map(([id, at]) => {
    const doneMillis = doneAt.get(id)?.getTime() ?? Number.POSITIVE_INFINITY;
    return (doneMillis - at.getTime()) / 1000;
  });
  const times = (id: string) => receivers.delivered.get(id) ?? 0;
  const unsent = rows.filter(({ status }) => status !== "accepted").length;
  console.log(`  ${queued.length} messages, ${claimedAtKill.size} claimed at a kill`);
  return {
    serversEnded: 0,
    lost: queued.filter((id) => times(id) === 0).length,
    duplicated: queued.reduce((sum, id) => sum + Math.max(0, times(id) - 1), 0),
    recoverySeconds: Math.max(0, ...waits),
    violations: unsent === 0 ? [] : [`${unsent} messages are not marked as accepted`],
  };
}
