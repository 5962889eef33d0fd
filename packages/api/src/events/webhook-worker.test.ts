import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApi, type TestApi, testAccount } from "../../../../test/test-api.ts";
import type { AuditEvent } from "../audit/auditor.port.ts";
import { deletePastRows } from "../retention/retention.store.ts";
import { queueDeliveries, replayDeliveries } from "./queue-deliveries.ts";
import { testWebhook } from "./test/webhook.ts";
import { leaseDeliveries, readWebhookLoads, startWebhook } from "./webhook.store.ts";
import type { SendResult } from "./webhook-sender.adapter.ts";
import { startWebhookWorker } from "./webhook-worker.adapter.ts";

const [one, two] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;

let testApi: TestApi;
const workers: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  testApi = await createTestApi();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await testApi.close();
});

const record = (event: Partial<AuditEvent> = {}) =>
  testApi.deps.database.transaction().execute((transaction) =>
    testApi.deps.auditor.record(transaction, {
      event: "account.frozen",
      result: "ok",
      brandId: "belair",
      accountId: one,
      actor: "person",
      ...event,
    }),
  );

/** Receivers by the name of their webhook. Without one, an event is accepted. */
type Receivers = Record<string, (event: PortalEvent) => Promise<SendResult> | SendResult>;

/** A server that runs the worker of these webhooks; `received` are the events that were sent, in order. */
async function startServer(
  webhooks: Webhook[],
  receivers: Receivers = {},
  received: (PortalEvent & { webhook: string })[] = [],
) {
  for (const { id } of webhooks) await startWebhook(testApi.deps.database, id);
  const senderOf = ({ id }: Webhook) => ({
    send: async (event: PortalEvent) => {
      received.push({ ...event, webhook: id });
      return (await receivers[id]?.(event)) ?? ({ kind: "accepted" } as const);
    },
    close: async () => {},
  });
  const { database, log } = testApi.deps;
  const metrics = { countWebhook: vi.fn() };
  const worker = startWebhookWorker({ database, webhooks, log, metrics, senderOf });
  workers.push(worker);
  return { received, metrics, ...worker };
}

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const failed = { kind: "failed", fault: "status-500" } as const;
const rowsOf = async () =>
  (await testApi.pool.query("select * from webhook_delivery order by sequence")).rows as Record<string, unknown>[];

describe("a webhook", () => {
  test("A-292 gets the events of its brand and list from its start on, each once", async () => {
    await record();
    const { received, metrics } = await startServer([testWebhook({ events: ["account.frozen"] })]);
    await record({ event: "password.changed" });
    await record({ brandId: "intact" });
    await record({ accountId: two });
    await until(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({ type: "account.frozen", accountId: two });
    await until(() => expect(metrics.countWebhook.mock.calls).toEqual([["crm", "accepted"]]));
    expect(await rowsOf()).toEqual([]);
  });

  test("gets the insurer's ids of the person only where it includes them", async () => {
    const accountId = await testAccount(testApi, { email: "maelle@courrier.example", password: "Grand-Vent-42" });
    await testApi.pool.query(
      "insert into account_person (account_id, brand, company, person_id) values ($1, 'belair', 'belair', 'P-1')",
      [accountId],
    );
    const { received } = await startServer([
      testWebhook({ id: "with-person", includesPersonId: true }),
      testWebhook({ id: "without-person" }),
    ]);
    await record({ accountId });
    await until(() => expect(received).toHaveLength(2));
    const sentTo = (id: string) => received.find(({ webhook }) => webhook === id);
    expect(sentTo("with-person")?.personIds).toEqual([{ company: "belair", personId: "P-1" }]);
    expect(sentTo("without-person")).not.toHaveProperty("personIds");
  });

  test("gets an account's next event after it accepted the one before, and those of other accounts at once", async () => {
    let isAway = true;
    const receiver = ({ accountId }: PortalEvent) => (isAway && accountId === one ? failed : undefined);
    const { received } = await startServer([testWebhook()], { crm: (event) => receiver(event) as SendResult });
    await record();
    await record({ event: "account.unfrozen" });
    await record({ accountId: two });
    await until(() => expect(received.map(({ accountId }) => accountId)).toContain(two));
    const ofOne = () => received.filter(({ accountId }) => accountId === one);
    expect(ofOne().map(({ type }) => type)).not.toContain("account.unfrozen");
    isAway = false;
    await testApi.moveClock(60);
    await until(async () => expect(await rowsOf()).toEqual([]));
    const [frozen, ...others] = ofOne();
    const unfrozen = others.pop();
    expect([frozen?.type, unfrozen?.type]).toEqual(["account.frozen", "account.unfrozen"]);
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([frozen?.id]));
  });

  test("is not delayed by another one that never responds", async () => {
    const response = Promise.withResolvers<SendResult>();
    // Before the worker stops, because stopping waits for deliveries in progress.
    workers.push({ stop: async () => response.resolve(failed) });
    const { received } = await startServer([testWebhook({ id: "dead" }), testWebhook({ id: "crm" })], {
      dead: () => response.promise,
    });
    for (let count = 0; count < 20; count += 1)
      await record({ accountId: `00000000-0000-4000-8000-0000000001${10 + count}` });
    await until(() => expect(received.filter(({ webhook }) => webhook === "crm")).toHaveLength(20));
    expect(received.filter(({ webhook }) => webhook === "dead").length).toBeLessThanOrEqual(8);
  });

  test("gets each event once and in order from two servers", async () => {
    const webhooks = [testWebhook()];
    const { received } = await startServer(webhooks);
    await startServer(webhooks, {}, received);
    for (let count = 0; count < 30; count += 1)
      await record({ event: "account.policiesAdded", facts: { count }, accountId: count % 2 === 0 ? one : two });
    await until(() => expect(received).toHaveLength(30));
    await until(async () => expect(await rowsOf()).toEqual([]));
    expect(new Set(received.map(({ id }) => id)).size).toBe(30);
    for (const accountId of [one, two]) {
      const counts = received.filter((event) => event.accountId === accountId).map(({ data }) => data.count);
      expect(counts).toEqual([...counts].sort((left, right) => Number(left) - Number(right)));
    }
  });

  test("F-38 gets an event of a server that was killed while it sent, with the same id", async () => {
    const { database } = testApi.deps;
    await startWebhook(database, "crm");
    await record();
    await queueDeliveries(database, testWebhook());
    const [killed] = await leaseDeliveries(database, { webhookId: "crm", slots: 1, leaseSeconds: 20 });
    expect(await leaseDeliveries(database, { webhookId: "crm", slots: 1, leaseSeconds: 20 })).toEqual([]);
    await testApi.moveClock(21);
    const { received } = await startServer([testWebhook()]);
    await until(() => expect(received.map(({ id }) => id)).toEqual([killed?.event.id]));
  });

  test("F-39 loses nothing and keeps the order of an account when its receiver is away for a day", async () => {
    let isAway = true;
    const { received, metrics } = await startServer([testWebhook()], {
      crm: () => (isAway ? failed : { kind: "accepted" }),
    });
    // Once an attempt is counted, the time of the next one is stored.
    const countAttempts = () => metrics.countWebhook.mock.calls.length;
    for (let count = 0; count < 5; count += 1) await record({ event: "account.policiesAdded", facts: { count } });
    for (let hours = 0; hours < 24; hours += 6) {
      const attempts = countAttempts();
      await testApi.moveClock(6 * 3600);
      await until(() => expect(countAttempts()).toBeGreaterThan(attempts));
    }
    isAway = false;
    const attempts = received.length;
    await testApi.moveClock(4 * 3600);
    await until(async () => expect(await rowsOf()).toEqual([]));
    expect(received.slice(attempts).map(({ data }) => data.count)).toEqual([0, 1, 2, 3, 4]);
  });
});

test("an event is sent again no earlier than its receiver asks, and within three hours", async () => {
  const asked = [600, 24 * 3600];
  const { metrics } = await startServer([testWebhook()], {
    crm: () => ({ ...failed, afterSeconds: asked.shift() ?? 0 }),
  });
  await record();
  for (const [longest, before, attempts] of [
    [600, 0, 1],
    [3 * 3600, 600, 2],
  ] as const) {
    await until(() => expect(metrics.countWebhook).toHaveBeenCalledTimes(attempts));
    const { rows } = await testApi.pool.query(
      "select extract(epoch from due_at - app_now())::int as seconds from webhook_delivery",
    );
    expect(rows[0].seconds).toBeGreaterThan(Math.max(before, longest - 60));
    expect(rows[0].seconds).toBeLessThanOrEqual(longest);
    await testApi.moveClock(longest);
  }
});

describe("an event that is not accepted in three days", () => {
  /** Parks the account's first event; the second is accepted. */
  async function park() {
    let isAway = true;
    const server = await startServer([testWebhook()], {
      crm: ({ type }) => (isAway && type === "account.frozen" ? failed : { kind: "accepted" }),
    });
    await record();
    await record({ event: "account.unfrozen" });
    await until(() => expect(server.received).toHaveLength(1));
    await testApi.moveClock(72 * 3600);
    await until(async () => expect((await rowsOf()).map(({ parked_at }) => parked_at)).toEqual([expect.any(Date)]));
    return {
      ...server,
      open: () => {
        isAway = false;
      },
    };
  }

  test("is parked, counted and logged, and the later events of its account are sent", async () => {
    const { received, metrics } = await park();
    await until(() => expect(received.at(-1)?.type).toBe("account.unfrozen"));
    expect(metrics.countWebhook.mock.calls).toContainEqual(["crm", "parked"]);
    expect(await readWebhookLoads(testApi.deps.database)).toEqual([
      { webhookId: "crm", waiting: 0, parked: 1, ageSeconds: 0 },
    ]);
    expect(testApi.logged.join("")).toContain('"event":"webhook.parked"');
  });

  test("is sent again after a replay", async () => {
    const { received, open } = await park();
    open();
    expect(await replayDeliveries(testApi.deps.database, testWebhook(), undefined)).toBe(1);
    await until(() => expect(received.at(-1)?.type).toBe("account.frozen"));
    await until(async () => expect(await rowsOf()).toEqual([]));
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
  });

  test("is sent again in the order of its account, and before an event that waits", async () => {
    let isAway = true;
    const { received } = await startServer([testWebhook()], { crm: () => (isAway ? failed : { kind: "accepted" }) });
    const added = (count: number) => record({ event: "account.policiesAdded", facts: { count } });
    for (const count of [0, 1, 2]) await added(count);
    await until(() => expect(received).toHaveLength(1));
    await testApi.moveClock(72 * 3600);
    await until(async () => expect((await rowsOf()).filter((row) => row.parked_at)).toHaveLength(3));
    await added(3);
    await until(() => expect(received.at(-1)?.data.count).toBe(3));
    expect(await replayDeliveries(testApi.deps.database, testWebhook(), undefined)).toBe(3);
    isAway = false;
    const attempts = received.length;
    await testApi.moveClock(60);
    await until(async () => expect(await rowsOf()).toEqual([]));
    const accepted = received.slice(attempts).map(({ data }) => data.count);
    expect(accepted.slice(-4)).toEqual([0, 1, 2, 3]);
  });

  test("is deleted 90 days later", async () => {
    await park();
    await testApi.moveClock(89 * 24 * 3600);
    await deletePastRows(testApi.database);
    expect(await rowsOf()).toHaveLength(1);
    await testApi.moveClock(2 * 24 * 3600);
    await deletePastRows(testApi.database);
    expect(await rowsOf()).toEqual([]);
  });
});

test("a replay since a time sends every event since then again, of the webhook's brand alone", async () => {
  await record();
  await testApi.moveClock(3600);
  const { rows } = await testApi.pool.query("select app_now() as now");
  await record({ event: "password.changed" });
  await record({ brandId: "intact" });
  const { received } = await startServer([testWebhook()]);
  expect(await replayDeliveries(testApi.deps.database, testWebhook(), rows[0].now)).toBe(1);
  await until(() => expect(received.map(({ type }) => type)).toEqual(["account.passwordChanged"]));
});
