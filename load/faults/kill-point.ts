import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { publicClient } from "@vestibule/api/gateway/test/application.ts";
import { type ApiResult, createClient } from "@vestibule/contract/api.client.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { type Cut, startTcpProxy, type TcpProxy } from "../../test/tcp-proxy.ts";
import { type BenchServer, temporaryFolder, withPort } from "../bench-server.ts";
import { call, newClientIp } from "../http-call.ts";
import { countRegistrationRows, type Registrant } from "../registrant.ts";
import type { DrillResult } from "./drill.ts";
import { type DrillPortal, startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";
import { findContradictions } from "./invariants.ts";

/** A call whose server is killed; the other server gets the repeated call. */
export interface KilledCall {
  /** Sends the call. Returns its status, or undefined when the server was killed before it responded. */
  send(): Promise<number | undefined>;
  /** Allowed statuses of the repeated call, which depend on whether the killed server had committed the first. */
  repeatStatuses: readonly number[];
  /** Finishes the journey and checks its rows. Returns violations, one sentence each. */
  finish(): Promise<string[]>;
}

/** A drill of one call. `prepare` does the steps before it. */
export interface KillPoint {
  id: string;
  prepare(context: KillContext): Promise<KilledCall>;
}

export interface KillContext {
  portal: DrillPortal;
  /** The same portal, with every call sent to the chosen server. */
  target: BenchServer;
  /** Chooses the server that gets the next calls. */
  choose(nth: 0 | 1): void;
}

/** More statements than any call sends; a call with more repeats them without end. */
const maxTurns = 60;
const sides: readonly Cut["side"][] = ["before", "after"];

/**
 * Kills the server before and after each statement of a call. `recoverySeconds` is the longest time until the other
 * server accepted the repeated call.
 */
export async function killAtEachStatement(
  kind: DatabaseKind,
  prepare: (context: KillContext) => Promise<KilledCall>,
  settings: Record<string, string> = applicationSettings(),
): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startDrillPostgres({ kind }), (postgres) => postgres.remove());
  const proxy = opened.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const direct = opened.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const portal = await startDrillPortal({
    databaseUrl: postgres.url(direct.port),
    ownerUrl: postgres.url(),
    mode: "demo",
    settings: (nth) => (nth === 0 ? { ...settings, DATABASE_URL: postgres.url(proxy.port) } : settings),
  });
  opened.defer(() => portal.close());
  const violations = new Set<string>();
  let kills = 0;
  let recoverySeconds = 0;
  for (const side of sides)
    for (let turn = 1; ; turn += 1) {
      if (turn > maxTurns) throw new Error(`the call sends more than ${maxTurns} statements`);
      const { killed, seconds, wrong } = await killOnce({ portal, proxy, prepare, cut: { turn, side } });
      for (const sentence of wrong) violations.add(`${side} statement ${turn}: ${sentence}`);
      if (!killed) break;
      kills += 1;
      recoverySeconds = Math.max(recoverySeconds, seconds);
      await portal.restart(0);
    }
  console.log(`  killed at ${kills} points`);
  for (const found of await findContradictions(portal.database)) violations.add(found);
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations: [...violations] };
}

/** Settings with an application of the default brand. */
export function applicationSettings(): Record<string, string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, sampleBrandId));
  const { id, secret: _none, ...client } = publicClient;
  writeFileSync(join(folder, sampleBrandId, `${id}.json`), JSON.stringify(client));
  return { OIDC_CLIENTS_DIR: folder };
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
  const target = withPort(portal, () => portal.servers[chosen].port);
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

const wrongStatus = ({ repeatStatuses }: KilledCall, status: number | undefined) =>
  repeatStatuses.includes(status ?? 0) ? [] : [`the call was answered ${status}`];

export const violationUnlessOne = (items: string, count: number) => (count === 1 ? [] : [`${count} ${items}`]);

export const violationUnless = (holds: boolean, violation: string) => (holds ? [] : [violation]);

/** Checks that a registration left one account, one event for it and for its code, and one welcome message. */
export async function findWrongRows(target: BenchServer, registrant: Registrant): Promise<string[]> {
  const counts = await countRegistrationRows(target, [registrant], ["account.created", "code.accepted"]);
  return Object.entries(counts).flatMap(([items, count]) => violationUnlessOne(items, count));
}

/** Passkeys and applications need a host name, as a browser sends it. */
export const portalOrigin = "http://belair.localhost";

/** Sends a request to a server under the portal's host name, from a new client IP. */
export async function sendTo(port: number, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const response = await call({
    port,
    path: `${pathname}${search}`,
    method: request.method,
    clientIp: newClientIp(),
    headers: { ...Object.fromEntries(request.headers), host: new URL(portalOrigin).host },
    ...(body !== "" && { body }),
  });
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headers))
    for (const value of [values].flat()) headers.append(name, value);
  // `text()` has decoded the body.
  headers.delete("content-encoding");
  return new Response(response.status === 204 ? null : response.text(), { status: response.status, headers });
}

/** The password of a person who replaces the one from the accounts file. */
export const newPassword = "Montagne-77-verte?";

/** Creates a client of endpoints that calls the chosen server. */
export const clientOf = <Endpoints extends Parameters<typeof createClient>[0]>(
  { target }: KillContext,
  endpoints: Endpoints,
) => createClient(endpoints, { baseUrl: portalOrigin, fetch: (request) => sendTo(target.nextPort(), request) });

export const caller = { apiKey: sampleBrandId, province: "qc", language: "fr" };

export function dataOf<Data>(result: ApiResult<Data, unknown>): Data {
  if (result.kind !== "ok") throw new Error(`a call failed: ${JSON.stringify(result)}`);
  return result.data;
}

/** Status of a reply; undefined without a response. */
export const statusOf = (result: ApiResult<unknown, unknown>) => ("status" in result ? result.status : undefined);

/** Reads the facts of the newest message to a recipient; `kind` restricts them to one kind of message. */
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
