import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, orderFor, orderLink } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";

const testApi = closeAfterTests(await createTestApi());
const clients = linkClients(testApi);

const read = (token: string, source?: string) => clients.links.read(linkCaller, token, { src: source });
const isOver = { kind: "ok", status: 200, data: { action: "TOKEN_EXPIRED" } };
const isRemoved = { kind: "ok", status: 204 };
const isNone = { kind: "error", status: 404, error: { errorCode: 1404, message: "not found" } };

describe("a valid link returns", () => {
  test("its action, a masked e-mail and the identity question, for a person without an account", async () => {
    const person = await newPerson(testApi, { email: "odette@gmail.com" });
    const { link } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
    expect(link).toEqual({
      action: "DEFPWD_REGISTER",
      id: expect.any(String),
      email: "o•••@gmail.com",
      twoFactorValidations: [],
      ubiMatchPH: false,
      startDate: expect.any(String),
      endDate: expect.any(String),
      identityFact: "postalCodeAndDateOfBirth",
    });
    // The two timestamps come from separate readings of the database clock.
    const hours = (Date.parse(link.endDate ?? "") - Date.parse(link.startDate)) / 3_600_000;
    expect(hours).toBeCloseTo(ttl.linkHours, 2);
  });

  test("the question for a user name", async () => {
    const person = await newPerson(testApi);
    const { link } = await liveLinkFor(clients, orderFor(person, { action: "ASKUSERNAME" }));
    expect(link.twoFactorValidations).toEqual([{ id: expect.any(String), method: "ASKUSERNAME" }]);
  });

  test("A-070 the question for the mobile number and a masked e-mail, for a driver who joins a policyholder's account", async () => {
    const holder = await newPerson(testApi, { email: "camille@pont.example" });
    await accountOf(testApi, holder);
    const driver = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
    const { link } = await liveLinkFor(clients, orderFor(driver, { action: "ASKPASSWORD", role: 80 }));
    expect(link).toMatchObject({ ubiMatchPH: true, identityFact: "cellPhone", email: "c•••@p•••.example" });
    expect(link.twoFactorValidations).toEqual([
      { id: expect.any(String), method: "ASKPASSWORD", maskedValue: "c•••@p•••.example" },
    ]);
  });

  test("asks for the postal code alone with a new password", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    const { link } = await liveLinkFor(clients, orderFor(person, { action: "RESETPWD_LOGIN" }));
    expect(link).toMatchObject({ action: "RESETPWD_LOGIN", identityFact: "postalCode", twoFactorValidations: [] });
  });
});

test("A-127 a link does not change when a scanner reads it by GET or HEAD", async () => {
  const person = await newPerson(testApi);
  const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
  const before = await testApi.pool.query("select * from link where recipient = $1", [person.email]);
  for (let count = 0; count < 5; count++) {
    const head = await clients.api.request(`/api/v1/tokens/${token}`, {
      method: "HEAD",
      headers: { "api-key": "belair" },
    });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(await read(token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
  }
  expect((await testApi.pool.query("select * from link where recipient = $1", [person.email])).rows).toEqual(
    before.rows,
  );
});

describe("A-127 a valid link is not deleted", () => {
  const linkFor = async () => {
    const person = await newPerson(testApi);
    return { person, ...(await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }))) };
  };

  test("by a request with its token only", async () => {
    const { token } = await linkFor();
    expect(await clients.links.remove(linkCaller, token)).toEqual(isRemoved);
    expect(await read(token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
  });

  test("by a wrong or incomplete fact, but by the third wrong one", async () => {
    const { token, person } = await linkFor();
    const { postalCode, dateOfBirth } = person.policy;
    for (const facts of [
      { postalCode },
      { dateOfBirth },
      { postalCode: "X", dateOfBirth },
      { cellPhone: "5145550100" },
    ])
      expect(await clients.links.remove(linkCaller, token, facts)).toEqual(isRemoved);
    const wrong = { postalCode, dateOfBirth: "1970-01-01" };
    for (let count = 0; count < 2; count++) {
      expect(await clients.links.remove(linkCaller, token, wrong)).toEqual(isRemoved);
      expect(await read(token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
    }
    expect(await clients.links.remove(linkCaller, token, wrong)).toEqual(isRemoved);
    expect(await read(token)).toEqual(isOver);
  });

  test("by more than three compared facts, however many requests arrive at once", async () => {
    const { token, person } = await linkFor();
    const wrong = { postalCode: person.policy.postalCode, dateOfBirth: "1970-01-01" };
    await Promise.all(Array.from({ length: 8 }, () => clients.links.remove(linkCaller, token, wrong)));
    const { rows } = await testApi.pool.query(
      `select result from audit_event join link on link.id = journey_id
       where event = 'identity.refused' and recipient = $1 order by audit_event.id`,
      [person.email],
    );
    expect(rows.map(({ result }) => result)).toEqual(["wrong", "wrong", "tooMany"]);
  });
});

test("deleting an unknown link is answered like deleting a valid one", async () => {
  for (const facts of [undefined, { postalCode: "H2X 1Y4", dateOfBirth: "1988-02-29" }])
    expect(await clients.links.remove(linkCaller, "x".repeat(43), facts)).toEqual(isRemoved);
});

describe("A-139 a link returns only TOKEN_EXPIRED", () => {
  test("after it expires", async () => {
    const person = await newPerson(testApi);
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER", expiresInHours: 1 }));
    await testApi.moveClock(3601);
    expect(await read(token)).toEqual(isOver);
    await testApi.moveClock(-3601);
  });

  test("after it is deleted, and deleting it again changes nothing", async () => {
    const person = await newPerson(testApi);
    const { postalCode, dateOfBirth } = person.policy;
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
    for (let count = 0; count < 2; count++)
      expect(await clients.links.remove(linkCaller, token, { postalCode, dateOfBirth })).toEqual(isRemoved);
    expect(await read(token)).toEqual(isOver);
    const { rows } = await testApi.pool.query(
      "select facts->>'province' as province, facts->>'language' as language from audit_event where event = 'link.deleted'",
    );
    expect(rows).toEqual([{ province: linkCaller.province, language: linkCaller.language }]);
  });

  test.each<[string, (ids: { accountId: string; personKey: string }) => [string, unknown[]]]>([
    [
      "after another password",
      ({ accountId }) => ["update account set password_changed_at = app_now() where id = $1", [accountId]],
    ],
    [
      "after another client IP",
      ({ accountId }) => ["update account set email = 'autre@pont.example' where id = $1", [accountId]],
    ],
    [
      "after the access was taken away",
      ({ accountId }) => ["update account set disabled = true where id = $1", [accountId]],
    ],
    [
      "after another mobile number",
      ({ personKey }) => ["update book_row set cell_phone = '5145559999' where person_key = $1", [personKey]],
    ],
    ["after the policy ended", ({ personKey }) => ["delete from book_row where person_key = $1", [personKey]]],
  ])("A-121 %s", async (_what, change) => {
    const person = await newPerson(testApi);
    const accountId = await accountOf(testApi, person);
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "RESETPWD_LOGIN" }));
    await testApi.pool.query(...change({ accountId, personKey: person.personKey }));
    expect(await read(token)).toEqual(isOver);
    await testApi.pool.query("delete from account where id = $1", [accountId]);
  });

  test("A-121 after an account is created", async () => {
    const person = await newPerson(testApi);
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
    await accountOf(testApi, person);
    expect(await read(token)).toEqual(isOver);
  });
});

describe("the API answers 404 to", () => {
  test("A-124 guessed tokens", async () => {
    for (let count = 0; count < 200; count++) expect(await read(testApi.deps.random.token(32))).toEqual(isNone);
  });

  test("A-125 other spellings of a token", async () => {
    const person = await newPerson(testApi);
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
    const flipped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const other of [
      flipped,
      `${token}=`,
      `${token}%00`,
      `${token}\u0000`,
      ` ${token}`,
      "a".repeat(10_000),
      "..",
      "%",
    ])
      expect(await read(other)).toEqual(isNone);
    for (const raw of [`${token}%00`, `${token}%`, `%c0%af`])
      expect((await clients.api.request(`/api/v1/tokens/${raw}`, { headers: { "api-key": "belair" } })).status).toBe(
        404,
      );
  });

  test("a token of another brand or with an unknown source", async () => {
    const person = await newPerson(testApi);
    const { token } = await liveLinkFor(clients, orderFor(person, { action: "DEFPWD_REGISTER" }));
    expect(await clients.links.read({ ...linkCaller, apiKey: "intact" }, token)).toEqual(isNone);
    expect(await read(token, "nobody")).toEqual(isNone);
    expect(await read(token, "")).toEqual(isNone);
    expect(await read(token, "app")).toMatchObject({ kind: "ok" });
  });

  test("a purged link", async () => {
    const person = await newPerson(testApi);
    const { json } = await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER" }));
    await testApi.pool.query("delete from link where recipient = $1", [person.email]);
    expect(await read(json.token)).toEqual(isNone);
  });
});

test("A-124 limits reads by client IP with Retry-After", async () => {
  const narrow = buildApi({ ...testApi.deps, clientIpLimitFactor: 0.01 });
  const headers = { "api-key": "belair", "x-vestibule-client-ip": "192.0.2.99" };
  const request = () => narrow.request(`/api/v1/tokens/${"x".repeat(43)}`, { headers });
  for (let count = 0; count < 3; count++) expect((await request()).status).toBe(404);
  const response = await request();
  expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
});
