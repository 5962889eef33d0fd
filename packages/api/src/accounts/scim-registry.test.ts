import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ServerFailure } from "../../../../test/loopback-server.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { scimServer } from "../../../../test/scim-server.ts";
import { scimmyServer } from "../../../../test/scimmy-server.ts";
import { type HttpClientSettings, httpClient } from "../platform/http-client.adapter.ts";
import type { NewRegistryUser } from "./registry.port.ts";
import { guardRegistry, RegistryOutage, RegistryUnavailable } from "./registry-guard.adapter.ts";
import { scimRegistry } from "./scim-registry.adapter.ts";

const limitMilliseconds = 25_000;
const server = closeAfterTests(await scimServer());
const callLimits = {
  timeoutMilliseconds: limitMilliseconds,
  circuitFailures: 1000,
  circuitSeconds: 10,
  maxConcurrentCalls: 50,
};
const registry = registryAt({ url: server.url, limitMilliseconds });

function registryAt(settings: HttpClientSettings) {
  return guardRegistry(scimRegistry(httpClient(settings)), callLimits);
}

let people = 0;
function newUser(): NewRegistryUser {
  people += 1;
  return {
    accountId: randomUUID(),
    olderAccountIds: [],
    email: `user${people}@courrier.example`,
    language: "fr",
    firstName: "Maëlle",
    lastName: "St-Onge",
    password: "Grand-Vent-42",
  };
}

function failWith(...failures: ServerFailure[]) {
  server.failWith(...failures);
  server.received.length = 0;
  onTestFinished(() => server.failWith());
}

const sentTo = () => server.received.map(({ method, url }) => `${method} ${url.replace("/scim/v2", "")}`);

describe("creating a user by SCIM", () => {
  test("sends the account's id, the names, the language and the password", async () => {
    const user = newUser();
    expect(await registry.create(user)).toEqual({ kind: "created" });
    expect(server.userOf(user.email)).toMatchObject({
      externalId: user.accountId,
      active: true,
      password: user.password,
      preferredLanguage: "fr-CA",
      name: { givenName: "Maëlle", familyName: "St-Onge" },
      emails: [{ value: user.email, primary: true }],
    });
    expect(await registry.findByAccount(user)).toEqual({
      externalId: user.accountId,
      email: user.email,
      status: "active",
    });
  });

  test("reports an e-mail that another user has, linked or not, in any case", async () => {
    const linked = newUser();
    const unlinked = newUser();
    server.add({ userName: linked.email.toUpperCase(), externalId: randomUUID() });
    server.add({ userName: unlinked.email });
    expect(await registry.create(linked)).toEqual({ kind: "emailTaken" });
    expect(await registry.create(unlinked)).toEqual({ kind: "emailTaken" });
    expect(server.userOf(unlinked.email)?.externalId).toBeUndefined();
  });

  test("completes the user of an interrupted call, with another e-mail and password", async () => {
    const user = newUser();
    await registry.create(user);
    const again = { ...user, email: `other.${user.email}`, password: "Petit-Vent-43" };
    expect(await registry.create(again)).toEqual({ kind: "created" });
    expect(server.userOf(user.email)).toBeUndefined();
    expect(server.userOf(again.email)).toMatchObject({ externalId: user.accountId, password: "Petit-Vent-43" });
  });

  test("completes a user that was created under an older key, and never undoes a lock", async () => {
    const old = newUser();
    server.add({ userName: old.email, externalId: old.accountId, active: false });
    const user = { ...old, accountId: randomUUID(), olderAccountIds: [old.accountId] };
    expect(await registry.create(user)).toEqual({ kind: "created" });
    expect(server.userOf(user.email)).toMatchObject({ externalId: user.accountId, active: false });
  });

  test("sends the person's id as the external id", async () => {
    const user = { ...newUser(), personId: `P-${randomUUID()}` };
    expect(await registry.create(user)).toEqual({ kind: "created" });
    expect(server.userOf(user.email)?.externalId).toBe(user.personId);
  });

  test("completes the user of the person's id who has the same e-mail", async () => {
    const user = { ...newUser(), personId: `P-${randomUUID()}` };
    server.add({ userName: user.email, externalId: user.personId, active: false });
    expect(await registry.create(user)).toEqual({ kind: "created" });
    expect(server.userOf(user.email)).toMatchObject({ password: user.password, active: false });
  });

  test("reports the person's user under another e-mail, and leaves them as they are", async () => {
    const user = { ...newUser(), personId: `P-${randomUUID()}` };
    const known = { userName: `other.${user.email}`, externalId: user.personId, password: "own" };
    server.add(known);
    expect(await registry.create(user)).toEqual({ kind: "emailTaken" });
    expect(server.userOf(known.userName)).toMatchObject(known);
    expect(server.userOf(user.email)).toBeUndefined();
  });

  test("creates one user when the answer was lost", async () => {
    const user = newUser();
    failWith(undefined, { kind: "lost" }, undefined);
    expect(await registry.create(user)).toEqual({ kind: "created" });
    expect([...server.users.values()].filter(({ userName }) => userName === user.email)).toHaveLength(1);
    expect(sentTo().filter((request) => request === "POST /Users")).toHaveLength(2);
  });
});

describe("changing a user by SCIM", () => {
  test("sets the password of a linked user, with the version that was read", async () => {
    const user = newUser();
    await registry.create(user);
    server.received.length = 0;
    expect(await registry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(server.userOf(user.email)).toMatchObject({ password: "Petit-Vent-43", active: true });
    expect(server.received.at(-1)).toMatchObject({ method: "PATCH", headers: { "if-match": 'W/"1"' } });
  });

  test("reads the user again when another system changed it in between", async () => {
    const user = newUser();
    await registry.create(user);
    failWith(undefined, { kind: "status", status: 412 }, undefined);
    expect(await registry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(server.userOf(user.email)?.password).toBe("Petit-Vent-43");
    failWith({ kind: "status", status: 412 });
    server.failWith(undefined, { kind: "status", status: 412 }, undefined, { kind: "status", status: 412 }, undefined, {
      kind: "status",
      status: 412,
    });
    await expect(registry.setPassword({ ...user, password: "Grand-Vent-44" })).rejects.toThrow(RegistryUnavailable);
  });

  test("works without versions", async () => {
    const plain = closeAfterTests(await scimServer({ hasVersions: false }));
    const plainRegistry = registryAt({ url: plain.url, limitMilliseconds });
    const user = newUser();
    await plainRegistry.create(user);
    expect(await plainRegistry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(plain.received.at(-1)?.headers["if-match"]).toBeUndefined();
  });

  test("links a user who is known by e-mail alone, and leaves one of another account alone", async () => {
    const known = newUser();
    const foreign = newUser();
    server.add({ userName: known.email });
    server.add({ userName: foreign.email, externalId: randomUUID(), password: "own" });
    expect(await registry.setPassword({ ...known, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(server.userOf(known.email)).toMatchObject({ externalId: known.accountId, password: "Petit-Vent-43" });
    expect(await registry.setPassword({ ...foreign, password: "Petit-Vent-43" })).toEqual({ kind: "unknown" });
    expect(server.userOf(foreign.email)?.password).toBe("own");
  });

  test("finds a user by the person's id, and links a new one by it", async () => {
    const known = { ...newUser(), personId: `P-${randomUUID()}` };
    const unlinked = { ...newUser(), personId: `P-${randomUUID()}` };
    server.add({ userName: known.email, externalId: known.personId });
    server.add({ userName: unlinked.email });
    for (const user of [known, unlinked]) {
      expect(await registry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
      expect(server.userOf(user.email)).toMatchObject({ externalId: user.personId, password: "Petit-Vent-43" });
    }
  });

  test("A-427 changes no user of an id that the insurer has given to another person than the registry has", async () => {
    const [first, second] = [newUser(), newUser()];
    const [firstId, secondId] = [`P-${randomUUID()}`, `P-${randomUUID()}`];
    server.add({ userName: first.email, externalId: firstId, password: "own" });
    server.add({ userName: second.email, externalId: secondId, password: "own" });
    const password = "Petit-Vent-43";
    expect(await registry.setPassword({ ...first, personId: secondId, password })).toEqual({ kind: "unknown" });
    expect(await registry.setStatus({ ...first, personId: secondId, status: "active" })).toEqual({ kind: "unknown" });
    expect(await registry.findByAccount({ ...first, personId: secondId })).toBeUndefined();
    const unlinked = newUser();
    server.add({ userName: unlinked.email, password: "own" });
    expect(await registry.setPassword({ ...unlinked, personId: secondId, password })).toEqual({ kind: "unknown" });
    for (const { email } of [first, second, unlinked]) expect(server.userOf(email)?.password).toBe("own");
  });

  test("finds the user of the person's id whose e-mail the insurer has changed since", async () => {
    const user = { ...newUser(), personId: `P-${randomUUID()}` };
    server.add({ userName: `newer.${user.email}`, externalId: user.personId });
    expect(await registry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(server.userOf(`newer.${user.email}`)).toMatchObject({ password: "Petit-Vent-43" });
  });

  test("keeps the account's id of a user who was created before the insurer gave the person one", async () => {
    const user = newUser();
    await registry.create(user);
    const change = { ...user, personId: `P-${randomUUID()}`, password: "Petit-Vent-43" };
    expect(await registry.setPassword(change)).toEqual({ kind: "changed" });
    expect(server.userOf(user.email)).toMatchObject({ externalId: user.accountId, password: "Petit-Vent-43" });
  });

  test("changes the e-mail with the password, unless another user has it", async () => {
    const user = newUser();
    const other = newUser();
    await registry.create(user);
    await registry.create(other);
    const change = { ...user, password: "Petit-Vent-43" };
    expect(await registry.setPassword({ ...change, newEmail: other.email })).toEqual({ kind: "emailTaken" });
    expect(server.userOf(user.email)?.password).toBe(user.password);
    expect(await registry.setPassword({ ...change, newEmail: "new@courrier.example" })).toEqual({ kind: "changed" });
    expect(server.userOf("new@courrier.example")).toMatchObject({ externalId: user.accountId });
  });

  test("locks and unlocks a user", async () => {
    const user = newUser();
    await registry.create(user);
    await registry.setStatus({ ...user, status: "locked" });
    expect(await registry.findByEmail(user.email)).toMatchObject({ status: "locked" });
    await registry.setStatus({ ...user, status: "active" });
    expect(await registry.findByEmail(user.email)).toMatchObject({ status: "active" });
    expect(await registry.setStatus({ ...newUser(), status: "active" })).toEqual({ kind: "unknown" });
  });

  test("writes a quotation mark or backslash in a filter as JSON, and no e-mail in a URL", async () => {
    server.received.length = 0;
    server.add({ userName: "b" });
    expect(await registry.findByEmail('a" or userName eq "b')).toBeUndefined();
    expect(await registry.findByEmail("a\\")).toBeUndefined();
    await registry.findByEmail("someone@courrier.example");
    expect(server.received.every(({ url }) => !url.includes("courrier"))).toBe(true);
  });
});

describe("a registry with its own spelling of SCIM", () => {
  const email = "someone@courrier.example";
  test.each<[string, unknown, object | undefined]>([
    ["a number as the id", { totalResults: 1, Resources: [{ id: 7, userName: email }] }, { status: "active" }],
    [
      "a truth value as a text",
      { totalResults: 1, Resources: [{ id: "7", userName: email, active: "False" }] },
      { status: "locked" },
    ],
    [
      "names in other letter case",
      { TOTALRESULTS: 1, resources: [{ Id: "7", username: email, ExternalID: "x", Active: "True", Meta: {} }] },
      { externalId: "x", status: "active" },
    ],
    [
      "an empty text in place of no value",
      { totalResults: 1, Resources: [{ id: "7", userName: email, externalId: "", meta: { version: "" } }] },
      { status: "active" },
    ],
    [
      "a number as the version",
      { totalResults: 1, Resources: [{ id: "7", userName: email, meta: { version: 3 } }] },
      { status: "active" },
    ],
    ["no list where nothing was found", { totalResults: 0, Resources: null }, undefined],
    ["a text as the count", { totalResults: "0" }, undefined],
  ])("is read with %s", async (_what, body, user) => {
    failWith({ kind: "text", text: JSON.stringify(body) });
    expect(await registry.findByEmail(email)).toEqual(user && { email, externalId: undefined, ...user });
  });

  test("is read with a byte order mark", async () => {
    failWith({ kind: "text", text: '\uFEFF{"totalResults":0}' });
    expect(await registry.findByEmail(email)).toBeUndefined();
  });

  test("is asked not to compress, which a registry may do for a client that says nothing of it", async () => {
    const list = JSON.stringify({ totalResults: 1, Resources: [{ id: "7", userName: email }] });
    const compressing = closeAfterTests(
      await loopbackServer(({ headers }, response) =>
        headers["accept-encoding"] === "identity"
          ? response.end(list)
          : response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(list)),
      ),
    );
    const asked = registryAt({ url: compressing.origin, limitMilliseconds });
    expect(await asked.findByEmail(email)).toMatchObject({ email });
  });

  test("creates a user with status 200", async () => {
    const user = newUser();
    failWith(undefined, { kind: "status", status: 200, body: { id: 7, userName: user.email } });
    expect(await registry.create(user)).toEqual({ kind: "created" });
  });

  test.each<[string, ServerFailure]>([
    ["without a body", { kind: "status", status: 201 }],
    ["with no content", { kind: "status", status: 204 }],
  ])("creates a user %s", async (_what, response) => {
    failWith(undefined, response);
    expect(await registry.create(newUser())).toEqual({ kind: "created" });
  });

  test.each([
    { status: 409, body: { scimType: "Uniqueness" } },
    { status: 400, body: { scimType: "uniqueness" } },
  ])("reports an e-mail that is taken as $status $body.scimType", async (refusal) => {
    failWith(undefined, { kind: "status", ...refusal }, undefined);
    expect(await registry.create(newUser())).toEqual({ kind: "emailTaken" });
  });

  test("accepts both media types of SCIM", async () => {
    failWith();
    await registry.findByEmail(email);
    expect(server.received[0]?.headers.accept).toBe("application/scim+json, application/json");
  });

  test("sends a number as the id in the URL of a change", async () => {
    const user = newUser();
    const found = { totalResults: 1, Resources: [{ id: 7, userName: user.email, externalId: user.accountId }] };
    failWith({ kind: "status", status: 200, body: found }, { kind: "status", status: 204 });
    expect(await registry.setPassword({ ...user, password: "Petit-Vent-43" })).toEqual({ kind: "changed" });
    expect(sentTo()).toEqual(["POST /Users/.search", "PATCH /Users/7"]);
  });
});

test("creates, finds, changes and locks a user of SCIMMY, a server that others wrote", async () => {
  const scimmy = closeAfterTests(await scimmyServer());
  const others = registryAt({ url: scimmy.url, limitMilliseconds });
  const user = newUser();
  const taken = newUser();
  await others.create(taken);
  expect(await others.findByEmail(user.email)).toBeUndefined();
  expect(await others.create(user)).toEqual({ kind: "created" });
  expect(await others.create({ ...newUser(), email: user.email })).toEqual({ kind: "emailTaken" });
  const found = { externalId: user.accountId, email: user.email, status: "active" };
  expect([await others.findByEmail(user.email), await others.findByAccount(user)]).toEqual([found, found]);
  const change = { ...user, password: "Petit-Vent-43" };
  expect(await others.setPassword({ ...change, newEmail: taken.email })).toEqual({ kind: "emailTaken" });
  expect(await others.setPassword({ ...change, newEmail: "new@courrier.example" })).toEqual({ kind: "changed" });
  expect(await others.setStatus({ ...user, status: "locked" })).toEqual({ kind: "changed" });
  expect(await others.findByEmail("new@courrier.example")).toMatchObject({ status: "locked" });
  expect(scimmy.passwordOf(user.accountId)).toBe("Petit-Vent-43");
});

describe("a registry that fails", () => {
  const find = () => registry.findByEmail("someone@courrier.example");

  test.each<[string, ServerFailure]>([
    ["closed connections", { kind: "reset" }],
    ["status 503", { kind: "status", status: 503 }],
  ])("F-17 is asked once more after %s, and is then unavailable for a while", async (_what, failure) => {
    failWith(failure, undefined);
    expect(await find()).toBeUndefined();
    failWith(failure);
    await expect(find()).rejects.toThrow(RegistryOutage);
    expect(server.received).toHaveLength(2);
  });

  const user = { id: "1", userName: "another@courrier.example" };
  const list = (...resources: unknown[]): ServerFailure => ({
    kind: "text",
    text: JSON.stringify({ totalResults: resources.length, Resources: resources }),
  });
  const asked = { ...user, userName: "Someone@courrier.example" };
  test.each<[string, ServerFailure, code: string]>([
    ["status 401", { kind: "status", status: 401 }, "status-401"],
    ["status 500", { kind: "status", status: 500 }, "status-500"],
    ["broken JSON", { kind: "text", text: "<html>" }, "not-json"],
    ["another schema", { kind: "text", text: '{"users":[]}' }, "totalResults"],
    ["a user who was not asked for", list(user), "other-users"],
    ["two users with one e-mail", list(asked, { ...asked, id: "2" }), "several-users"],
    ["a count without its users", { kind: "text", text: '{"totalResults":1,"Resources":null}' }, "Resources"],
    [
      "a count of two with one of the users",
      { kind: "text", text: JSON.stringify({ totalResults: 2, Resources: [asked] }) },
      "several-users",
    ],
    ["null as the count", { kind: "text", text: '{"totalResults":null}' }, "totalResults"],
    ["an empty text as the count", { kind: "text", text: '{"totalResults":""}' }, "totalResults"],
    ["a state that is no truth value", list({ ...asked, active: "perhaps" }), "Resources.0.active"],
    ["a user without an id", list({ userName: asked.userName }), "Resources.0.id"],
  ])("F-18 is not believed after %s", async (_what, failure, code) => {
    failWith(failure);
    const fault = await find().catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(RegistryUnavailable);
    expect(fault).not.toBeInstanceOf(RegistryOutage);
    expect(fault).toMatchObject({ cause: { code } });
  });

  test("F-18 is reported as failing after a conflict that is not of uniqueness", async () => {
    failWith(undefined, { kind: "status", status: 409, body: { scimType: "mutability" } });
    await expect(registry.create(newUser())).rejects.toMatchObject({ cause: { code: "status-409" } });
  });

  test("F-17 times out when it is slow, and is unavailable where nothing listens", async () => {
    failWith({ kind: "slow", milliseconds: 20_000 });
    const impatient = registryAt({ url: server.url, limitMilliseconds: 50 });
    await expect(impatient.findByEmail("someone@courrier.example")).rejects.toThrow(RegistryOutage);
    const gone = await loopbackServer(() => {});
    await gone.close();
    const away = guardRegistry(scimRegistry(httpClient({ url: gone.origin, limitMilliseconds })));
    const findAway = () => away.findByEmail("someone@courrier.example");
    for (let turn = 0; turn < 5; turn++) await expect(findAway()).rejects.toThrow(RegistryOutage);
    expect(away.isCircuitOpen()).toBe(true);
  });

  test("F-17 gets no request after its call was given up", async () => {
    server.received.length = 0;
    const request = { method: "PATCH", path: "/Users/1", body: {}, isRepeatable: true } as const;
    const client = httpClient({ url: server.url, limitMilliseconds });
    await expect(client.send({ ...request, signal: AbortSignal.abort() })).rejects.toThrow("no answer");
    expect(server.received).toEqual([]);
  });

  test("is not called more than a few times at once", async () => {
    const narrow = guardRegistry(registry, { ...callLimits, circuitFailures: 5, maxConcurrentCalls: 2 });
    failWith({ kind: "slow", milliseconds: 100 });
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => narrow.findByEmail("someone@courrier.example")));
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused).toMatchObject([{ reason: expect.any(RegistryOutage) }, { reason: expect.any(RegistryOutage) }]);
    expect(narrow.isCircuitOpen()).toBe(false);
  });
});
