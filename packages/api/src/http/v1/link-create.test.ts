import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson, type TestPerson, validPassword } from "../../../../../test/registration.ts";
import { createTestApi, redeemTicket } from "../../../../../test/test-api.ts";

const testApi = closeAfterTests(await createTestApi());
const clients = linkClients(testApi);

const bodyOf = ({ policy }: TestPerson): AccountCreateBody => ({
  password: validPassword,
  postalCode: policy.postalCode,
  dateOfBirth: policy.dateOfBirth,
});
const linkTo = (person: TestPerson, email?: string) =>
  liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER", ...(email && { email }) }));
const create = (id: string, body: AccountCreateBody) => clients.links.create(linkCaller, id, body);
const over = { kind: "error", status: 403, error: { errorCode: 3004, roadblock: "token-expired" } };

describe("an account created with a link", () => {
  test("belongs to the link's person, with the link's e-mail, a welcome message and a working ticket", async () => {
    const person = await newPerson(testApi);
    const { token, link } = await linkTo(person);
    const result = await create(link.id, bodyOf(person));
    expect(result).toEqual({ kind: "ok", status: 201, data: { email: person.email, ticket: expect.any(String) } });
    const { rows } = await testApi.pool.query(
      "select a.id, a.email, p.policy_number, p.role from account a join account_policy p on p.account_id = a.id where a.person_key = $1",
      [person.personKey],
    );
    expect(rows).toEqual([
      { id: expect.any(String), email: person.email, policy_number: person.policy.policyNumber, role: 40 },
    ]);
    expect((await mailsTo(testApi, person.email)).map(({ kind }) => kind)).toEqual(["link", "welcome"]);
    const events = await testApi.pool.query("select event, actor from audit_event where account_id = $1", [rows[0].id]);
    expect(events.rows).toEqual([{ event: "account.created", actor: "person" }]);
    const ticket = result.kind === "ok" && "ticket" in result.data ? result.data.ticket : "";
    expect(await redeemTicket(testApi.deps, ticket)).toEqual({ accountId: rows[0].id });
    expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
  });

  test("A-118 revokes the link, which then reveals nothing about the person", async () => {
    const person = await newPerson(testApi);
    const { token, link } = await linkTo(person);
    await create(link.id, bodyOf(person));
    const second = await create(link.id, bodyOf(person));
    expect(second).toMatchObject(over);
    const read = await clients.links.read(linkCaller, token);
    expect(read).toEqual({ kind: "ok", status: 200, data: { action: "TOKEN_EXPIRED" } });
    expect(JSON.stringify([second, read])).not.toMatch(/courrier|Maëlle|St-Onge/);
  });

  test("A-056 A-119 is one in ten concurrent requests with two links", async () => {
    const person = await newPerson(testApi);
    const first = await linkTo(person);
    const second = await linkTo(person);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_one, turn) => create((turn % 2 ? first : second).link.id, bodyOf(person))),
    );
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    const others = results.filter(({ kind }) => kind !== "ok");
    expect(new Set(others.map((other) => JSON.stringify(other))).size).toBe(1);
    expect(others[0]).toMatchObject(over);
    const mails = await mailsTo(testApi, person.email);
    expect(mails.filter(({ kind }) => kind === "welcome")).toHaveLength(1);
  });
});

describe("the identity question with the password", () => {
  test("revokes the link with the roadblock after three wrong answers", async () => {
    const person = await newPerson(testApi);
    const { token, link } = await linkTo(person);
    const wrong = { ...bodyOf(person), postalCode: "G1R 4S9" };
    for (let count = 0; count < 2; count++)
      expect(await create(link.id, wrong)).toMatchObject({
        status: 400,
        error: { errorCode: 1002, fields: { postalCode: "wrong", dateOfBirth: "wrong" } },
      });
    expect(await create(link.id, wrong)).toMatchObject({
      status: 400,
      error: { errorCode: 1003, roadblock: "login-difficulties" },
    });
    expect(await create(link.id, bodyOf(person))).toMatchObject(over);
    expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
  });

  test("A-071 asks a driver for the mobile number, and accepts no other fact", async () => {
    const driver = await newPerson(testApi, { role: 80 });
    const order = orderFor(driver, { action: "DEFPWD_REGISTER", role: 80 });
    const { link } = await liveLinkFor(clients, order);
    expect(link.identityFact).toBe("cellPhone");
    expect(await create(link.id, bodyOf(driver))).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { cellPhone: "required" } },
    });
    const result = await create(link.id, { password: validPassword, cellPhone: driver.cellPhone });
    expect(result).toMatchObject({ kind: "ok", status: 201 });
  });

  test("locks a driver out for a day after three wrong mobile numbers, with a new link too", async () => {
    const driver = await newPerson(testApi, { role: 80 });
    const order = orderFor(driver, { action: "DEFPWD_REGISTER", role: 80 });
    const { link } = await liveLinkFor(clients, order);
    const wrong = { password: validPassword, cellPhone: "514-555-9999" };
    for (let count = 0; count < 2; count++) await create(link.id, wrong);
    const closed = { status: 400, error: { errorCode: 1003, roadblock: "wrong-cellphone", until: expect.any(String) } };
    expect(await create(link.id, wrong)).toMatchObject(closed);
    const right = { password: validPassword, cellPhone: driver.cellPhone };
    const fresh = await liveLinkFor(clients, { ...order, expiresInHours: 48 });
    expect(await create(fresh.link.id, right)).toMatchObject(closed);
    await testApi.moveClock(86_400);
    const next = await liveLinkFor(clients, order);
    expect(await create(next.link.id, right)).toMatchObject({ status: 201 });
  });
});

test.each([
  ["no password", "", 1000, "required"],
  ["a short one", "Court-1", 2002, "minlength"],
  ["a character outside the accepted ones", "Grand-Vent-€42", 2003, "invalidCharacter"],
  ["a part of the e-mail", "Personne-Courrier-42", 2002, "containsEmail"],
  ["a common one", "P@ssw0rd123", 2002, "common"],
])("does not revoke the link when the password is refused: %s", async (_what, password, errorCode, key) => {
  const person = await newPerson(testApi);
  const { link } = await linkTo(person, `personne.${errorCode}.${key.toLowerCase()}@courrier.example`);
  expect(await create(link.id, { ...bodyOf(person), password })).toMatchObject({
    status: 400,
    error: { errorCode, fields: { password: key } },
  });
  expect(await create(link.id, bodyOf(person))).toMatchObject({ status: 201 });
});

test("refuses an e-mail taken in the meantime and keeps the link valid", async () => {
  const person = await newPerson(testApi);
  const { token, link } = await linkTo(person);
  const other = await newPerson(testApi);
  const accountId = await accountOf(testApi, other, { email: person.email });
  expect(await create(link.id, bodyOf(person))).toMatchObject({ status: 400, error: { errorCode: 4001 } });
  expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
  await testApi.pool.query("delete from account where id = $1", [accountId]);
  expect(await create(link.id, bodyOf(person))).toMatchObject({ status: 201 });
});

test("A-122 reads the identity from the link only, whatever facts, id, brand or e-mail are sent", async () => {
  const victim = await newPerson(testApi);
  const other = await newPerson(testApi, { postal_code: "G1R4S9" });
  const otherLink = await linkTo(other);
  const theirs = await linkTo(victim);
  expect(await create(otherLink.link.id, bodyOf(victim))).toMatchObject({ error: { errorCode: 1002 } });
  const smuggled = { ...bodyOf(other), email: victim.email } as AccountCreateBody;
  expect(await create(otherLink.link.id, smuggled)).toMatchObject({
    error: { errorCode: 1000, fields: { email: "unknown" } },
  });
  for (const id of ["x", otherLink.token, "00000000-0000-4000-8000-000000000000"])
    expect(await create(id, bodyOf(victim))).toMatchObject({ status: 404, error: { errorCode: 1404 } });
  const elsewhere = { ...linkCaller, apiKey: "intact" };
  expect(await clients.links.create(elsewhere, theirs.link.id, bodyOf(victim))).toMatchObject({ status: 404 });
  const username = await liveLinkFor(clients, orderFor(victim, { action: "ASKUSERNAME" }));
  expect(await create(username.link.id, bodyOf(victim))).toMatchObject({ status: 404 });
});

test("A-127 keeps the link valid after requests that a mail scanner can send", async () => {
  const person = await newPerson(testApi);
  const { token, link } = await linkTo(person);
  expect(await create(link.id, { password: validPassword })).toMatchObject({ status: 400, error: { errorCode: 1000 } });
  expect(await create(link.id, { password: "" })).toMatchObject({ status: 400 });
  expect(
    await clients.links.sendReissuedLink(linkCaller, token, {
      mediumType: "EMAIL",
      notificationType: "LOCKED_ACCOUNT",
    }),
  ).toMatchObject({ status: 404 });
  expect(await create(link.id, bodyOf(person))).toMatchObject({ status: 201 });
});
