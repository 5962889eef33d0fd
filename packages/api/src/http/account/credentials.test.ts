import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { nextPassword } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { clientOf, openSession, signedInPerson, signedOutCaller } from "../../../../../test/signed-in.ts";
import { buildApi } from "../../build-api.ts";

const testApi = await openTestApi();
const { session, prove, changePassword } = clientOf(testApi, credentialEndpoints);
const other = clientOf(testApi, credentialEndpoints, 1);

const currentPassword = "Grand-Vent-42";
const wrongPassword = "Not-The-One-1";
const ended = { status: 401, error: { errorCode: 3009 } };
const wrong = { status: 400, error: { errorCode: 3005 } };

const eventsOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query("select event from audit_event where account_id = $1 order by id", [
    accountId,
  ]);
  return rows.map(({ event }) => event);
};

/** As if the session had been opened, and last proven, so many minutes ago. */
const provenAgo = (accountId: string, minutes: number) =>
  testApi.pool.query(
    "update gateway_session set started_at = app_now() - make_interval(mins => $2), proven_at = null where account_id = $1",
    [accountId, minutes],
  );

describe("the proof of a session", () => {
  test("is satisfied by the sign-in for ten minutes, then requires the password again", async () => {
    const { accountId, person, caller } = await signedInPerson(testApi);
    expect(await session(caller)).toMatchObject({ data: { email: person.email, isProven: true } });
    await provenAgo(accountId, ttl.freshProofMinutes + 1);
    expect(await session(caller)).toMatchObject({ data: { isProven: false } });
    expect(await prove(caller, { password: currentPassword })).toMatchObject({ status: 204 });
    expect(await other.session(caller)).toMatchObject({ data: { isProven: true } });
    expect(await eventsOf(accountId)).toContain("session.proven");
  });

  test("is not given to another session of the account", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const second = await openSession(testApi, accountId);
    await provenAgo(accountId, 20);
    await prove(caller, { password: currentPassword });
    expect(await session(second)).toMatchObject({ data: { isProven: false } });
  });

  test("A-251 counts wrong passwords with those of the sign-in, on every server, until the name is locked", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const results = [];
    for (let attempt = 0; attempt < limits.loginAccountName.to; attempt += 1)
      results.push(await [prove, other.prove][attempt % 2]?.(caller, { password: wrongPassword }));
    expect(results[0]).toMatchObject(wrong);
    expect(results.at(-1)).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "login-difficulties", until: expect.any(String) },
    });
    expect(await prove(caller, { password: currentPassword })).toMatchObject({ status: 403 });
    expect(await eventsOf(accountId)).toContain("sign-in.refused");
  });

  test("counts although a sign-in has replaced an older hash of the password meanwhile", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const { hashing } = testApi.deps;
    const verify: typeof hashing.verify = async (...typed) => {
      const verdict = await hashing.verify(...typed);
      const rehashed = await hashing.hash(currentPassword);
      await testApi.pool.query("update account set password_hash = $1 where id = $2", [rehashed, accountId]);
      return verdict;
    };
    const api = buildApi({ ...testApi.deps, hashing: { ...hashing, verify } });
    const during = clientOf({ ...testApi, apis: [api, api] }, credentialEndpoints);
    expect(await during.prove(caller, { password: currentPassword })).toMatchObject({ status: 204 });
  });

  test("needs a session", async () => {
    expect(await prove(signedOutCaller, { password: currentPassword })).toMatchObject(ended);
  });
});

describe("a new password with the current one", () => {
  test("A-252 ends the other sessions and gives this one a new id", async () => {
    const { accountId, person, caller } = await signedInPerson(testApi);
    const elsewhere = await openSession(testApi, accountId);
    const result = await changePassword(caller, { currentPassword, password: nextPassword });
    expect(result).toMatchObject({ kind: "ok", data: { session: expect.any(String) } });
    if (result.kind !== "ok") return;
    const renamed = { ...caller, gatewaySession: result.data.session };
    expect(await session(caller)).toMatchObject(ended);
    expect(await session(elsewhere)).toMatchObject(ended);
    expect(await session(renamed)).toMatchObject({ data: { isProven: true } });
    expect(await prove(renamed, { password: nextPassword })).toMatchObject({ status: 204 });
    expect((await mailsTo(testApi, person.email)).map(({ kind }) => kind)).toContain("passwordChanged");
    expect(await eventsOf(accountId)).toContain("password.changed");
  });

  test("notifies every e-mail on file of its person, and none of a namesake", async () => {
    const { accountId, person, caller } = await signedInPerson(testApi);
    const { firstName, lastName, dateOfBirth } = person.policy;
    const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
    const namesake = await newPerson(testApi, names);
    const samePerson = await newPerson(testApi, { ...names, cell_phone: person.cellPhone });
    await testApi.pool.query("insert into account_contact (account_id, contact) values ($1, $2)", [
      accountId,
      person.cellPhone,
    ]);
    expect(await changePassword(caller, { currentPassword, password: nextPassword })).toMatchObject({ kind: "ok" });
    expect((await mailsTo(testApi, samePerson.email)).map(({ kind }) => kind)).toEqual(["passwordChanged"]);
    expect(await mailsTo(testApi, namesake.email)).toEqual([]);
  });

  test("keeps the applications that the session signed in to", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await testApi.pool.query(
      `insert into oidc_artifact (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, expires_at)
       select id_hash, 'Session', 'an issuer', account_id, id_hash, 'a uid', '{}', app_now() + interval '1 hour'
       from gateway_session where account_id = $1`,
      [accountId],
    );
    expect(await changePassword(caller, { currentPassword, password: nextPassword })).toMatchObject({ kind: "ok" });
    const { rows } = await testApi.pool.query(
      `select session_uid from oidc_artifact join gateway_session on gateway_session.id_hash = gateway_session
       where gateway_session.account_id = $1 and ended_at is null`,
      [accountId],
    );
    expect(rows).toEqual([{ session_uid: "a uid" }]);
  });

  test("is refused with a wrong current one, and when it was used before or breaks the rules", async () => {
    const { caller } = await signedInPerson(testApi);
    const change = (body: { currentPassword: string; password: string }) => changePassword(caller, body);
    expect(await change({ currentPassword: wrongPassword, password: nextPassword })).toMatchObject(wrong);
    expect(await change({ currentPassword, password: currentPassword })).toMatchObject({ error: { errorCode: 2001 } });
    expect(await change({ currentPassword, password: "short" })).toMatchObject({
      error: { errorCode: 2002, fields: { password: "minlength" } },
    });
    expect(await session(caller)).toMatchObject({ kind: "ok" });
  });

  test("is set once by concurrent requests on two servers", async () => {
    const { caller } = await signedInPerson(testApi);
    const results = await Promise.all([
      changePassword(caller, { currentPassword, password: nextPassword }),
      other.changePassword(caller, { currentPassword, password: "Petit-Quai-77" }),
    ]);
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });

  test("changes nothing when its message cannot be queued", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    await testApi.pool.query(
      `create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'no notice'; end $$;
       create trigger refuse_notice before insert on notification for each row execute function refuse_notice()`,
    );
    expect(await changePassword(caller, { currentPassword, password: nextPassword })).toMatchObject({ status: 500 });
    await testApi.pool.query("drop trigger refuse_notice on notification; drop function refuse_notice()");
    expect(await session(caller)).toMatchObject({ kind: "ok" });
    expect(await prove(caller, { password: currentPassword })).toMatchObject({ status: 204 });
    expect(await eventsOf(accountId)).not.toContain("password.changed");
  });
});
