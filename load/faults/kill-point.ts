import { setTimeout as pause } from "node:timers/promises";
import { publicClient } from "@vestibule/api/gateway/test/application.ts";
import type { ApiResult } from "@vestibule/contract/api.client.ts";
import { type Cut, startTcpProxy, type TcpProxy } from "../../test/tcp-proxy.ts";
import { times } from "../generator.ts";
import { type Portal, startPortal, withPort } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";
import { clientSettings } from "./brand-settings.ts";
import type { DrillResult } from "./drill.ts";
import { findContradictions } from "./invariants.ts";

/** What a call must leave, once its journey is finished: what must be true, and what there must be one of. */
export type Effect = Record<string, boolean | number>;

/** A call whose server is killed; the other server gets the repeated call. */
export interface KilledCall {
  /** Sends the call. A result without a status is a connection that broke. */
  send(): Promise<ApiResult<unknown, unknown> | { status: number } | undefined>;
  /** Allowed statuses of the repeated call, which depend on whether the killed server had committed the first. */
  statuses: readonly number[];
  /** Finishes the journey and reads what it left. */
  effect(): Promise<Effect>;
}

/** A drill of one call. `prepare` does the steps before it, at a portal that sends every call to the chosen server. */
export interface KillPoint {
  id: string;
  settings?: Record<string, string>;
  prepare(portal: Portal): Promise<KilledCall>;
}

/**
 * Statements that may change rows, and the end of a transaction. Reads between two of them leave the same database, so a
 * kill there would show nothing more.
 */
const write = /\b(insert|update|delete|commit)\b/i;
/** More writes than any call sends; a call with more repeats them without end. */
const maxTurns = 60;
const sides: readonly Cut["side"][] = ["before", "after"];
const people = { visitor: 800, holder: 6000 };

/**
 * Kills the server before and after each write of a call. `recoverySeconds` is the longest time until the other
 * server accepted the repeated call.
 */
export async function killAtEachWrite(
  kind: DatabaseKind,
  { prepare, settings = clientSettings(publicClient) }: Omit<KillPoint, "id">,
): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startPostgres({ kind }));
  const proxy = opened.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const direct = opened.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const portal = opened.use(
    await startPortal({
      postgres,
      people,
      databaseUrl: postgres.url(direct.port),
      settings: (nth) => (nth === 0 ? { ...settings, DATABASE_URL: postgres.url(proxy.port) } : settings),
    }),
  );
  const violations = new Set<string>();
  let kills = 0;
  let recoverySeconds = 0;
  for (const side of sides)
    for (let turn = 1; ; turn += 1) {
      if (turn > maxTurns) throw new Error(`the call sends more than ${maxTurns} writes`);
      const { killed, seconds, wrong } = await killOnce(portal, proxy, { prepare, cut: { turn, side, text: write } });
      for (const sentence of wrong) violations.add(`${side} write ${turn}: ${sentence}`);
      if (!killed) break;
      kills += 1;
      recoverySeconds = Math.max(recoverySeconds, seconds);
      await portal.restart(0);
    }
  console.log(`  killed at ${kills} points`);
  for (const found of await findContradictions(portal.database)) violations.add(found);
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations: [...violations] };
}

async function killOnce(
  portal: Portal,
  proxy: TcpProxy,
  { prepare, cut }: Pick<KillPoint, "prepare"> & { cut: Cut },
): Promise<{ killed: boolean; seconds: number; wrong: string[] }> {
  let chosen: 0 | 1 = 1;
  const { send, statuses, effect } = await prepare(withPort(portal, () => portal.servers[chosen].port));
  const statusOf = async () => {
    const result = await send();
    return result !== undefined && "status" in result ? result.status : undefined;
  };
  chosen = 0;
  let ended: Promise<void> | undefined;
  const stopWaiting = proxy.cutAt(cut, () => {
    ended = portal.end(0, "SIGKILL");
  });
  let status = await statusOf();
  const killed = stopWaiting();
  await ended;
  const since = performance.now();
  if (killed) {
    chosen = 1;
    status = await statusOf();
    for (const _attempt of times(20)) {
      if (status !== 503) break;
      await pause(250);
      status = await statusOf();
    }
  }
  const seconds = (performance.now() - since) / 1000;
  const wrong = statuses.includes(status ?? 0) ? [] : [`the call was answered ${status}`];
  return { killed, seconds, wrong: [...wrong, ...violationsOf(await effect())] };
}

/** One sentence for each part of an effect that does not hold. */
export const violationsOf = (effect: Effect): string[] =>
  Object.entries(effect).flatMap(([name, value]) => {
    if (value === true || value === 1) return [];
    return [value === false ? `not so: ${name}` : `${value} ${name}`];
  });
