import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database.ts";
import type { Log } from "../../platform/log.port.ts";
import { type MessageJobs, openMessageJobs } from "./message-jobs.adapter.ts";
import type { MessageProvider, MessageProviders, OutgoingMessage } from "./message-provider.port.ts";
import { claimNotification } from "./notification.store.ts";
import { createNotifier } from "./notifier.adapter.ts";
import type { Notice } from "./notifier.port.ts";
import { listOutbox } from "./outbox.adapter.ts";
import { outboxProvider } from "./outbox-provider.adapter.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { smtpStub } from "./smtp-stub.ts";
import { sendMessage, startWorker, type Worker, type WorkerParts } from "./worker.adapter.ts";

const brands = await testBrands();
let test: TestDatabase;
let jobs: MessageJobs;
let lines: { level: string; event: string; facts: Record<string, unknown> }[];
const log: Log = {
  info: (event, facts = {}) => lines.push({ level: "info", event, facts }),
  warn: (event, facts = {}) => lines.push({ level: "warn", event, facts }),
  error: (event, facts = {}) => lines.push({ level: "error", event, facts }),
};
const toStop: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  test = await testDatabase();
  jobs = await openMessageJobs({ pool: test.pool, log, retry: { firstSeconds: 0, longestSeconds: 0 } });
});
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  for (const one of toStop.splice(0)) await one.stop();
  await sql`truncate notification`.execute(test.database);
  await sql`delete from jobs.job`.execute(test.database);
  await sql`update clock_offset set seconds = 0`.execute(test.database);
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

const notice: Notice = {
  notification: "registrationCode",
  brandId: "belair",
  language: "fr",
  channel: "EMAIL",
  recipient: "eloise@exemple.ca",
  facts: { code: "123456", province: "qc", origin: "http://belair.localhost:3000" },
};
const queue = (over: Partial<Notice> = {}) =>
  test.database
    .transaction()
    .execute((transaction) =>
      createNotifier({ brands, jobs, mode: "demo" }).notify(transaction, { ...notice, ...over }),
    );
const row = (id: string) =>
  test.database.selectFrom("notification").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const jobCount = async () => {
  const { rows } = await sql<{ count: string }>`select count(*) from jobs.job`.execute(test.database);
  return Number(rows[0]?.count);
};

/** A provider that remembers what it was handed and answers as told. */
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

function parts(provider: MessageProvider, over: Partial<WorkerParts> = {}): WorkerParts {
  const providers: MessageProviders = { EMAIL: provider, SMS: provider, LETTER: provider };
  return { database: test.database, brands, jobs, providers, log, mode: "demo", ...over };
}
async function work(provider: MessageProvider, over: Partial<WorkerParts> = {}): Promise<Worker> {
  const worker = await startWorker(parts(provider, over));
  toStop.push(worker);
  return worker;
}
const settled = (id: string) => expect.poll(async () => (await row(id)).status, { timeout: 15_000, interval: 100 });

describe("a message", () => {
  it("rolled back with its act was never queued", async () => {
    const act = test.database.transaction().execute(async (transaction) => {
      await createNotifier({ brands, jobs, mode: "demo" }).notify(transaction, notice);
      throw new Error("the act fails");
    });
    await expect(act).rejects.toThrow("the act fails");
    expect(await jobCount()).toBe(0);
    expect(await listOutbox(test.database, brands, { limit: 10 })).toEqual([]);
  });

  it("that lacks a value, or whose brand nobody carries, stops the act", async () => {
    await expect(queue({ facts: {} })).rejects.toThrow("needs the value code");
    await expect(queue({ brandId: "nobody" })).rejects.toThrow("which nobody carries");
    expect(await jobCount()).toBe(0);
  });

  it("committed is sent once and marked with the provider's id", async () => {
    const { handed, provider } = recorder(yes);
    await work(provider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(await row(id)).toMatchObject({ attempts: 1, provider_message_id: "P-1", claimed_until: null });
    expect(handed).toHaveLength(1);
    expect(handed[0]).toMatchObject({ id, to: "eloise@exemple.ca", channel: "EMAIL", brandId: "belair" });
    expect(handed[0]?.text).toContain("123456");
  });

  it("is sent once by two workers", async () => {
    const { handed, provider } = recorder(yes);
    const other = await openMessageJobs({ pool: test.pool, log });
    await work(provider);
    await work(provider, { jobs: other });
    toStop.push(other);
    const ids = await Promise.all(Array.from({ length: 12 }, () => queue()));
    for (const id of ids) await settled(id).toBe("accepted");
    expect(handed.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("F-14 put off is tried again until it is taken", async () => {
    const { handed, provider } = recorder(async (nth) =>
      nth < 3 ? { kind: "later", fault: "smtp 451" } : { kind: "accepted", providerMessageId: null },
    );
    await work(provider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(handed).toHaveLength(3);
    expect(new Set(handed.map((message) => message.id))).toEqual(new Set([id]));
    expect(await row(id)).toMatchObject({ attempts: 3, last_fault: "smtp 451" });
    expect(lines.map(({ event }) => event)).toEqual(["message.delayed", "message.delayed", "message.accepted"]);
  });

  it("F-14 refused stops at once, with the reason on record", async () => {
    const { handed, provider } = recorder(async () => ({ kind: "refused", fault: "smtp 550" }));
    await work(provider);
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

  it("F-12 whose code has ended is not sent, and says so aloud", async () => {
    const { handed, provider } = recorder(yes);
    const id = await queue();
    await test.moveClock(601);
    await work(provider);
    await settled(id).toBe("expired");
    expect(handed).toEqual([]);
    expect(lines).toEqual([{ level: "error", event: "message.expired", facts: { messageId: id, attempts: 0 } }]);
    expect(await listOutbox(test.database, brands, { limit: 10 })).toEqual([]);
  });

  it("F-12 survives a mail server that is away, and arrives once it is back", async () => {
    const stub = await smtpStub((_mail, nth) => (nth < 3 ? { kind: "reply", code: 450 } : { kind: "accept" }));
    await work(smtpProvider({ url: stub.url }));
    const id = await queue();
    await settled(id).toBe("accepted");
    expect(stub.received).toHaveLength(1);
    expect(stub.received[0]?.raw).toContain(`<${id}@belair.example>`);
    expect(await row(id)).toMatchObject({ attempts: 3, provider_message_id: "Q3ABC" });
    await stub.close();
  });

  it("once accepted is never handed over again", async () => {
    const { handed, provider } = recorder(yes);
    const id = await queue();
    expect(await sendMessage(parts(provider), id)).toBe("done");
    expect(await sendMessage(parts(provider), id)).toBe("done");
    expect(handed).toHaveLength(1);
  });
});

describe("a worker that dies", () => {
  it("F-15 between claim and sending leaves the message to another when its lease ends", async () => {
    const id = await queue();
    expect(await claimNotification(test.database, { id, leaseSeconds: 30 })).toMatchObject({ kind: "claimed" });
    const { handed, provider } = recorder(yes);
    expect(await sendMessage(parts(provider), id)).toBe("again");
    expect(handed).toEqual([]);
    await test.moveClock(31);
    expect(await sendMessage(parts(provider), id)).toBe("done");
    expect(handed).toHaveLength(1);
  });

  it("F-15 between sending and writing it down causes one repeat at most, under the same id", async () => {
    const id = await queue();
    const { handed, provider } = recorder(yes);
    // The first worker hands the message over and is gone before it can write.
    await claimNotification(test.database, { id, leaseSeconds: 30 });
    await provider.deliver({ ...handed[0], id } as OutgoingMessage);
    await test.moveClock(31);
    await sendMessage(parts(provider), id);
    await sendMessage(parts(provider), id);
    expect(handed.map((message) => message.id)).toEqual([id, id]);
  });

  it("F-15 two hundred times, at both moments, loses nothing and repeats once at most", async () => {
    const ids: string[] = [];
    // One after another: two hundred at once would wait for a connection longer than anybody may.
    for (let nth = 0; nth < 200; nth++) ids.push(await queue());
    const arrived = new Map<string, number>();
    let dying = true;
    const { provider } = recorder(yes);
    const mortal: MessageProvider = {
      deliver: (message) => {
        const beforeSending = ids.indexOf(message.id) % 2 === 0;
        if (!(dying && beforeSending)) arrived.set(message.id, (arrived.get(message.id) ?? 0) + 1);
        return dying ? Promise.reject(new Error("killed")) : provider.deliver(message);
      },
    };
    for (const id of ids) await expect(sendMessage(parts(mortal), id)).rejects.toThrow("killed");
    dying = false;
    await test.moveClock(31);
    for (const id of ids) expect(await sendMessage(parts(mortal), id)).toBe("done");
    expect(ids.map((id) => arrived.get(id))).toEqual(ids.map((_id, index) => (index % 2 === 0 ? 1 : 2)));
  });

  it("F-15 has its job taken over by another server", async () => {
    const id = await queue();
    // Its job is in the hands of a worker that will never speak again, since longer than a lease.
    await sql`update jobs.job set state = 'active', started_on = now() - interval '1 hour'`.execute(test.database);
    const other = await openMessageJobs({ pool: test.pool, log, superviseSeconds: 1 });
    toStop.push(other);
    const { handed, provider } = recorder(yes);
    await work(provider, { jobs: other });
    await settled(id).toBe("accepted");
    expect(handed).toHaveLength(1);
  });
});

describe("the values of a message", () => {
  it("are emptied once it is accepted in production, and the text is in no log", async () => {
    const { provider } = recorder(yes);
    await work(provider, { mode: "production" });
    const id = await queue();
    await settled(id).toBe("accepted");
    await expect.poll(async () => (await row(id)).facts, { timeout: 15_000 }).toEqual({});
    expect(JSON.stringify(lines)).not.toMatch(/123456|eloise/);
  });

  it("are kept for the outbox in demo mode", async () => {
    await work(outboxProvider);
    const id = await queue();
    await settled(id).toBe("accepted");
    expect((await row(id)).facts).toEqual(notice.facts);
  });
});

describe("the outbox", () => {
  it("shows messages newest first, as they were sent, also before the worker came by", async () => {
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
