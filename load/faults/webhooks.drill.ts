import { setTimeout as pause } from "node:timers/promises";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { sql } from "kysely";
import { sampleBrandId } from "../../test/sample-brand.ts";
import type { Cut, TcpProxy } from "../../test/tcp-proxy.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { repeatUntilStopped } from "../generator.ts";
import { call } from "../http.ts";
import { personOf } from "../people.ts";
import { countRows, signIn } from "../person.ts";
import { type Portal, serviceCredential } from "../portal.ts";
import type { DatabaseKind } from "../postgres.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { startFirstServerBehindProxy } from "./first-server-behind-proxy.ts";
import { skewedClocks } from "./server-fault.ts";
import { countLost, findWrongDeliveries, startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const people = { visitor: 1, holder: 5 };
const sides: readonly Cut["side"][] = ["before", "after"];
/** Each write on the way from an event to its receiver, in the statements of `webhook.store.ts`. */
const writes: Readonly<Record<string, RegExp>> = {
  "queue events": /insert into "webhook_delivery"/,
  "move the position": /update "webhook" set/,
  "commit the queue": /commit/,
  "lease a delivery": /update webhook_delivery delivery/,
  "delete an accepted delivery": /delete from "webhook_delivery"/,
  "postpone a failed delivery": /update "webhook_delivery" set/,
};
const statementSeconds = 60;
/** Longer than a lease; then the other server has sent what a killed one had leased. */
const arrivalSeconds = 90;

interface WebhookContext {
  portal: Portal;
  receiver: WebhookReceiver;
  /** Between the first server and PostgreSQL. */
  proxy: TcpProxy;
}

interface WebhookFault {
  id: string;
  name: string;
  settings?: (nth: number) => Record<string, string>;
  cause(context: WebhookContext): Promise<readonly string[]>;
}

const faults: readonly WebhookFault[] = [
  {
    id: "writes",
    name: "F-38 a server is killed before and after each write from an event to its webhook",
    cause: killAtEachWrite,
  },
  {
    id: "away",
    name: "F-39 the receiver of a webhook answers 503 for a day",
    cause: async ({ portal, receiver }) => {
      const before = receiver.accepted.length;
      receiver.setAway(true);
      for (let hours = 0; hours < 24; hours += 4) {
        await pause(2000);
        await moveClock(portal, 4);
      }
      receiver.setAway(false);
      // The longest pause between two tries is three hours.
      await moveClock(portal, 4);
      return before === 0 ? ["nothing arrived before the outage"] : [];
    },
  },
  {
    id: "clocks",
    name: "F-28 events reach a webhook while the clock of one server is ten minutes ahead, that of the other behind",
    settings: skewedClocks,
    cause: async ({ receiver }) => {
      await pause(8000);
      const refused = receiver.countRefusedSignatures();
      return refused === 0 ? [] : [`the receiver refused ${refused} signatures as too old or too new`];
    },
  },
];

export const drills: readonly Drill[] = faults.map((fault) => ({
  id: fault.id,
  name: fault.name,
  maxRecoverySeconds: arrivalSeconds,
  run: (kind) => runFault(fault, kind),
}));

async function runFault({ cause, settings }: WebhookFault, kind: DatabaseKind): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.adopt(await startWebhookReceiver(), (own) => own.close());
  const { portal, proxy } = opened.use(
    await startFirstServerBehindProxy(kind, {
      people,
      settings: (nth) => ({ ...receiver.settings, ...settings?.(nth) }),
    }),
  );
  const { database } = portal;
  await waitUntil(async () => (await countRows(database, sql`select from webhook`)) > 0, { seconds: arrivalSeconds });
  const signIns = startSignIns(portal);
  await pause(3000);
  const violations = await cause({ portal, receiver, proxy }).finally(() => signIns.stop());
  // The position moves to the last events within a second.
  await pause(3000);
  const since = performance.now();
  const isDelivered = async () => (await countRows(database, sql`select from webhook_delivery`)) === 0;
  const hasArrived = await waitUntil(isDelivered, { seconds: arrivalSeconds });
  const happened = await readFeed(portal);
  return {
    serversEnded: portal.countEnded(),
    lost: countLost(receiver, happened),
    duplicated: 0,
    recoverySeconds: hasArrived ? (performance.now() - since) / 1000 : Number.POSITIVE_INFINITY,
    violations: [
      ...violations,
      ...findWrongDeliveries(receiver, happened),
      ...(happened.length > 0 ? [] : ["nothing happened"]),
    ],
  };
}

/** Signs the same five people in again and again, so that each account has many events. */
function startSignIns({ servers }: Portal) {
  let turn = 0;
  return repeatUntilStopped(100, async () => {
    const { email } = personOf("holder", turn % people.holder);
    turn += 1;
    await signIn(servers[1].port, email).catch(() => {});
  });
}

async function killAtEachWrite({ portal, receiver, proxy }: WebhookContext): Promise<string[]> {
  receiver.failEvery(5);
  const violations: string[] = [];
  for (const [name, text] of Object.entries(writes))
    for (const side of sides) {
      let ended: Promise<void> | undefined;
      const stopWaiting = proxy.cutAt({ turn: 1, side, text }, () => {
        ended = portal.end(0, "SIGKILL");
      });
      const isKilled = await waitUntil(() => ended !== undefined, { seconds: statementSeconds });
      stopWaiting();
      await ended;
      if (isKilled) await portal.restart(0);
      else violations.push(`the first server did not ${name}`);
    }
  receiver.failEvery(Number.POSITIVE_INFINITY);
  return violations;
}

async function moveClock({ database }: Portal, hours: number): Promise<void> {
  await sql`update clock_offset set seconds = seconds + ${hours * 3600}`.execute(database);
}

async function readFeed({ servers }: Portal): Promise<PortalEvent[]> {
  const events: PortalEvent[] = [];
  for (let after = ""; ; ) {
    const query = new URLSearchParams({ brand: sampleBrandId, ...(after && { after }) });
    const response = await call({
      port: servers[1].port,
      path: `/internal/v1/events?${query}`,
      headers: { authorization: `Bearer ${serviceCredential}` },
    });
    if (response.status !== 200) throw new Error(`the feed answered ${response.status}`);
    const page = JSON.parse(response.text()) as { events: PortalEvent[]; next: string };
    if (page.events.length === 0) return events;
    events.push(...page.events);
    after = page.next;
  }
}
