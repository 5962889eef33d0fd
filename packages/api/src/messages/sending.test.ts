import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import type { Log } from "../platform/log.port.ts";
import { serverMetrics } from "../platform/server-metrics.adapter.ts";
import type { MessageProvider, MessageProviders, OutgoingMessage } from "./message-provider.port.ts";
import { outboxProvider } from "./message-providers.adapter.ts";
import { messageQueues } from "./message-queue.rule.ts";
import { renewLeases, takeNotifications } from "./notification.store.ts";
import { createNotifier } from "./notifier.adapter.ts";
import type { Notice } from "./notifier.port.ts";
import { listOutbox } from "./outbox.adapter.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { silentServer, smtpStub } from "./smtp-stub.ts";
import {
  leaseSeconds,
  reportDelays,
  sendMessage,
  startWorker,
  type Worker,
  type WorkerDeps,
} from "./worker.adapter.ts";

const brands = await testBrands();
let test: TestDatabase;
let lines: { level: string; event: string; facts: Record<string, unknown> }[];
const log: Log = {
  info: (event, facts = {}) => lines.push({ level: "info", event, facts }),
  warn: (event, facts = {}) => lines.push({ level: "warn", event, facts }),
  error: (event, facts = {}) => lines.push({ level: "error", event, facts }),
};
const toStop: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  for (const one of toStop.splice(0)) await one.stop();
  await test.pool.query("truncate notification");
  await sql`update clock_offset set seconds = 0`.execute(test.database);
});
afterAll(() => test.close());

const notice: Notice = {
  notification: "registrationCode",
  brandId: "belair",
  language: "fr",
  channel: "EMAIL",
  recipient: "eloise@exemple.ca",
  facts: { code: "123456", province: "qc", origin: "http://belair.localhost:3000" },
};
const notifier = createNotifier({ brands, mode: "demo" });
const queue = (over: Partial<Notice> = {}) =>
  test.database.transaction().execute((transaction) => notifier.notify(transaction, { ...notice, ...over }));
const queueText = () => queue({ channel: "SMS", recipient: "5145550142" });
const queueNotice = () => queue({ notification: "passwordChanged" });
/** Sequential, because concurrent calls could exceed the connection timeout. */
async function times(count: number, queueOne: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await queueOne());
  return ids;
}
const row = (id: string) =>
  test.database.selectFrom("notification").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const messageCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from notification`.execute(
    test.ownerDatabase,
  );
  return rows[0]?.count;
};

/** A provider that records its messages and responds with `answer`. */
function recorder(answer: (nth: number) => ReturnType<MessageProvider["deliver"]>) {
  const handed: OutgoingMessage[] = [];
  const provider: MessageProvider = {
    deliver: (message) => {
      handed.push(message);
      return answer(handed.length);
    },
  };
  return { handed, provider };
}
const yes = async () => ({ kind: "accepted", providerMessageId: "P-1" }) as const;

/** A provider that does not respond until released. */
function stuckProvider() {
  const released = Promise.withResolvers<Awaited<ReturnType<typeof yes>>>();
  const { handed, provider } = recorder(() => released.promise);
  const release = async () => released.resolve(await yes());
  // Before the worker stops, because stopping waits for messages in progress.
  toStop.unshift({ stop: release });
  return { handed, provider, release };
}

function depsOf(provider: MessageProvider | Partial<MessageProviders>, over: Partial<WorkerDeps> = {}): WorkerDeps {
  const all = "deliver" in provider ? { EMAIL: provider, SMS: provider, LETTER: provider } : provider;
  const providers = { EMAIL: outboxProvider, SMS: outboxProvider, LETTER: outboxProvider, ...all };
  return {
    database: test.database,
    brands,
    providers,
    log,
    metrics: serverMetrics("test"),
    mode: "demo",
    retry: { firstSeconds: 0, longestSeconds: 0 },
    ...over,
  };
}
function work(provider: MessageProvider | Partial<MessageProviders>, over: Partial<WorkerDeps> = {}): Worker {
  const worker = startWorker(depsOf(provider, over));
  toStop.push(worker);
  return worker;
}
/** Leases all due messages, as another worker would. */
const takeAll = () =>
  takeNotifications(test.database, {
    queues: messageQueues.map((one) => ({ queue: one, slots: 100 })),
    leaseSeconds,
    held: [],
    keepsFacts: true,
  });
/** Sends all due messages sequentially, one attempt each. */
async function sendDue(provider: MessageProvider): Promise<void> {
  for (const { kind, message } of await takeAll()) if (kind === "taken") await sendMessage(depsOf(provider), message);
}
const settled = (id: string) => expect.poll(async () => (await row(id)).status, { timeout: 15_000, interval: 100 });

describe("a message", () => {
  it("is not queued when its transaction is rolled back", async () => {
    const act = test.database.transaction().execute(async (transaction) => {
      await notifier.notify(transaction, notice);
      throw new Error("the act fails");
    });
    await expect(act).rejects.toThrow("the act fails");
    expect(await messageCount()).toBe(0);
    expect(await listOutbox(test.database, brands, { limit: 10 })).toEqual([]);
  });

  it("with a missing value or an unknown brand fails the transaction", async () => {
    await expect(queue({ facts: {} })).rejects.toThrow("needs the value code");
    await expect(queue({ brandId: "nobody" })).rejects.toThrow("the unknown brand nobody");
    expect(await messageCount()).toBe(0);
  });

  it("is sent once after commit and marked with the provider's id", async () => {
    const { handed, provider } = recorder(yes);
    work(provider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(await row(id)).toMatchObject({ attempts: 1, provider_message_id: "P-1", claimed_until: null });
    expect(handed).toHaveLength(1);
    expect(handed[0]).toMatchObject({ id, to: "eloise@exemple.ca", channel: "EMAIL", brandId: "belair" });
    expect(handed[0]?.text).toContain("123456");
  });

  it("is sent once by two workers", async () => {
    const { handed, provider } = recorder(yes);
    work(provider);
    work(provider);
    const ids = await times(12, queue);
    for (const id of ids) await settled(id).toBe("accepted");
    expect(handed.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("F-14 is retried after a temporary failure until it is accepted", async () => {
    const { handed, provider } = recorder(async (nth) =>
      nth < 3 ? { kind: "later", fault: "smtp 451" } : { kind: "accepted", providerMessageId: null },
    );
    const metrics = serverMetrics("test");
    const worker = work(provider, { metrics });
    const id = await queue();
    await settled(id).toBe("accepted");
    await worker.stop();
    const { text } = await metrics.describe();
    for (const counted of ['result="later"} 2', 'result="accepted"} 1'])
      expect(text).toContain(`vestibule_message_deliveries_total{channel="email",${counted}`);
    expect(handed).toHaveLength(3);
    expect(new Set(handed.map((message) => message.id))).toEqual(new Set([id]));
    expect(await row(id)).toMatchObject({ attempts: 3, last_fault: "smtp 451" });
    expect(lines.map(({ event }) => event)).toEqual(["message.delayed", "message.delayed", "message.accepted"]);
  });

  it("F-14 is not retried after a permanent failure, and the reason is stored", async () => {
    const { handed, provider } = recorder(async () => ({ kind: "refused", fault: "smtp 550" }));
    work(provider);
    const id = await queue();
    await settled(id).toBe("refused");
    expect(await row(id)).toMatchObject({ attempts: 1, last_fault: "smtp 550" });
    expect(handed).toHaveLength(1);
    expect(lines).toEqual([
      {
        level: "error",
        event: "message.refused",
        facts: expect.objectContaining({ messageId: id, reason: "smtp-550" }),
      },
    ]);
  });

  it("F-12 is not sent after its code has expired, and an error is logged", async () => {
    const { handed, provider } = recorder(yes);
    const id = await queue();
    await test.moveClock(601);
    work(provider);
    await settled(id).toBe("expired");
    expect(handed).toEqual([]);
    await expect
      .poll(() => lines)
      .toEqual([
        { level: "error", event: "message.expired", facts: expect.objectContaining({ messageId: id, attempts: 0 }) },
      ]);
    expect(await listOutbox(test.database, brands, { limit: 10 })).toEqual([]);
  });

  it("F-12 is sent once an unavailable mail server is back", async () => {
    const stub = await smtpStub((_mail, nth) => (nth < 3 ? { kind: "reply", code: 450 } : { kind: "accept" }));
    const provider = smtpProvider({ url: stub.url });
    work(provider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(stub.received).toHaveLength(1);
    expect(stub.received[0]?.raw).toContain(`<${id}@belair.example>`);
    expect(await row(id)).toMatchObject({ attempts: 3, provider_message_id: "Q3ABC" });
    provider.close?.();
    await stub.close();
  });

  it("F-14 waits longer before each further attempt", async () => {
    const { handed, provider } = recorder(async () => ({ kind: "later", fault: "smtp 451" }));
    const id = await queue();
    for (const waitSeconds of [2, 4, 5, 5]) {
      const [taken] = await takeAll();
      if (taken?.kind !== "taken") throw new Error("nothing is due");
      await sendMessage(depsOf(provider, { retry: { firstSeconds: 2, longestSeconds: 5 } }), taken.message);
      await test.moveClock(waitSeconds - 1);
      expect(await takeAll()).toEqual([]);
      await test.moveClock(1);
    }
    expect(handed.map((message) => message.id)).toEqual([id, id, id, id]);
  });

  it("is never sent again once accepted", async () => {
    const { handed, provider } = recorder(yes);
    await queue();
    await sendDue(provider);
    await sendDue(provider);
    expect(handed).toHaveLength(1);
  });
});

describe("a queue", () => {
  it("exists for each channel and priority with a message", () => {
    expect(messageQueues.map(({ name }) => name)).toEqual([
      ...["email-code", "email-notice", "sms-code", "sms-notice", "letter-notice"],
    ]);
  });

  it("F-13 of e-mail whose server never greets does not delay a text code", async () => {
    const server = await silentServer();
    toStop.push({ stop: server.close });
    const { handed, provider } = recorder(yes);
    const email = smtpProvider({ url: server.url });
    toStop.unshift({ stop: async () => email.close?.() });
    await times(20, queue);
    const ids = await times(20, queueText);
    work({ EMAIL: email, SMS: provider });
    for (const id of ids) await settled(id).toBe("accepted");
    expect(handed).toHaveLength(20);
    expect(await takeAllQueued()).toHaveLength(20);
    await server.drop();
  });

  it("of notices does not delay a code on the same channel", async () => {
    const { handed, provider, release } = stuckProvider();
    const codes = recorder(yes);
    const byKind: MessageProvider = {
      deliver: (message) => (message.text.includes("123456") ? codes.provider : provider).deliver(message),
    };
    await times(30, queueNotice);
    work(byKind);
    await expect.poll(() => handed.length, { timeout: 15_000 }).toBe(3);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(handed).toHaveLength(3);
    await release();
  });

  it("releases its places one by one", async () => {
    const { handed, provider } = recorder(yes);
    const ids = await times(40, queue);
    work(provider);
    for (const id of ids) await settled(id).toBe("accepted");
    expect(handed).toHaveLength(40);
  });

  it("F-12 with a delayed message raises an alarm with its name and age", async () => {
    await queueText();
    await queueNotice();
    await reportDelays({ database: test.database, log });
    expect(lines).toEqual([]);
    await test.moveClock(31);
    await reportDelays({ database: test.database, log });
    expect(lines).toMatchObject([
      { level: "error", event: "messages.delayed", facts: { queue: "sms-code", count: 1 } },
    ]);
    expect(lines[0]?.facts.ageSeconds).toBeGreaterThanOrEqual(31);
  });
});

const takeAllQueued = () =>
  test.ownerDatabase.selectFrom("notification").select("id").where("status", "=", "queued").execute();

describe("a worker", () => {
  it("F-15 that dies loses its message to another within seconds", async () => {
    const id = await queue();
    expect(await takeAll()).toMatchObject([{ kind: "taken", message: { id } }]);
    expect(await takeAll()).toEqual([]);
    await test.moveClock(leaseSeconds);
    expect(await takeAll()).toMatchObject([{ kind: "taken", message: { id, attempts: 2 } }]);
    expect(leaseSeconds).toBeLessThan(10);
  });

  it("F-15 keeps its lease as long as it renews it", async () => {
    await queue();
    const [taken] = await takeAll();
    await test.moveClock(leaseSeconds - 1);
    await renewLeases(test.database, { held: [taken?.message ?? { id: "", attempts: 0 }], leaseSeconds });
    await test.moveClock(leaseSeconds - 1);
    expect(await takeAll()).toEqual([]);
    await test.moveClock(1);
    const [again] = await takeAll();
    expect(again?.message.attempts).toBe(2);
    // The first worker can no longer renew the lease.
    await renewLeases(test.database, { held: [taken?.message ?? { id: "", attempts: 0 }], leaseSeconds: 600 });
    await test.moveClock(leaseSeconds);
    expect(await takeAll()).toHaveLength(1);
  });

  it("F-15 never leases again a message that it is sending", async () => {
    const { handed, provider, release } = stuckProvider();
    work(provider);
    const first = await queue();
    await expect.poll(() => handed.length, { timeout: 15_000 }).toBe(1);
    await test.moveClock(3600);
    const second = await queueText();
    await expect.poll(() => handed.map(({ id }) => id), { timeout: 15_000 }).toEqual([first, second]);
    await release();
    await settled(first).toBe("accepted");
    expect(handed).toHaveLength(2);
  });

  it("F-15 killed between sending and recording causes at most one repeat, under the same id", async () => {
    const id = await queue();
    const { handed, provider } = recorder(yes);
    // The first worker sends the message and is killed before it can record it.
    await takeAll();
    await provider.deliver({ id } as OutgoingMessage);
    await test.moveClock(leaseSeconds);
    await sendDue(provider);
    await sendDue(provider);
    expect(handed.map((message) => message.id)).toEqual([id, id]);
  });

  it("F-02 records acceptance once the database is back", async () => {
    const { handed, provider } = recorder(yes);
    const id = await queue();
    const [taken] = await takeAll();
    if (taken?.kind !== "taken") throw new Error("nothing is due");
    let failures = 3;
    const database = test.database.withPlugin({
      transformQuery: ({ node }) => {
        if (failures-- > 0) throw new Error("the database is away");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await sendMessage(depsOf(provider, { database }), taken.message);
    expect(await row(id)).toMatchObject({ status: "accepted" });
    expect(handed).toHaveLength(1);
  });
});

describe("the values of a message", () => {
  it("are emptied after acceptance in production, and the text is in no log", async () => {
    const { provider } = recorder(yes);
    work(provider, { mode: "production" });
    const id = await queue();
    await settled(id).toBe("accepted");
    await expect.poll(async () => (await row(id)).facts, { timeout: 15_000 }).toEqual({});
    expect(JSON.stringify(lines)).not.toMatch(/123456|eloise/);
  });

  it("are kept for the outbox in demo mode", async () => {
    work(outboxProvider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect((await row(id)).facts).toEqual(notice.facts);
  });
});

describe("the outbox", () => {
  it("shows messages newest first, including those not yet sent", async () => {
    await queue();
    await queue({ channel: "SMS", recipient: "5145550142", language: "en" });
    await queue({
      notification: "pinIssued",
      channel: "LETTER",
      recipient: "Éloïse Tremblay",
      facts: { ...notice.facts, code: "K7M2PX4Q", firstName: "Éloïse" },
    });
    const [letter, sms, mail] = await listOutbox(test.database, brands, { limit: 10 });
    expect(letter).toMatchObject({ channel: "LETTER", to: "Éloïse Tremblay", code: "K7M2PX4Q", html: null });
    expect(sms).toMatchObject({ channel: "SMS", language: "en", subject: null, html: null, code: "123456" });
    expect(sms?.text.split("\n").at(-1)).toBe("@belair.localhost #123456");
    expect(mail).toMatchObject({
      brand: "belair",
      language: "fr",
      channel: "EMAIL",
      to: "eloise@exemple.ca",
      code: "123456",
      link: null,
    });
    expect(mail?.html).toContain("123456");
    expect(new Date(mail?.at ?? "").getTime()).toBeGreaterThan(0);
    expect(await listOutbox(test.database, brands, { limit: 1 })).toHaveLength(1);
  });
});
