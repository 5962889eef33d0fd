import { hash } from "@node-rs/bcrypt";
import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import type { AuthenticationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { rolesOfAccount } from "../../accounts/account-policy.store.ts";

const password = "Grand-Vent-42";
// The name's lockout threshold is fixed at six, so the link's limit of five is reached first.
const testApi = closeAfterTests(await createTestApi());
const { random } = testApi.deps;
Object.assign(testApi.deps, { random: { ...random, integer: (_from: number, to: number) => to } });
const clients = linkClients(testApi);

const confirm = (id: string, body: AuthenticationBody) => clients.accounts.authenticate(linkCaller, id, body);

/** A driver on the policy of an account holder, and the driver's link into that account. */
async function driverLink() {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const driver = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
  const order = orderFor(driver, { action: "ASKPASSWORD", role: 80, src: "app" });
  return { holder, accountId, driver, order, ...(await liveLinkFor(clients, order)) };
}

const rolesOf = (accountId: string) => rolesOfAccount(testApi.database, accountId);

describe("with a driver's link into the policyholder's account", () => {
  test("the account's password and the driver's mobile add the profile once", async () => {
    const { holder, accountId, driver, link, token } = await driverLink();
    const body = { password, cellPhone: driver.cellPhone };
    expect(await confirm(link.id, body)).toEqual({
      kind: "ok",
      status: 200,
      data: { email: holder.email, ticket: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40, 80]);
    expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
    expect(await confirm(link.id, body)).toMatchObject({ status: 403, error: { errorCode: 3004 } });
  });

  test("A-070 A-071 only the driver's own mobile on file is accepted", async () => {
    const { holder, accountId, driver, link } = await driverLink();
    const { postalCode, dateOfBirth } = driver.policy;
    expect(await confirm(link.id, { password, postalCode, dateOfBirth })).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { cellPhone: "required" } },
    });
    expect(await confirm(link.id, { password, cellPhone: holder.cellPhone })).toMatchObject({
      status: 400,
      error: { errorCode: 1002, fields: { cellPhone: "wrong" } },
    });
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test.each(["114-555-0142", "514-155-0142", "514-555-014", "514-555-01423", "+33 514-555-0142"])(
    "A-085 the mobile %s is refused at its field, without an attempt",
    async (cellPhone) => {
      const { driver, link } = await driverLink();
      for (let count = 0; count < 4; count++)
        expect(await confirm(link.id, { password, cellPhone })).toMatchObject({
          status: 400,
          error: { errorCode: 1000, fields: { cellPhone: "phone" } },
        });
      expect(await confirm(link.id, { password, cellPhone: driver.cellPhone })).toMatchObject({ kind: "ok" });
    },
  );

  test("a wrong mobile does not reveal whether the password is right", async () => {
    const responses = async (tried: string) => {
      const { link } = await driverLink();
      return confirm(link.id, { password: tried, cellPhone: "514-555-9999" });
    };
    expect(await responses("Autre-Vent-42")).toEqual(await responses(password));
  });

  test("three wrong mobile numbers lock the driver out for a day", async () => {
    const { accountId, link } = await driverLink();
    const wrong = { password, cellPhone: "514-555-9999" };
    for (let count = 0; count < 2; count++) await confirm(link.id, wrong);
    expect(await confirm(link.id, wrong)).toMatchObject({
      status: 400,
      error: { errorCode: 1003, roadblock: "wrong-cellphone", until: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test("the fifth wrong password revokes the link and mails a new one", async () => {
    const { driver, link, token } = await driverLink();
    const wrong = { password: "Autre-Vent-42", cellPhone: driver.cellPhone };
    for (let count = 0; count < 4; count++)
      expect(await confirm(link.id, wrong)).toMatchObject({ status: 400, error: { errorCode: 3005 } });
    expect(await confirm(link.id, wrong)).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "login-difficulties" },
    });
    expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
    const [, fresh] = await mailsTo(testApi, driver.email);
    expect(fresh).toMatchObject({ kind: "lockedAccount", facts: { cause: "wrongPasswords" } });
    expect(await clients.links.read(linkCaller, fresh?.token ?? "")).toMatchObject({
      data: { action: "ASKPASSWORD" },
    });
  });

  test("wrong passwords count for the account's name, so a new link does not bypass the lockout", async () => {
    const { driver, link, order } = await driverLink();
    const wrong = { password: "Autre-Vent-42", cellPhone: driver.cellPhone };
    for (let count = 0; count < 5; count++) await confirm(link.id, wrong);
    const fresh = await liveLinkFor(clients, { ...order, expiresInHours: 2 });
    const locked = { status: 403, error: { roadblock: "login-difficulties", until: expect.any(String) } };
    expect(await confirm(fresh.link.id, wrong)).toMatchObject(locked);
    const other = await liveLinkFor(clients, { ...order, expiresInHours: 3 });
    const right = { password, cellPhone: driver.cellPhone };
    expect(await confirm(other.link.id, right)).toMatchObject(locked);
    await testApi.moveClock(15 * 60 + 1);
    expect(await confirm(other.link.id, right)).toMatchObject({ status: 200 });
  });

  test("one of several concurrent requests adds the profile", async () => {
    const { driver, link } = await driverLink();
    const body = { password, cellPhone: driver.cellPhone };
    const results = await Promise.all(Array.from({ length: 5 }, () => confirm(link.id, body)));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });
});

test("a link to one's own account asks for postal code and date of birth", async () => {
  const person = await newPerson(testApi);
  const accountId = await accountOf(testApi, person);
  await newPerson(testApi, {
    first_name: person.policy.firstName,
    last_name: person.policy.lastName,
    policy_number: "NEU0001",
    email: person.email,
  });
  const { link } = await liveLinkFor(clients, orderFor(person, { action: "ASKPASSWORD", policyNumber: "NEU-0001" }));
  expect(link).toMatchObject({ ubiMatchPH: false, identityFact: "postalCodeAndDateOfBirth" });
  const { postalCode, dateOfBirth } = person.policy;
  expect(await confirm(link.id, { password, postalCode, dateOfBirth })).toMatchObject({ status: 200 });
  const { rows } = await testApi.pool.query(
    "select policy_number from account_policy where account_id = $1 order by 1",
    [accountId],
  );
  expect(rows.map((row) => row.policy_number)).toContain("NEU0001");
});

describe("with the id of a found account", () => {
  const find = async (email: string) => {
    const settings = { baseUrl: "http://api.internal", fetch: (request: Request) => clients.api.fetch(request) };
    const result = await createClient(accountEndpoints, settings).find(linkCaller, { email });
    return result.kind === "ok" ? result.data.id : "";
  };

  test("the password alone signs in", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    expect(await confirm(await find(person.email), { password })).toEqual({
      kind: "ok",
      status: 200,
      data: { email: person.email, ticket: expect.any(String) },
    });
  });

  test("signs in each of several concurrent requests, of which the first replaces an older hash", async () => {
    const person = await newPerson(testApi);
    const accountId = await accountOf(testApi, person);
    const older = await hash(password, { cost: 4 });
    await testApi.pool.query("update account set password_hash = $1 where id = $2", [older, accountId]);
    const ids = await Promise.all(Array.from({ length: 8 }, () => find(person.email)));
    const results = await Promise.all(ids.map((id) => confirm(id, { password })));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(ids.length);
  });

  test("known and unknown e-mails get the same refusals and the same lockout, even with a new id each time", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    const series = async (email: string) => {
      const results: unknown[] = [];
      for (let count = 0; count < 7; count++) {
        const result = await confirm(await find(email), { password: "Autre-Vent-42" });
        results.push(
          result.kind === "error"
            ? { ...result, error: { ...result.error, until: result.error.until?.length } }
            : result,
        );
      }
      return results;
    };
    const known = await series(person.email);
    expect(known).toEqual(await series("personne.ici@courrier.example"));
    expect(known[4]).toMatchObject({ status: 400, error: { errorCode: 3005 } });
    expect(known[5]).toMatchObject({ status: 403, error: { errorCode: 3002, roadblock: "login-difficulties" } });
    expect(await confirm(await find(person.email), { password })).toMatchObject({ status: 403 });
  });

  test.each([
    ["locked until a reset", "status = 'L'", { status: 403, error: { roadblock: "forgot-password" } }],
    ["temporary", "status = 'T'", { status: 403, error: { roadblock: "forgot-password" } }],
    ["taken away", "disabled = true", { status: 412, error: { roadblock: "inconsistency" } }],
  ])("an access that is %s is reported only after the correct password", async (_what, change, response) => {
    const person = await newPerson(testApi);
    const accountId = await accountOf(testApi, person);
    await testApi.pool.query(`update account set ${change} where id = $1`, [accountId]);
    expect(await confirm(await find(person.email), { password: "Autre-Vent-42" })).toMatchObject({
      status: 400,
      error: { errorCode: 3005 },
    });
    expect(await confirm(await find(person.email), { password })).toMatchObject(response);
  });

  test("an id from before a change of e-mail counts for the new name", async () => {
    const person = await newPerson(testApi);
    const accountId = await accountOf(testApi, person);
    const id = await find(person.email);
    const email = `nouvelle.${person.email}`;
    await testApi.pool.query("update account set email = $1, email_typed = $1 where id = $2", [email, accountId]);
    for (let count = 0; count < 6; count++) await confirm(id, { password: "Autre-Vent-42" });
    expect(await confirm(await find(email), { password })).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "login-difficulties" },
    });
  });

  test("an invalid id gets 404", async () => {
    for (const id of ["x", "x".repeat(103)]) expect(await confirm(id, { password })).toMatchObject({ status: 404 });
    expect(await confirm(await find("personne@courrier.example"), { password: "" })).toMatchObject({
      status: 400,
      error: { fields: { password: "required" } },
    });
  });
});
