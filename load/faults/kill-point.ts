import { setTimeout as pause } from "node:timers/promises";
import { publicClient } from "@vestibule/api/gateway/test/application.ts";
import type { ApiResult } from "@vestibule/contract/api.client.ts";
import type { Cut, TcpProxy } from "../../test/tcp-proxy.ts";
import { times } from "../generator.ts";
import type { Portal } from "../portal.ts";
import type { DatabaseKind } from "../postgres.ts";
import { clientSettings } from "./brand-settings.ts";
import type { DrillResult } from "./drill.ts";
import { startFirstServerBehindProxy } from "./first-server-behind-proxy.ts";
import { findContradictions } from "./invariants.ts";
import { changesBetween, countAllRows } from "./rows-left.ts";

/** What must be true, or what there must be one of. */
export type Effect = Record<string, boolean | number>;

/** A call whose server is killed; the other server gets the repeated call. */
export interface KilledCall {
  /** Sends the call. A result without a status is a connection that broke. */
  send(): Promise<ApiResult<unknown, unknown> | { status: number } | undefined>;
  /** Finishes the journey, and reads what rows do not show. */
  finish?(): Promise<Effect>;
}

/** Does the steps before a call, at a portal that sends every call to the chosen server. */
export type PrepareCall = (portal: Portal) => Promise<KilledCall>;

/**
 * Statements that may change rows, and the end of a transaction. Reads between two of them leave the same database, so a
 * kill there would show nothing more.
 */
const write = /\b(insert|update|delete|commit)\b/i;
/** More writes than any call sends; a call with more repeats them without end. */
const maxTurns = 60;
const sides: readonly Cut["side"][] = ["before", "after"];
const people = { visitor: 300, holder: 300 };

/**
 * Kills the server before and after each write of a call and repeats the call at the other server. Together they must
 * respond and leave rows as one call or two calls without a kill do. `recoverySeconds` is the longest time until the
 * repeated call was accepted.
 */
export async function killAtEachWrite(
  kind: DatabaseKind,
  prepare: PrepareCall,
  settings = clientSettings(publicClient),
): Promise<DrillResult> {
  await using opened = await startFirstServerBehindProxy(kind, { people, settings: () => settings });
  const { portal, proxy } = opened;
  const once = await callWithoutKill(portal, prepare, 1);
  const twice = await callWithoutKill(portal, prepare, 2);
  const violations = new Set<string>();
  let kills = 0;
  let recoverySeconds = 0;
  for (const side of sides)
    for (let turn = 1; ; turn += 1) {
      if (turn > maxTurns) throw new Error(`the call sends more than ${maxTurns} writes`);
      const { isKilled, seconds, status, changes, wrong } = await killOnce(portal, proxy, prepare, {
        turn,
        side,
        text: write,
      });
      if (status !== once.status && status !== twice.status) wrong.push(`the call was answered ${status}`);
      if (changes !== once.changes && changes !== twice.changes)
        wrong.push(`neither one call nor two leave:\n${changes}`);
      for (const sentence of wrong) violations.add(`${side} write ${turn}: ${sentence}`);
      if (!isKilled) break;
      kills += 1;
      recoverySeconds = Math.max(recoverySeconds, seconds);
      await portal.restart(0);
    }
  console.log(`  killed at ${kills} points`);
  for (const found of await findContradictions(portal.database)) violations.add(found);
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations: [...violations] };
}

/** Sends a call this many times to a server that is not killed. Returns the last status and the rows that are left. */
async function callWithoutKill(portal: Portal, prepare: PrepareCall, count: number) {
  const { send } = await prepare({ ...portal, nextPort: () => portal.servers[1].port });
  const before = await countAllRows(portal.database);
  let status: number | undefined;
  for (const _call of times(count)) status = await statusOf(send);
  return { status, changes: changesBetween(before, await countAllRows(portal.database)).join("\n") };
}

async function killOnce(portal: Portal, proxy: TcpProxy, prepare: PrepareCall, cut: Cut) {
  let chosen: 0 | 1 = 1;
  const { send, finish } = await prepare({ ...portal, nextPort: () => portal.servers[chosen].port });
  const before = await countAllRows(portal.database);
  chosen = 0;
  let ended: Promise<void> | undefined;
  const stopWaiting = proxy.cutAt(cut, () => {
    ended = portal.end(0, "SIGKILL");
  });
  let status = await statusOf(send);
  const isKilled = stopWaiting();
  await ended;
  const since = performance.now();
  if (isKilled) {
    chosen = 1;
    status = await statusOf(send);
    for (let attempt = 0; status === 503 && attempt < 20; attempt += 1) {
      await pause(250);
      status = await statusOf(send);
    }
  }
  const seconds = (performance.now() - since) / 1000;
  const changes = changesBetween(before, await countAllRows(portal.database)).join("\n");
  return { isKilled, seconds, status, changes, wrong: violationsOf((await finish?.()) ?? {}) };
}

async function statusOf(send: KilledCall["send"]): Promise<number | undefined> {
  const result = await send();
  return result !== undefined && "status" in result ? result.status : undefined;
}

/** One sentence for each part of an effect that does not hold. */
export const violationsOf = (effect: Effect): string[] =>
  Object.entries(effect).flatMap(([name, value]) => {
    if (value === true || value === 1) return [];
    return [value === false ? `not so: ${name}` : `${value} ${name}`];
  });
