import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import type { ServerFailure } from "../../../../test/loopback-server.ts";
import { closeAfterTests, openTestApi } from "../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../test/policy-number-registration.ts";
import {
  dataOf,
  firstPassword,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import {
  createBody,
  newPerson,
  type TestPerson,
  toCreate,
  Visitor,
  validPassword,
} from "../../../../test/registration.ts";
import { scimServer } from "../../../../test/scim-server.ts";
import { findAccountByEmail } from "../accounts/account.store.ts";
import type { RegistryPort } from "../accounts/registry.port.ts";
import { personIdInRegistry } from "../accounts/registry-account.store.ts";
import { guardRegistry } from "../accounts/registry-guard.adapter.ts";
import { scimRegistry } from "../accounts/scim-registry.adapter.ts";
import { httpClient } from "../platform/http-client.adapter.ts";

const server = closeAfterTests(await scimServer());
const scim = scimRegistry(httpClient({ url: server.url, limitMilliseconds: 25_000 }));
let isKilledAfterwards = false;

/** Fails after the registry's work is done, and before anything that follows. */
async function orKilled<Result>(result: Promise<Result>): Promise<Result> {
  await result;
  if (isKilledAfterwards) throw new Error("killed");
  return result;
}

const registry: RegistryPort = {
  ...scim,
  create: (user) => orKilled(scim.create(user)),
  setPassword: (change) => orKilled(scim.setPassword(change)),
};
const callLimits = { timeoutMilliseconds: 25_000, circuitFailures: 1000, circuitSeconds: 10, maxConcurrentCalls: 20 };
const guarded = guardRegistry(registry, callLimits);
const testApi = await openTestApi({ registryOf: (brandId) => (brandId === "belair" ? guarded : undefined) });
beforeEach(() => {
  testApi.logged.length = 0;
});

const limitsNow = async () =>
  (await testApi.pool.query("select key, hits from limit_window where hits <> '{}' order by key")).rows as unknown[];
const accountBy = (email: string) => findAccountByEmail(testApi.database, { brandId: "belair", email });

async function isPassword(email: string, password: string): Promise<boolean> {
  const account = await accountBy(email);
  return account !== undefined && (await testApi.deps.hashing.verify(password, account.passwordHash)) !== "wrong";
}

function failWith(...failures: ServerFailure[]) {
  server.failWith(...failures);
  onTestFinished(() => server.failWith());
}

function killAfterwards() {
  isKilledAfterwards = true;
  onTestFinished(() => {
    isKilledAfterwards = false;
  });
}

const atPassword = async (person: TestPerson) => toCreate(testApi, new Visitor(testApi.apis), person);
const otherBody = { ...createBody, password: nextPassword, passwordConfirmation: nextPassword };

describe("a registration under a brand with a user registry", () => {
  test("creates the registry's user with the account's id, and logs no password", async () => {
    const person = await newPerson(testApi);
    const visitor = await atPassword(person);
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
    const account = await accountBy(person.email);
    expect(server.userOf(person.email)).toMatchObject({ externalId: account?.id, password: validPassword });
    expect(testApi.logged.join()).not.toContain(validPassword);
  });

  test("gives the user the person's id of the brand's own company, and finds them by it", async () => {
    const personId = `P-${randomUUID()}`;
    const person = await newPerson(testApi, { person_id: personId });
    const visitor = await atPassword(person);
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
    expect(server.userOf(person.email)).toMatchObject({ externalId: personId });
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(person.email);
    const { token } = await recoverer.proven(id, (await newestReset(testApi, person.email)).code);
    const result = await recoverer.password(id, { password: nextPassword, token, postalCode: "H2X 1Y4" });
    expect(summaryOf(result)).toBe("200");
    expect(server.userOf(person.email)).toMatchObject({ externalId: personId, password: nextPassword });
  });

  test("gives no user a person's id of another company, which may be someone else's here", () => {
    const personIds = [{ company: "nbc", personId: "P-1" }];
    expect(personIdInRegistry("bna", personIds)).toBeUndefined();
    expect(personIdInRegistry("bna", [...personIds, { company: "bna", personId: "P-2" }])).toBe("P-2");
  });

  test("A-426 a mother and a daughter who share the e-mail and the mobile number have a user each", async () => {
    const mother = await newPerson(testApi, { first_name: "Louise" });
    const { lastName: last_name } = mother.policy;
    const shared = { last_name, email: mother.email, cell_phone: mother.cellPhone };
    const daughter = await newPerson(testApi, { first_name: "Anne", date_of_birth: "1996-09-30", ...shared });
    const driverEmail = `anne.${mother.email}`;
    const accounts = [await accountOf(testApi, mother), await accountOf(testApi, daughter, { email: driverEmail })];
    for (const userName of [mother.email, driverEmail]) server.add({ userName, password: firstPassword });
    const reset = async (email: string) => {
      const recoverer = new Recoverer(testApi);
      const id = await recoverer.startReset(email);
      const { token } = await recoverer.proven(id, (await newestReset(testApi, email)).code);
      const body = { password: nextPassword, token, postalCode: "H2X 1Y4" };
      expect(summaryOf(await recoverer.password(id, body))).toBe("200");
    };
    await reset(driverEmail);
    expect(server.userOf(driverEmail)).toMatchObject({ externalId: accounts[1], password: nextPassword });
    expect(server.userOf(mother.email)).toMatchObject({ password: firstPassword });
    expect(server.userOf(mother.email)?.externalId).toBeUndefined();
    await reset(mother.email);
    expect(server.userOf(mother.email)).toMatchObject({ externalId: accounts[0], password: nextPassword });
  });

  test("creates no user before the identity fact is correct", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    await registrant.proven(testApi, person);
    expect(summaryOf(await registrant.create({ ...factsOf(person), dateOfBirth: "1970-01-01" }))).toContain("400");
    expect(server.userOf(person.email)).toBeUndefined();
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
    expect(server.userOf(person.email)).toMatchObject({ password: validPassword });
  });

  test("asks for another e-mail when another user of the registry has it", async () => {
    const person = await newPerson(testApi);
    server.add({ userName: person.email, password: "own" });
    const visitor = await atPassword(person);
    expect(await visitor.call("create", createBody)).toMatchObject({ error: { error: "EMAIL_ALREADY_EXISTS" } });
    expect(visitor.page()).toBe("ASK_USERNAME");
    expect(await accountBy(person.email)).toBeUndefined();
    expect(server.userOf(person.email)?.password).toBe("own");
  });

  test("F-17 counts nothing while the registry is unavailable, and continues from the same page afterwards", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    await registrant.proven(testApi, person);
    const before = await limitsNow();
    failWith({ kind: "status", status: 503 });
    for (let turn = 0; turn < 4; turn++) {
      const result = await registrant.create(factsOf(person));
      expect(summaryOf(result)).toBe("503 1505");
      expect(result).toMatchObject({ retryAfterSeconds: 10 });
    }
    expect(await limitsNow()).toEqual(before);
    expect(await accountBy(person.email)).toBeUndefined();
    server.failWith();
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
  });

  test("F-18 answers an error of the registry without its details, and leaves no account", async () => {
    const person = await newPerson(testApi);
    const visitor = await atPassword(person);
    failWith({ kind: "status", status: 401 });
    const result = await visitor.call("create", createBody);
    expect(result).toMatchObject({ status: 500, error: { error: "EMAIL_UPDATE_FAILED" } });
    expect(testApi.logged.join()).toContain("status-401");
    expect(await accountBy(person.email)).toBeUndefined();
  });

  test("after a kill between the registry and the account, a new one leads to one user and one account", async () => {
    const person = await newPerson(testApi);
    const visitor = await atPassword(person);
    killAfterwards();
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 500 });
    expect(await accountBy(person.email)).toBeUndefined();
    expect(server.userOf(person.email)).toMatchObject({ password: validPassword });
    isKilledAfterwards = false;
    const again = await atPassword(person);
    expect(await again.call("create", otherBody)).toMatchObject({ status: 201 });
    const users = [...server.users.values()].filter(({ userName }) => userName === person.email);
    expect(users).toMatchObject([{ externalId: (await accountBy(person.email))?.id, password: nextPassword }]);
    expect(await isPassword(person.email, nextPassword)).toBe(true);
  });

  test("A-056 concurrent ones create one user, with the password of the account", async () => {
    const person = await newPerson(testApi);
    const visitors = [await atPassword(person), await atPassword(person)];
    const results = await Promise.all(
      visitors.map((visitor, turn) => visitor.call("create", turn === 0 ? createBody : otherBody)),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(["error", "ok"]);
    const password = server.userOf(person.email)?.password ?? "";
    expect(await isPassword(person.email, password)).toBe(true);
  });

  test("by a link creates the user too", async () => {
    const person = await newPerson(testApi);
    const { api, links } = linkClients(testApi);
    const { link } = await liveLinkFor({ api, links }, orderFor(person, { action: "DEFPWD_REGISTER" }));
    const before = await limitsNow();
    failWith({ kind: "reset" });
    const body = { password: validPassword, ...factsOf(person) };
    expect(summaryOf(await links.create(linkCaller, link.id, body))).toBe("503 1505");
    expect(await limitsNow()).toEqual(before);
    server.failWith();
    expect(summaryOf(await links.create(linkCaller, link.id, body))).toBe("201");
    expect(server.userOf(person.email)).toMatchObject({ externalId: (await accountBy(person.email))?.id });
  });
});

describe("a password reset under a brand with a user registry", () => {
  const recoverer = new Recoverer(testApi);
  const postalCode = "H2X 1Y4";

  async function proven() {
    const holder = await newHolder(testApi);
    server.add({ userName: holder.accountEmail, externalId: holder.accountId, password: firstPassword });
    const id = await recoverer.startReset(holder.accountEmail);
    const { code } = await newestReset(testApi, holder.accountEmail);
    return { ...(await recoverer.proven(id, code)), email: holder.accountEmail };
  }

  test("sets the password there too", async () => {
    const { email, id, token } = await proven();
    expect(summaryOf(await recoverer.password(id, { password: nextPassword, token, postalCode }))).toBe("200");
    expect(server.userOf(email)?.password).toBe(nextPassword);
    expect(await isPassword(email, nextPassword)).toBe(true);
    expect(testApi.logged.join()).not.toContain(nextPassword);
  });

  test("F-17 changes, consumes and counts nothing while the registry is unavailable", async () => {
    const { email, id, token } = await proven();
    const before = await limitsNow();
    failWith({ kind: "status", status: 503 });
    const body = { password: nextPassword, token, postalCode };
    for (let turn = 0; turn < 4; turn++) expect(summaryOf(await recoverer.password(id, body))).toBe("503 1505");
    expect(await limitsNow()).toEqual(before);
    expect(await isPassword(email, firstPassword)).toBe(true);
    server.failWith();
    expect(summaryOf(await recoverer.password(id, body))).toBe("200");
  });

  test("after a kill between the registry and the account, the same request completes it", async () => {
    const { email, id, token } = await proven();
    killAfterwards();
    const body = { password: nextPassword, token, postalCode };
    expect(summaryOf(await recoverer.password(id, body))).toBe("connectionFailed");
    expect(await isPassword(email, firstPassword)).toBe(true);
    isKilledAfterwards = false;
    expect(summaryOf(await recoverer.password(id, body))).toBe("200");
    expect(server.userOf(email)?.password).toBe(nextPassword);
    expect(await isPassword(email, nextPassword)).toBe(true);
  });

  test("sets no password of an account that the registry does not have", async () => {
    const { email, id, token } = await proven();
    server.users.delete(server.userOf(email)?.id ?? "");
    const result = await recoverer.password(id, { password: nextPassword, token, postalCode });
    expect(summaryOf(result)).toBe("connectionFailed");
    expect(await isPassword(email, firstPassword)).toBe(true);
    expect(testApi.logged.join()).toContain("registry-unknown");
  });
});

describe("a user who is locked in the registry", () => {
  async function household() {
    const holder = await newPerson(testApi);
    const externalId = await accountOf(testApi, holder);
    const user = server.add({ userName: holder.email, externalId, active: false });
    const { policyNumber } = holder.policy;
    const driver = await newPerson(testApi, { policy_number: policyNumber, role: 80, ubi: true });
    const registrant = new Registrant(testApi);
    await registrant.proven(testApi, driver);
    return { holder, user, registrant, right: { password: firstPassword, cellPhone: driver.cellPhone } };
  }

  test("cannot be joined by a driver of the household, and can be after the insurer unlocked them", async () => {
    const { holder, user, registrant, right } = await household();
    expect(summaryOf(await registrant.authenticate(right))).not.toBe("200");
    const unlock = `/internal/v1/accounts/${encodeURIComponent(holder.email)}/unlock?brand=belair`;
    const headers = { authorization: "Bearer another-credential" };
    expect((await testApi.apis[0].request(unlock, { method: "POST", headers })).status).toBe(200);
    expect(server.users.get(user.id)?.active).toBe(true);
  });

  test("F-17 a wrong password does not count while the registry is unavailable", async () => {
    const { registrant, right } = await household();
    const before = await limitsNow();
    failWith({ kind: "status", status: 503 });
    for (let turn = 0; turn < 6; turn++)
      expect(summaryOf(await registrant.authenticate({ ...right, password: "Autre-Vent-42" }))).toBe("503 1505");
    expect(await limitsNow()).toEqual(before);
  });
});

test("a brand without a registry makes no call of one", async () => {
  const person = await newPerson(testApi, { company: "intact" });
  server.received.length = 0;
  const visitor = new Visitor(testApi.apis, { apiKey: "intact" });
  await toCreate(testApi, visitor, person);
  expect(dataOf((await visitor.call("create", createBody)) as never)).toMatchObject({ email: person.email });
  expect(server.received).toEqual([]);
});
