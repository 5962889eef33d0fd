import { maxPasskeys } from "@vestibule/catalogue/account.table.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, newHolder } from "../../../../../test/recovery.ts";
import { clientOf, openSession, type SignedInPerson, signedInPerson } from "../../../../../test/signed-in.ts";
import { Authenticator, type DeviceOptions } from "../../passkeys/test/authenticator.ts";

const testApi = await openTestApi();
const api = clientOf(testApi, passkeyEndpoints);
const otherServer = clientOf(testApi, passkeyEndpoints, 1);
const origin = "http://belair.localhost:3000";
type Caller = SignedInPerson["caller"];

const refusedAs = (status: number, errorCode: number) => ({ kind: "error", status, error: { errorCode } });

async function create(caller: Caller, device: Partial<DeviceOptions> = {}) {
  const { challenge, user } = dataOf(await api.creationOptions(caller));
  const authenticator = new Authenticator();
  return { authenticator, passkey: authenticator.create(challenge, user.id, { origin, ...device }) };
}

async function add(caller: Caller, name = "iPhone") {
  const { authenticator, passkey } = await create(caller);
  expect(await otherServer.add(caller, { name, passkey })).toMatchObject({ kind: "ok", status: 201 });
  return authenticator;
}

const listed = async (caller: Caller) => dataOf(await api.passkeys(caller));

const noticesTo = async (email: string) =>
  (await testApi.pool.query("select kind from notification where recipient = $1 order by sequence", [email])).rows.map(
    ({ kind }) => kind,
  );

const stale = (accountId: string) =>
  testApi.pool.query(
    "update gateway_session set started_at = started_at - interval '10 minutes' where account_id = $1",
    [accountId],
  );

describe("a passkey of a signed-in person", () => {
  test("is added on one server with the options of another, listed, and the owner is notified", async () => {
    const { person, caller } = await signedInPerson(testApi);
    const options = dataOf(await api.creationOptions(caller));
    expect(options).toMatchObject({
      rp: { id: "belair.localhost", name: "Belair" },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const { id } = await add(caller, "Téléphone");
    expect((await listed(caller)).passkeys).toMatchObject([{ name: "Téléphone", isBackedUp: false, isBlocked: false }]);
    expect(dataOf(await api.creationOptions(caller))).toMatchObject({ excludeCredentials: [{ id }] });
    expect(await noticesTo(person.email)).toContain("passkeyAdded");
  });

  test("A-472 is added and kept with a notice to every e-mail on file", async () => {
    const { accountId, accountEmail, email } = await newHolder(testApi);
    const caller = await openSession(testApi, accountId);
    await add(caller);
    for (const recipient of [accountEmail, email]) expect(await noticesTo(recipient)).toContain("passkeyAdded");
    const [passkey] = (await listed(caller)).passkeys;
    await testApi.pool.query("update passkey set off_since = now() where account_id = $1", [accountId]);
    expect(await api.keep(caller, passkey?.id ?? "")).toMatchObject({ kind: "ok" });
    for (const recipient of [accountEmail, email]) expect(await noticesTo(recipient)).toContain("passkeyKept");
  });

  test("is renamed and removed, the latter with a notice", async () => {
    const { person, caller, accountId } = await signedInPerson(testApi);
    await add(caller);
    const [passkey] = (await listed(caller)).passkeys;
    for (const _repeated of [1, 2])
      expect(await api.rename(caller, passkey?.id ?? "", { name: "Tablette" })).toMatchObject({ kind: "ok" });
    expect((await listed(caller)).passkeys).toMatchObject([{ name: "Tablette" }]);
    expect(await api.remove(caller, passkey?.id ?? "")).toMatchObject({ kind: "ok" });
    expect((await listed(caller)).passkeys).toEqual([]);
    expect(await noticesTo(person.email)).toEqual(expect.arrayContaining(["passkeyAdded", "passkeyRemoved"]));
    const { rows } = await testApi.pool.query(
      "select event from audit_event where account_id = $1 and event like 'passkey.%' order by id",
      [accountId],
    );
    expect(rows.map(({ event }) => event)).toEqual(["passkey.added", "passkey.renamed", "passkey.removed"]);
  });

  test("is one of ten at most", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    for (let count = 0; count < maxPasskeys; count++) await add(caller);
    const { passkey } = await create(caller);
    expect(await api.add(caller, { name: "one more", passkey })).toMatchObject(refusedAs(409, 1410));
    const { rows } = await testApi.pool.query("select from passkey where account_id = $1", [accountId]);
    expect(rows).toHaveLength(maxPasskeys);
  });

  test("is offered right after a ticket opened the session, and reviewed when there is one", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    expect((await listed(caller)).offer).toBeUndefined();
    await testApi.pool.query("update gateway_session set opened_by = 'ticket' where account_id = $1", [accountId]);
    expect((await listed(caller)).offer).toBe("setUp");
    await add(caller);
    expect((await listed(caller)).offer).toBe("review");
  });
});

describe("a change of passkeys is refused", () => {
  test("A-211 ten minutes after the newest proof, and allowed again after one by a passkey", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const authenticator = await add(caller);
    const [passkey] = (await listed(caller)).passkeys;
    await stale(accountId);
    expect(await api.creationOptions(caller)).toMatchObject(refusedAs(403, 3010));
    expect(await api.remove(caller, passkey?.id ?? "")).toMatchObject(refusedAs(403, 3010));

    const { challenge, allowCredentials } = dataOf(await api.proofOptions(caller));
    expect(allowCredentials).toMatchObject([{ id: authenticator.id }]);
    const response = authenticator.respond(challenge, { origin });
    expect(await otherServer.prove(caller, response)).toMatchObject({ kind: "ok" });
    expect(await api.prove(caller, response)).toMatchObject(refusedAs(400, 3011));
    expect(await api.remove(caller, passkey?.id ?? "")).toMatchObject({ kind: "ok" });
  });

  test("A-211 for a proof that does not verify its user, or was given for another session", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const authenticator = await add(caller);
    const other = await openSession(testApi, accountId);
    const { challenge } = dataOf(await api.proofOptions(caller));
    for (const [by, device] of [
      [caller, { isUserVerified: false }],
      [caller, { origin: "https://evil.example" }],
      [other, {}],
    ] as const)
      expect(await api.prove(by, authenticator.respond(challenge, { origin, ...device }))).toMatchObject(
        refusedAs(400, 3011),
      );
  });

  test("A-204 for a challenge that was answered before, and one of another session", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const { passkey } = await create(caller);
    const other = await openSession(testApi, accountId);
    expect(await api.add(other, { name: "iPhone", passkey })).toMatchObject(refusedAs(400, 3011));
    const responses = await Promise.all([1, 2, 3].map(() => api.add(caller, { name: "iPhone", passkey })));
    expect(responses.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });

  test("A-208 for a device that does not verify its user", async () => {
    const { caller } = await signedInPerson(testApi);
    const { passkey } = await create(caller, { isUserVerified: false });
    expect(await api.add(caller, { name: "iPhone", passkey })).toMatchObject(refusedAs(400, 3011));
  });

  test("A-207 for a passkey of another account", async () => {
    const owner = await signedInPerson(testApi);
    const other = await signedInPerson(testApi);
    await add(other.caller);
    const [passkey] = (await listed(other.caller)).passkeys;
    expect(await api.remove(owner.caller, passkey?.id ?? "")).toMatchObject(refusedAs(404, 1404));
    expect(await api.rename(owner.caller, passkey?.id ?? "", { name: "mine" })).toMatchObject(refusedAs(404, 1404));
    expect((await listed(other.caller)).passkeys).toHaveLength(1);
  });

  test("when its name is empty, too long or no text that can be stored", async () => {
    const { caller } = await signedInPerson(testApi);
    await add(caller);
    const [passkey] = (await listed(caller)).passkeys;
    for (const name of ["", "   ", "x".repeat(41), "a\u0000b", "\ud800"])
      expect(await api.rename(caller, passkey?.id ?? "", { name })).toMatchObject(refusedAs(400, 1000));
  });
});

test("a brand without passkeys at its host has none to list", async () => {
  const { caller } = await signedInPerson(testApi);
  const headers = { ...caller.headers, "x-vestibule-origin": "http://127.0.0.1:3000" };
  expect(await api.passkeys({ ...caller, headers })).toMatchObject(refusedAs(404, 1404));
});
