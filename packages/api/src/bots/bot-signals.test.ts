import { type BotSignal, botSignalIds, botSignals } from "@vestibule/catalogue/bot-signal.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { eventEndpoints } from "@vestibule/contract/internal/event.endpoint.ts";
import { expect, test } from "vitest";
import { callerFrom } from "../../../../test/described-response.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { fillFor } from "../../../../test/puzzle.ts";
import { dataOf } from "../../../../test/recovery.ts";
import { codeSentTo, newPerson, Visitor } from "../../../../test/registration.ts";
import { createGatewayTestApi, wrongPassword } from "../gateway/test/gateway-test-api.ts";
import { serverMetrics } from "../platform/server-metrics.adapter.ts";

const metrics = serverMetrics("test");
const testApi = closeAfterTests(await createGatewayTestApi({ clientIpLimitFactor: 1, metrics }));
const browser = testApi.open();
const { feed } = createClient(eventEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => testApi.apis[0].fetch(request),
});
const caller = { ...callerFrom("192.0.2.1"), serviceCredential: testApi.deps.serviceCredentials[0] ?? "" };

let after: string | undefined;

/** The events about bots since the last call. */
async function newSignals() {
  const page = dataOf(await feed(caller, after === undefined ? {} : { after }));
  after = page.next;
  return page.events.filter(({ type }) => type.startsWith("bots."));
}

const limitOf = (signal: BotSignal) => limits[botSignals[signal]].limit;

let names = 0;
const newName = () => `unknown${++names}@courrier.example`;

async function tryNames(count: number, clientIp: string): Promise<void> {
  for (let tries = 0; tries < count; tries++) await browser.signIn(newName(), wrongPassword, clientIp);
}

test("many names from one client IP are one event, without a name or client IP", async () => {
  const clientIp = "198.51.100.21";
  await tryNames(limitOf("manyNames") - 1, clientIp);
  expect(await newSignals()).toEqual([]);
  await tryNames(5, clientIp);
  const [signal, ...more] = await newSignals();
  expect(more).toEqual([]);
  expect(signal).toMatchObject({ type: "bots.manyNames", brand: "belair", actor: "system", data: {} });
  expect(Object.keys(signal ?? {}).sort()).toEqual(["actor", "brand", "data", "id", "timestamp", "type", "version"]);
});

test("one name again and again from one client IP is no signal of many names", async () => {
  const name = newName();
  for (let tries = 0; tries < limitOf("manyNames"); tries++) await browser.signIn(name, wrongPassword, "198.51.100.22");
  expect(await newSignals()).toEqual([]);
});

test.each(["known", "unknown"])("one %s name from many networks is one event", async (kind) => {
  const name = kind === "known" ? (await testApi.createAccount()).email : newName();
  const tryFrom = async (network: number) => {
    await browser.signIn(name, wrongPassword, `203.0.${network}.7`);
    // A lock of the name ends before the next network tries.
    await testApi.moveClock(16 * 60);
  };
  for (let network = 1; network < limitOf("manyNetworks"); network++) {
    await tryFrom(network);
    await tryFrom(network);
  }
  expect(await newSignals()).toEqual([]);
  await tryFrom(100);
  await tryFrom(101);
  const signals = await newSignals();
  expect(signals.map(({ type }) => type)).toEqual(["bots.manyNetworks"]);
  expect(signals[0]).not.toHaveProperty("accountId");
});

test("known passwords from one client IP are one event, other passwords are none", async () => {
  const clientIp = "198.51.100.23";
  const names = [newName(), newName(), newName(), newName()];
  const tryPassword = async (password: string, count: number) => {
    for (let tries = 0; tries < count; tries++) await browser.signIn(names[tries % 4] ?? "", password, clientIp);
  };
  await tryPassword(wrongPassword, 4);
  expect(await newSignals()).toEqual([]);
  const different = Array.from({ length: limitOf("leakedPasswords") + 2 }, newName);
  for (const name of different) await browser.signIn(name, "P@ssword123", clientIp);
  expect((await newSignals()).map(({ type }) => type)).toEqual(["bots.leakedPasswords"]);
});

test("registrations that stop at the code are one event; those that go on are none", async () => {
  const startAt = async (clientIp: string) => {
    const person = await newPerson(testApi);
    const visitor = await new Visitor(testApi.apis, callerFrom(clientIp)).toCode(person);
    return { person, visitor };
  };
  const clientIp = "198.51.100.24";
  await fillFor(testApi, clientIp, botSignals.unansweredCodes, 18 / limitOf("unansweredCodes"));
  for (let count = 0; count < 3; count++) {
    const { person, visitor } = await startAt(clientIp);
    await visitor.call("verify", { securityCode: await codeSentTo(testApi, person.email) });
  }
  await startAt(clientIp);
  expect(await newSignals()).toEqual([]);
  await startAt(clientIp);
  const signals = await newSignals();
  expect(signals.map(({ type }) => type)).toEqual(["bots.unansweredCodes"]);
  expect(JSON.stringify(signals)).not.toMatch(/198\.51|courrier/);
});

test("each signal is a metric of the server that saw it", async () => {
  const { text } = await metrics.describe();
  for (const signal of botSignalIds)
    expect(text).toMatch(new RegExp(`vestibule_bot_signals_total{brand="belair",signal="${signal}"} [12]`));
});
