import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { createTestApi } from "../../../../../test/test-api.ts";

const testApi = closeAfterTests(await createTestApi());
const clients = linkClients(testApi);

const read = (token = "") => clients.links.read(linkCaller, token);
const request = (token = "") =>
  clients.links.sendReissuedLink(linkCaller, token, { mediumType: "EMAIL", notificationType: "LOCKED_ACCOUNT" });
const isOver = { data: { action: "TOKEN_EXPIRED" } };
const asked = { kind: "ok", status: 200, data: {} };
const none = { kind: "error", status: 404, error: { errorCode: 1404, message: "not found" } };

async function pastLink(person: TestPerson): Promise<string> {
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER", expiresInHours: 1 }));
  await testApi.pool.query("update link set expires_at = app_now() where recipient = $1", [person.email]);
  return token;
}

const freshTokens = async (person: TestPerson) =>
  (await mailsTo(testApi, person.email)).filter(({ kind }) => kind === "lockedAccount").map(({ token }) => token);

describe("reissuing an expired link", () => {
  test("sends a new one for the same action to the same e-mail, and keeps the old one expired", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    expect(await request(old)).toEqual(asked);
    const [fresh] = await freshTokens(person);
    expect(await read(fresh)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
    expect(await read(old)).toMatchObject(isOver);
  });

  test("keeps only the newest valid, and sends at most three, whichever link is used", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await request(old);
    await request(old);
    const [first, second] = await freshTokens(person);
    expect(await read(first)).toMatchObject(isOver);
    expect(await read(second)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
    expect(await request(first)).toEqual(asked);
    const end = {
      kind: "error",
      status: 403,
      error: { errorCode: 3002, message: "locked out", roadblock: "resend-email" },
    };
    for (const token of [old, first, second]) expect(await request(token)).toEqual(end);
    expect(await freshTokens(person)).toHaveLength(3);
  });

  test("A-131 sends at most five messages an hour to an e-mail, with the same answer", async () => {
    const email = "inondee@courrier.example";
    const tokens: string[] = [];
    for (let count = 0; count < 3; count++) tokens.push(await pastLink(await newPerson(testApi, { email })));
    for (const token of [...tokens, ...tokens]) expect(await request(token)).toEqual(asked);
    const mails = await mailsTo(testApi, email);
    expect(mails.filter(({ kind }) => kind === "lockedAccount")).toHaveLength(5);
  });

  test("notifies a person who has an account by now, at the account's e-mail", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await accountOf(testApi, person, { email: "compte@courrier.example" });
    expect(await request(old)).toEqual(asked);
    expect(await mailsTo(testApi, "compte@courrier.example")).toMatchObject([
      { kind: "alreadyRegistered", facts: { cause: "link" } },
    ]);
    expect(await freshTokens(person)).toEqual([]);
  });

  test("A-121 sends nothing to an e-mail that is no longer on file", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await testApi.pool.query("update book_row set email = 'neuve@courrier.example' where person_key = $1", [
      person.personKey,
    ]);
    expect(await request(old)).toEqual(none);
    expect(await freshTokens(person)).toEqual([]);
  });
});

test("A-121 sends no link to reset the password to an e-mail that the account has left, though it is on file", async () => {
  const person = await newPerson(testApi);
  const accountId = await accountOf(testApi, person);
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "RESETPWD_LOGIN" }));
  await testApi.pool.query("update account set email = 'partie-' || email where id = $1", [accountId]);
  expect(await request(token)).toEqual(none);
  expect(await freshTokens(person)).toEqual([]);
});

test("answers 404 for an unknown token, a valid link or a deleted one", async () => {
  const person = await newPerson(testApi);
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
  expect(await request("x".repeat(43))).toEqual(none);
  expect(await request("..")).toEqual(none);
  expect(await request(token)).toEqual(none);
  expect(await read(token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
  const { postalCode, dateOfBirth } = person.policy;
  await clients.links.remove(linkCaller, token, { postalCode, dateOfBirth });
  expect(await request(token)).toEqual(none);
  expect(await freshTokens(person)).toEqual([]);
});

test("refuses a body that is not in the contract", async () => {
  const response = await clients.api.request(`/api/v1/tokens/${"x".repeat(43)}/notification`, {
    method: "POST",
    body: JSON.stringify({ mediumType: "SMS", notificationType: "LOCKED_ACCOUNT" }),
    headers: { "api-key": "belair", "content-type": "application/json" },
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { errorCode: 1000, message: expect.any(String), fields: { mediumType: "format" } },
  ]);
});
