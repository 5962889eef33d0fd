import { describe, expect, it } from "vitest";
import { serverMetrics } from "../platform/server-metrics.adapter.ts";
import { outboxProvider } from "./message-providers.adapter.ts";
import { listOutbox } from "./outbox.adapter.ts";
import { addReceipt } from "./receipt.store.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { notice, notifier, openSendingTest, recorder, sendingBrands, times, yes } from "./test/sending.ts";
import { smtpStub } from "./test/smtp-stub.ts";
import { sendMessage } from "./worker.adapter.ts";

const {
  depsOf,
  lines,
  messageCount,
  own: testDatabase,
  queue,
  queueText,
  row,
  sendDue,
  settled,
  leaseAll,
  work,
} = await openSendingTest();

describe("a message", () => {
  it("is not queued when its transaction is rolled back", async () => {
    const act = testDatabase.database.transaction().execute(async (transaction) => {
      await notifier.notify(transaction, notice);
      throw new Error("the act fails");
    });
    await expect(act).rejects.toThrow("the act fails");
    expect(await messageCount()).toBe(0);
    expect(await listOutbox(testDatabase.database, sendingBrands, { limit: 10 })).toEqual([]);
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

  it("is recorded in the audit trail when its provider refuses it", async () => {
    work({ deliver: async () => ({ kind: "refused", fault: "smtp 550" }) });
    const id = await queue();
    await settled(id).toBe("refused");
    const events = await testDatabase.ownerDatabase
      .selectFrom("audit_event")
      .select(["event", "result", "brand", "facts"])
      .execute();
    expect(events).toEqual([
      {
        event: "message.refused",
        result: "smtp-550",
        brand: "belair",
        facts: { message: "registrationCode", channel: "EMAIL" },
      },
    ]);
  });

  it("is neither sent nor spoken to a number that a provider reported as unknown within a day", async () => {
    const { handed, provider } = recorder(yes);
    const reported = await queueText();
    await sendDue(provider);
    await addReceipt(testDatabase.database, "SMS", { id: reported, kind: "undelivered", reason: "unknownNumber" });
    const refused = await queueText();
    await sendDue(provider);
    expect(await row(refused)).toMatchObject({ status: "refused", last_fault: "number unknown" });
    const link = "http://belair.localhost:3000/this-wasnt-me?login=T0ken";
    const call = await queue({
      notification: "secondFactorCode",
      channel: "VOICE",
      recipient: "5145550142",
      facts: { ...notice.facts, link },
    });
    await sendDue(provider);
    expect(await row(call)).toMatchObject({ status: "refused", last_fault: "number unknown" });
    await testDatabase.moveClock(25 * 3600);
    const sent = await queueText();
    await sendDue(provider);
    expect((await row(sent)).status).toBe("accepted");
    expect(handed.map(({ id }) => id)).toEqual([reported, sent]);
  });

  it("is not sent for a day to an email that a provider reported as unknown", async () => {
    const { handed, provider } = recorder(yes);
    const reported = await queue();
    await sendDue(provider);
    await addReceipt(testDatabase.database, "EMAIL", { id: reported, kind: "undelivered", reason: "unknownEmail" });
    const refused = await queue();
    const other = await queue({ recipient: "other@exemple.ca" });
    await sendDue(provider);
    expect(await row(refused)).toMatchObject({ status: "refused", last_fault: "email unknown" });
    await testDatabase.moveClock(25 * 3600);
    const sent = await queue();
    await sendDue(provider);
    expect(handed.map(({ id }) => id)).toEqual([reported, other, sent]);
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
    const worker = work(provider);
    const id = await queue();
    await settled(id).toBe("refused");
    await worker.stop();
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
    await testDatabase.moveClock(601);
    const worker = work(provider);
    await settled(id).toBe("expired");
    await worker.stop();
    expect(handed).toEqual([]);
    expect(lines).toEqual([
      { level: "error", event: "message.expired", facts: expect.objectContaining({ messageId: id, attempts: 0 }) },
    ]);
    expect(await listOutbox(testDatabase.database, sendingBrands, { limit: 10 })).toEqual([]);
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
    for (const waitSeconds of [40, 80, 100, 100]) {
      const [taken] = await leaseAll();
      if (taken?.kind !== "leased") throw new Error("nothing is due");
      await sendMessage(depsOf(provider, { retry: { firstSeconds: 40, longestSeconds: 100 } }), taken.message);
      await testDatabase.moveClock(waitSeconds - 30);
      expect(await leaseAll()).toEqual([]);
      await testDatabase.moveClock(30);
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
    const [letter, sms, mail] = await listOutbox(testDatabase.database, sendingBrands, { limit: 10 });
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
    expect(await listOutbox(testDatabase.database, sendingBrands, { limit: 1 })).toHaveLength(1);
  });
});
