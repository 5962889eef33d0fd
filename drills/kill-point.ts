import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "../bench/bench-server.ts";
import { type Cut, startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import type { DrillResult } from "./drill.ts";
import { type DrillPortal, startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";
import { findContradictions } from "./invariants.ts";

/** A call whose server is killed; the other server gets the repeated call. */
export interface KilledCall {
  /** Sends it once more; undefined when the server was killed before it answered. */
  send(): Promise<number | undefined>;
  /** Statuses of a repeated call: whether or not the killed server had committed it. */
  repeated: readonly number[];
  /** Finishes the journey, and returns what is wrong about its rows, one sentence each. */
  finish(): Promise<string[]>;
}

export interface KillContext {
  portal: DrillPortal;
  /** The same portal; every call reaches the chosen server. */
  target: BenchServer;
  choose(nth: 0 | 1): void;
}

/** More turns than any call has; a call that has not ended by then repeats for ever. */
const mostTurns = 60;
const sides: readonly Cut["side"][] = ["before", "after"];

/** Seconds until served: the longest time until the other server accepted a repeated call. */
export async function killAtEachStatement(
  kind: DatabaseKind,
  prepare: (context: KillContext) => Promise<KilledCall>,
): Promise<DrillResult> {
  const postgres = await startDrillPostgres({ kind });
  const proxy = await startTcpProxy(postgres.target);
  const direct = await startTcpProxy(postgres.target);
  const portal = await startDrillPortal({
    ...{ databaseUrl: postgres.url(direct.port), ownerUrl: postgres.url(), mode: "demo" },
    settings: [{ DATABASE_URL: postgres.url(proxy.port) }, {}],
  });
  const violations = new Set<string>();
  let [kills, secondsUntilServed] = [0, 0];
  try {
    for (const side of sides)
      for (let turn = 1; ; turn += 1) {
        if (turn > mostTurns) throw new Error(`the call has more than ${mostTurns} turns`);
        const { killed, seconds, wrong } = await killOnce({ portal, proxy, prepare, cut: { turn, side } });
        for (const sentence of wrong) violations.add(`${side} statement ${turn}: ${sentence}`);
        if (!killed) break;
        kills += 1;
        secondsUntilServed = Math.max(secondsUntilServed, seconds);
        await portal.restart(0);
      }
    console.log(`  killed at ${kills} points`);
    for (const found of await findContradictions(portal.database)) violations.add(found);
    return { serversEnded: portal.countEnded(), lost: 0, doubled: 0, secondsUntilServed, violations: [...violations] };
  } finally {
    await portal.close();
    await Promise.all([proxy.close(), direct.close()]);
    await postgres.remove();
  }
}

async function killOnce({
  portal,
  proxy,
  prepare,
  cut,
}: {
  portal: DrillPortal;
  proxy: TcpProxy;
  prepare: (context: KillContext) => Promise<KilledCall>;
  cut: Cut;
}): Promise<{ killed: boolean; seconds: number; wrong: string[] }> {
  let chosen: 0 | 1 = 1;
  const choose = (nth: 0 | 1) => {
    chosen = nth;
  };
  const target = Object.assign(Object.create(portal) as BenchServer, { nextPort: () => portal.servers[chosen].port });
  const call = await prepare({ portal, target, choose });
  choose(0);
  let ended: Promise<void> | undefined;
  const stopWaiting = proxy.cutAt(cut, () => {
    ended = portal.end(0, "SIGKILL");
  });
  const status = await call.send();
  const killed = stopWaiting();
  await ended;
  if (!killed) return { killed, seconds: 0, wrong: [...wrongStatus(call, status), ...(await call.finish())] };
  choose(1);
  const since = performance.now();
  let repeated = await call.send();
  for (let attempt = 1; repeated === 503 && attempt < 20; attempt += 1) {
    await pause(250);
    repeated = await call.send();
  }
  const seconds = (performance.now() - since) / 1000;
  return { killed, seconds, wrong: [...wrongStatus(call, repeated), ...(await call.finish())] };
}

const wrongStatus = ({ repeated }: KilledCall, status: number | undefined) =>
  repeated.includes(status ?? 0) ? [] : [`the call was answered ${status}`];

export const wrongCount = (what: string, count: number) => (count === 1 ? [] : [`${count} ${what}`]);

/** Of a person who replaces the password of the book. */
export const newPassword = "Montagne-77-verte?";

type Reply = { kind: "ok" | "error"; status: number } | { kind: "away" };
/** Undefined where no answer came. */
export const statusOf = (reply: Reply) => ("status" in reply ? reply.status : undefined);

/** Facts of the newest message to a recipient, of one kind or of any. */
export async function newestMessage(
  database: BenchServer["database"],
  recipient: string,
  kind?: string,
): Promise<Record<string, string>> {
  const row = await database
    .selectFrom("notification")
    .select("facts")
    .where("recipient", "=", recipient)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as never))
    .orderBy("queued_at", "desc")
    .executeTakeFirst();
  return (row?.facts ?? {}) as Record<string, string>;
}
