import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { createTestApi, type TestApi } from "../../../../../test/test-api.ts";

let testApi: TestApi;
let clients: ReturnType<typeof linkClients>;
beforeAll(async () => {
  testApi = await createTestApi();
  clients = linkClients(testApi);
});
afterAll(() => testApi.close());

const read = (token = "") => clients.links.read(linkCaller, { token });
const ask = (token = "") => clients.links.sendReissuedLink(linkCaller, token);
const isOver = { data: { action: "TOKEN_EXPIRED" } };
const asked = { kind: "ok", status: 200, data: {} };
const none = { kind: "error", status: 404, error: { errorCode: 1404, message: "there is nothing here" } };

/** A link past its date. */
async function pastLink(person: TestPerson): Promise<string> {
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER", expiresInHours: 1 }));
  await testApi.pool.query("update link set expires_at = app_now() where recipient = $1", [person.email]);
  return token;
}

const freshTokens = async (person: TestPerson) =>
  (await mailsTo(testApi, person.email)).filter(({ kind }) => kind === "lockedAccount").map(({ token }) => token);

describe("in place of a link that is over", () => {
  test("comes a fresh one for the same, to the same address, by a message that lives as long as it", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    expect(await ask(old)).toEqual(asked);
    const [fresh] = await freshTokens(person);
    expect(await read(fresh)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
    expect(await read(old)).toMatchObject(isOver);
  });

  test("the newest alone is good; three may be asked for, whichever of them is shown", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await ask(old);
    await ask(old);
    const [first, second] = await freshTokens(person);
    expect(await read(first)).toMatchObject(isOver);
    expect(await read(second)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
    expect(await ask(first)).toEqual(asked);
    const end = {
      kind: "error",
      status: 403,
      error: { errorCode: 3002, message: "the limit is reached", roadblock: "resend-email" },
    };
    for (const token of [old, first, second]) expect(await ask(token)).toEqual(end);
    expect(await freshTokens(person)).toHaveLength(3);
  });

  test("A-131 beyond five mails an hour to an address the answer stays the same and nothing goes out", async () => {
    const email = "inondee@courrier.example";
    const tokens: string[] = [];
    for (let count = 0; count < 3; count++) tokens.push(await pastLink(await newPerson(testApi, { email })));
    for (const token of [...tokens, ...tokens]) expect(await ask(token)).toEqual(asked);
    const mails = await mailsTo(testApi, email);
    expect(mails.filter(({ kind }) => kind === "lockedAccount")).toHaveLength(5);
  });

  test("somebody who has an account by now is told so, at its address", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await accountOf(testApi, person, { email: "compte@courrier.example" });
    expect(await ask(old)).toEqual(asked);
    expect(await mailsTo(testApi, "compte@courrier.example")).toMatchObject([{ kind: "alreadyRegistered" }]);
    expect(await freshTokens(person)).toEqual([]);
  });

  test("A-121 nothing goes to an address that is the person's no more", async () => {
    const person = await newPerson(testApi);
    const old = await pastLink(person);
    await testApi.pool.query("update book_row set email = 'neuve@courrier.example' where person_key = $1", [
      person.personKey,
    ]);
    expect(await ask(old)).toEqual(none);
    expect(await freshTokens(person)).toEqual([]);
  });
});

test("nothing is renewed for a token nobody has, a live link, or one its owner finished with", async () => {
  const person = await newPerson(testApi);
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
  expect(await ask("x".repeat(43))).toEqual(none);
  expect(await ask("..")).toEqual(none);
  expect(await ask(token)).toEqual(none);
  expect(await read(token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
  const { postalCode, dateOfBirth } = person.policy;
  await clients.links.remove(linkCaller, token, { postalCode, dateOfBirth });
  expect(await ask(token)).toEqual(none);
  expect(await freshTokens(person)).toEqual([]);
});

test("the notification's body is the one of the contract", async () => {
  const answer = await clients.api.request(`/api/v1/tokens/${"x".repeat(43)}/notification`, {
    method: "POST",
    body: JSON.stringify({ mediumType: "SMS", notificationType: "LOCKED_ACCOUNT" }),
    headers: { "api-key": "belair", "content-type": "application/json" },
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { errorCode: 1000, message: expect.any(String), fields: { mediumType: "format" } },
  ]);
});
