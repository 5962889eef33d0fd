import { createAccountClient } from "@vestibule/contract/v1/account.client.ts";
import type { AuthenticationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { createTestApi, type TestApi } from "../../../../../test/test-api.ts";

const password = "Grand-Vent-42";
let testApi: TestApi;
let clients: ReturnType<typeof linkClients>;
beforeAll(async () => {
  // The name's own lock is drawn at six: the link's five come first.
  testApi = await createTestApi();
  const { random } = testApi.deps;
  Object.assign(testApi.deps, { random: { ...random, integer: (_from: number, to: number) => to } });
  clients = linkClients(testApi);
});
afterAll(() => testApi.close());

const confirm = (id: string, body: AuthenticationBody) => clients.accounts.authenticate(linkCaller, id, body);

/** A driver on the policy of somebody with an account, and the link that leads into it. */
async function driverLink() {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const driver = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
  const order = orderFor(driver, { action: "ASKPASSWORD", role: 80, src: "app" });
  return { holder, accountId, driver, order, ...(await liveLinkFor(clients, order)) };
}

const rolesOf = (accountId: string) => testApi.deps.accountStore.rolesOf(testApi.database, accountId);

describe("by a driver's link into the policyholder's account", () => {
  test("the account's password and the driver's mobile add the profile, once", async () => {
    const { holder, accountId, driver, link, token } = await driverLink();
    const body = { password, cellPhone: driver.cellPhone };
    expect(await confirm(link.id, body)).toEqual({
      kind: "ok",
      status: 200,
      data: { email: holder.email, ticket: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40, 80]);
    expect(await clients.links.read(linkCaller, { token })).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
    expect(await confirm(link.id, body)).toMatchObject({ status: 403, error: { errorCode: 3004 } });
  });

  test("A-070 A-071 the mobile of the book is needed: no other fact, and nobody else's number", async () => {
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

  test("who does not know the mobile learns nothing of the password, right or wrong", async () => {
    const answers = async (tried: string) => {
      const { link } = await driverLink();
      return confirm(link.id, { password: tried, cellPhone: "514-555-9999" });
    };
    expect(await answers("Autre-Vent-42")).toEqual(await answers(password));
  });

  test("three wrong numbers close the way for a day", async () => {
    const { accountId, link } = await driverLink();
    const wrong = { password, cellPhone: "514-555-9999" };
    for (let count = 0; count < 2; count++) await confirm(link.id, wrong);
    expect(await confirm(link.id, wrong)).toMatchObject({
      status: 400,
      error: { errorCode: 1003, roadblock: "wrong-cellphone", until: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test("the fifth wrong password ends the link, and a fresh one goes to its owner", async () => {
    const { driver, link, token } = await driverLink();
    const wrong = { password: "Autre-Vent-42", cellPhone: driver.cellPhone };
    for (let count = 0; count < 4; count++)
      expect(await confirm(link.id, wrong)).toMatchObject({ status: 400, error: { errorCode: 3005 } });
    expect(await confirm(link.id, wrong)).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "login-difficulties" },
    });
    expect(await clients.links.read(linkCaller, { token })).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
    const [, fresh] = await mailsTo(testApi, driver.email);
    expect(fresh).toMatchObject({ kind: "lockedAccount", facts: { cause: "wrongPasswords" } });
    expect(await clients.links.read(linkCaller, { token: fresh?.token ?? "" })).toMatchObject({
      data: { action: "ASKPASSWORD" },
    });
  });

  test("wrong passwords count on the account's name: a new link is no way round its lock", async () => {
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

  test("of several at once one adds the profile", async () => {
    const { driver, link } = await driverLink();
    const body = { password, cellPhone: driver.cellPhone };
    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(link.id, body)));
    expect(replies.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });
});

test("by a link for one's own account the postal code and date of birth are asked", async () => {
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

describe("by the id that finding an account gave", () => {
  const find = async (email: string) => {
    const settings = { baseUrl: "http://api.internal", fetch: (request: Request) => clients.api.fetch(request) };
    const reply = await createAccountClient(settings).find(linkCaller, { email });
    return reply.kind === "ok" ? reply.data.id : "";
  };

  test("the password alone opens it", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    expect(await confirm(await find(person.email), { password })).toEqual({
      kind: "ok",
      status: 200,
      data: { email: person.email, ticket: expect.any(String) },
    });
  });

  test("known and unknown addresses are refused alike, and locked alike, however often they are found anew", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    const series = async (email: string) => {
      const replies: unknown[] = [];
      for (let count = 0; count < 7; count++) {
        const reply = await confirm(await find(email), { password: "Autre-Vent-42" });
        replies.push(
          reply.kind === "error" ? { ...reply, error: { ...reply.error, until: reply.error.until?.length } } : reply,
        );
      }
      return replies;
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
  ])("an access that is %s shows to nobody but whoever knows the password", async (_what, change, answer) => {
    const person = await newPerson(testApi);
    const accountId = await accountOf(testApi, person);
    await testApi.pool.query(`update account set ${change} where id = $1`, [accountId]);
    expect(await confirm(await find(person.email), { password: "Autre-Vent-42" })).toMatchObject({
      status: 400,
      error: { errorCode: 3005 },
    });
    expect(await confirm(await find(person.email), { password })).toMatchObject(answer);
  });

  test("no other text is an id", async () => {
    for (const id of ["x", "x".repeat(103)]) expect(await confirm(id, { password })).toMatchObject({ status: 404 });
    expect(await confirm(await find("personne@courrier.example"), { password: "" })).toMatchObject({
      status: 400,
      error: { fields: { password: "required" } },
    });
  });
});
