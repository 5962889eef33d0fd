import { describe, expect, it } from "vitest";
import type { MessageProvider } from "./message-provider.port.ts";
import { messageQueues } from "./message-queue.rule.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { openSendingTest, recorder, times, yes } from "./test/sending.ts";
import { silentServer } from "./test/smtp-stub.ts";
import { reportDelays } from "./worker.adapter.ts";

const {
  lines,
  log,
  own: testDatabase,
  queue,
  queueNotice,
  queueText,
  settled,
  stuckProvider,
  toStop,
  work,
} = await openSendingTest();

describe("a queue", () => {
  it("exists for each channel and priority with a message", () => {
    expect(messageQueues.map(({ name }) => name)).toEqual([
      "email-code",
      "email-notice",
      "sms-code",
      "sms-notice",
      "voice-code",
      "letter-notice",
    ]);
  });

  it("F-13 does not delay a text code when the mail server never greets", async () => {
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

  it("does not delay a code when many notices wait on the same channel", async () => {
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

  it("releases its slots one by one", async () => {
    const { handed, provider } = recorder(yes);
    const ids = await times(40, queue);
    work(provider);
    for (const id of ids) await settled(id).toBe("accepted");
    expect(handed).toHaveLength(40);
  });

  it("F-12 with a delayed message raises an alarm with its name and age", async () => {
    await queueText();
    await queueNotice();
    await reportDelays({ database: testDatabase.database, log });
    expect(lines).toEqual([]);
    await testDatabase.moveClock(31);
    await reportDelays({ database: testDatabase.database, log });
    expect(lines).toMatchObject([
      { level: "error", event: "messages.delayed", facts: { queue: "sms-code", count: 1 } },
    ]);
    expect(lines[0]?.facts.ageSeconds).toBeGreaterThanOrEqual(31);
  });
});

const takeAllQueued = () =>
  testDatabase.ownerDatabase.selectFrom("notification").select("id").where("status", "=", "queued").execute();
