import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { messagesTo, newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { codeSentTo, createBody, newPerson, toCreate, Visitor } from "../../../../test/registration.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { serverMetrics } from "../platform/server-metrics.adapter.ts";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { listOutbox } from "./outbox.adapter.ts";
import { startWorker } from "./worker.adapter.ts";

const testApi = await openTestApi();

beforeEach(async () => {
  await testApi.pool.query("truncate notification");
});
afterEach(() => {
  testApi.logged.length = 0;
});

/** Messages that the providers receive after an outage, once the queue is empty. */
async function handedAfterOutage(): Promise<OutgoingMessage[]> {
  const handed: OutgoingMessage[] = [];
  const provider = {
    deliver: async (message: OutgoingMessage) => {
      handed.push(message);
      return { kind: "accepted", providerMessageId: null } as const;
    },
  };
  const { database, brands, log, auditor } = testApi.deps;
  const metrics = serverMetrics("test");
  const providers = { EMAIL: provider, SMS: provider, VOICE: provider, LETTER: provider };
  const worker = startWorker({ database, brands, log, metrics, auditor, providers, mode: "demo" });
  await expect.poll(statesOfQueue, { timeout: 15_000 }).not.toContain("queued");
  await worker.stop();
  return handed;
}

async function statesOfQueue(): Promise<string[]> {
  const { rows } = await testApi.pool.query("select status from notification order by queued_at");
  return rows.map(({ status }) => status);
}

describe("F-12 after an outage", () => {
  test("does not send a code that was replaced, and support sees it as expired", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await new Visitor(testApi.apis).toCode(person);
    await testApi.moveClock(31);
    await visitor.call("resend");
    const newest = await codeSentTo(testApi, person.email);
    const handed = await handedAfterOutage();
    expect(handed.map(({ text }) => text.includes(newest))).toEqual([true]);
    expect(await statesOfQueue()).toEqual(["expired", "accepted"]);
    const line = testApi.logged.find((one) => one.includes("message.superseded"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level: "warn", notification: "registrationCode", attempts: 0 });
    const { caseOf, reference } = supportDeskOf(testApi);
    const made = await reference({ journey: visitor.claims().sid, page: "/create-an-account/verify/code" });
    expect((await caseOf(made)).messages.map(({ state }) => state)).toEqual(["expired", "accepted"]);
  });

  test("does not send a code that was used", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await new Visitor(testApi.apis).toCode(person);
    const code = await codeSentTo(testApi, person.email);
    await visitor.verify(code);
    expect(await handedAfterOutage()).toEqual([]);
    // The demo outbox displayed it before it was used, and still does.
    expect(await listOutbox(testApi.database, testApi.deps.brands, { limit: 10 })).toMatchObject([{ code }]);
  });

  test("does not send a code of a cancelled registration", async () => {
    const visitor = await new Visitor(testApi.apis).toCode(await newPerson(testApi, { cell_phone: null }));
    await visitor.call("cancel");
    expect(await handedAfterOutage()).toEqual([]);
  });

  test("does not send a replaced code of registration by policy number", async () => {
    const registrant = new Registrant(testApi);
    const person = await newPerson(testApi, { registry: "legacy" });
    await registrant.found(person);
    await registrant.validate(registrant.methodId("EMAIL"));
    await testApi.moveClock(31);
    await registrant.validate(registrant.methodId("SMS"));
    expect((await handedAfterOutage()).map(({ channel }) => channel)).toEqual(["SMS"]);
  });

  test("does not send a reset message that was replaced", async () => {
    const { accountEmail } = await newHolder(testApi);
    const owner = new Recoverer(testApi);
    const id = await owner.startReset(accountEmail);
    await owner.sendAgain(id);
    const { code } = await newestReset(testApi, accountEmail);
    expect((await handedAfterOutage()).map(({ text }) => text.includes(code))).toEqual([true]);
  });

  test("does not send a reset message after the password was set, but sends the notice of the change", async () => {
    const { accountEmail, policy } = await newHolder(testApi);
    const owner = new Recoverer(testApi);
    const started = await owner.startReset(accountEmail);
    const { id, token } = await owner.proven(started, (await newestReset(testApi, accountEmail)).code);
    const { postalCode } = policy;
    expect(await owner.password(id, { password: nextPassword, token, postalCode })).toMatchObject({ kind: "ok" });
    const handed = await handedAfterOutage();
    expect(handed.filter(({ to }) => to === accountEmail)).toHaveLength(1);
    expect(await messagesTo(testApi, accountEmail)).toMatchObject([
      { kind: "passwordChanged" },
      { kind: "passwordReset" },
    ]);
  });

  test("does not send a used link, but sends one that is still valid", async () => {
    const clients = linkClients(testApi);
    const first = await newHolder(testApi);
    const second = await newHolder(testApi);
    const { token, link } = await liveLinkFor(clients, orderFor(first, { action: "RESETPWD_LOGIN" }));
    await liveLinkFor(clients, orderFor(second, { action: "RESETPWD_LOGIN" }));
    const { postalCode } = first.policy;
    const used = await clients.accounts.password(linkCaller, link.id, { password: nextPassword, token, postalCode });
    expect(used).toMatchObject({ kind: "ok" });
    await handedAfterOutage();
    const { rows } = await testApi.pool.query(
      "select recipient, status from notification where kind = 'link' order by queued_at",
    );
    expect(rows).toEqual([
      { recipient: first.accountEmail, status: "expired" },
      { recipient: second.accountEmail, status: "accepted" },
    ]);
  });

  test("sends the notices of a journey that has ended", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
    expect(await visitor.call("create", createBody)).toMatchObject({ kind: "ok" });
    const handed = await handedAfterOutage();
    expect(handed).toHaveLength(1);
    expect(await messagesTo(testApi, person.email)).toMatchObject([{ kind: "welcome" }, { kind: "registrationCode" }]);
  });
});
