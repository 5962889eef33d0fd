import { describe, expect, test } from "vitest";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { reachPage } from "../../../../../test/registration-pages.ts";
import { redeemTicket } from "../../../../../test/test-api.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { setPassword } from "../../accounts/account-change.store.ts";
import { endGatewaySession } from "../../accounts/gateway-session.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { countFailure, lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { appNow } from "../../platform/database.adapter.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, atCreate, createAccount } = await openRegistrationTest();

const eventsOf = (visitor: Visitor) =>
  testApi.database
    .selectFrom("audit_event")
    .select(["event", "account_id"])
    .where("journey_id", "=", visitor.claims().sid)
    .orderBy("id")
    .execute();

describe("creating the account", () => {
  test("answers 201 with a ticket, stores terms and policies, sends a welcome message and records the events", async () => {
    const person = await newPerson(testApi, { cell_phone: null, province: "ab" });
    const { policyNumber: _, ...self } = person.policy;
    await newPerson(testApi, { role: 80, email: person.email, last_name: self.lastName, policy_number: "XTR0001" });
    const visitor = await atCreate(person);
    expect(await visitor.call("accountInfo")).toMatchObject({
      data: { firstName: "Maëlle", username: person.email, role: [40, 80] },
    });
    const result = await visitor.call("create", createBody);
    expect(result).toMatchObject({ status: 201, data: { email: person.email, ticket: expect.any(String) } });
    expect(visitor.claims()).toMatchObject({ page: "CONFIRM", step: "DONE" });

    const made = await testApi.database
      .selectFrom("account")
      .selectAll()
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    expect(made).toMatchObject({
      brand: "belair",
      person_key: person.personKey,
      language: "fr",
      terms_language: "fr",
      terms_french_first: true,
    });
    expect(made.password_hash).toMatch(/^\$argon2id\$/);
    const { rows } = await testApi.pool.query("select role from account_policy where account_id = $1 order by role", [
      made.id,
    ]);
    expect(rows).toEqual([{ role: 40 }, { role: 80 }]);
    const { rows: mail } = await testApi.pool.query(
      "select kind, facts ->> 'province' as province from notification where recipient = $1 order by queued_at",
      [person.email],
    );
    expect(mail).toEqual([
      { kind: "registrationCode", province: "ab" },
      { kind: "welcome", province: "ab" },
    ]);
    expect((await eventsOf(visitor)).map(({ event }) => event)).toEqual([
      "registration.started",
      "registration.stepped",
      "registration.identified",
      "code.sent",
      "registration.stepped",
      "code.accepted",
      "registration.stepped",
      "account.created",
      "registration.stepped",
    ]);
  });

  test("lifts the lock of an e-mail that was tried at the login page before", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const keys = loginNameHashes(testApi.deps.keys.lookupHash, { brandId: "belair", email: person.email });
    await testApi.database
      .transaction()
      .execute((transaction) => countFailure(transaction, { keys, randomizedThreshold: 1 }));
    const visitor = await atCreate(person);
    expect(await lockoutState(testApi.database, keys)).toMatchObject({ kind: "lockedOut" });
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
    expect(await lockoutState(testApi.database, keys)).toEqual({ kind: "open" });
  });

  test("stores in Ontario that the French text did not come first", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = new Visitor(testApi.apis, { province: "on", language: "en" });
    await toCreate(testApi, visitor, person);
    await visitor.call("create", createBody);
    expect(
      await testApi.database.selectFrom("account").selectAll().where("email", "=", person.email).executeTakeFirst(),
    ).toMatchObject({ terms_language: "en", terms_french_first: false });
  });

  test.each([
    ["nine characters", "Grand-V42", "minlength"],
    ["no capital", "grand-vent-42", "uppercase"],
    ["no small letter", "GRAND-VENT-42", "lowercase"],
    ["no digit", "Grand-Vent-XX", "digit"],
    ["no symbol", "GrandVent4242", "special"],
    ["a sign of another kind", "Grand-Vent-€42", "invalidCharacter"],
    ["a part of the e-mail", "Courrier-4242", "containsEmail"],
    ["a word that everybody uses", "Password123!", "common"],
  ])("refuses a password with %s and names the rule", async (_, password, key) => {
    const visitor = await atCreate(await newPerson(testApi, { cell_phone: null }));
    expect(await visitor.call("create", { password, passwordConfirmation: password, terms: true })).toMatchObject({
      status: 400,
      error: { error: "PASSWORD_POLICY_VIOLATION", fields: { password: key } },
    });
    expect(visitor.page()).toBe("CREATE");
  });

  test.each([
    ["another confirmation", { passwordConfirmation: "Grand-Vent-43" }, { passwordConfirmation: "match" }],
    [
      "no password",
      { password: "", passwordConfirmation: "" },
      { password: "required", passwordConfirmation: "required" },
    ],
    ["65 characters", { password: "Aa1!".repeat(17).slice(0, 65) }, { password: "maxlength" }],
    ["terms not agreed to", { terms: false }, { terms: "required" }],
    ["terms agreed to in words", { terms: "true" }, { terms: "format" }],
    ["terms missing", { terms: undefined }, { terms: "required" }],
  ])("A-086 refuses %s at its field", async (_, change, fields) => {
    const visitor = await atCreate(await newPerson(testApi, { cell_phone: null }));
    expect(await visitor.call("create", { ...createBody, ...change } as typeof createBody)).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST", fields },
    });
  });

  test("asks for another e-mail when it was taken in the meantime", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await atCreate(person);
    await createAccount(person.email);
    expect(await visitor.call("create", createBody)).toMatchObject({
      status: 409,
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
    expect(visitor.page()).toBe("ASK_USERNAME");
    await visitor.call("username", { email: "second-choice@courrier.example" });
    await visitor.verify(await codeSentTo(testApi, "second-choice@courrier.example"));
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
  });

  test("reports the account when the same person created one in another session", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const first = await atCreate(person);
    const second = await atCreate(person);
    expect(await first.call("create", createBody)).toMatchObject({ status: 201 });
    expect(await second.call("create", createBody)).toMatchObject({
      status: 409,
      error: { error: "ACCOUNT_ALREADY_EXISTS" },
    });
    expect(await second.call("page")).toMatchObject({ data: { page: "WELCOME_BACK", username: person.email } });
  });

  test("adds the policies that a concurrently created account lacks and records them", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const first = await atCreate(person);
    const second = await atCreate(person);
    await first.call("create", createBody);
    await newPerson(testApi, { last_name: person.policy.lastName, email: person.email, cell_phone: null });
    await second.call("create", createBody);
    const { rows } = await testApi.pool.query(
      "select facts->'count' as count from audit_event where journey_id = $1 and event = 'account.policiesAdded'",
      [second.claims().sid],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("creates two accounts for one person under two brands", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const { policyNumber, ...self } = person.policy;
    await newPerson(testApi, {
      company: "intact",
      policy_number: policyNumber,
      last_name: self.lastName,
      email: person.email,
      cell_phone: null,
    });
    await (await atCreate(person)).call("create", createBody);
    const other = await toCreate(testApi, new Visitor(testApi.apis, { apiKey: "intact" }), person);
    expect(await other.call("create", createBody)).toMatchObject({ status: 201 });
  });
});

describe("the confirmation", () => {
  /** Registers a new person; returns the registrant at the confirmation and the id of the account. */
  async function registerPerson() {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await atCreate(person);
    await visitor.call("create", createBody);
    const account = await findAccountByEmail(testApi.database, { brandId: "belair", email: person.email });
    if (account === undefined) throw new Error("the registration created no account");
    return { visitor, accountId: account.id };
  }

  test("issues new tickets during the session, each for one use", async () => {
    const visitor = await atCreate(await newPerson(testApi, { cell_phone: null }));
    const created = await visitor.call("create", createBody);
    const again = await visitor.call("ticket");
    const tickets = [created, again].map((result) => (result.kind === "ok" ? result.data.ticket : ""));
    expect(new Set(tickets).size).toBe(2);
    const redeem = (ticket: string) => redeemTicket(testApi.deps, ticket);
    expect(await redeem(tickets[1] ?? "")).toMatchObject({ accountId: expect.any(String) });
    expect(await redeem(tickets[1] ?? "")).toBeUndefined();
  });

  test("issues no more tickets once the password was changed", async () => {
    const { visitor, accountId } = await registerPerson();
    const change = { accountId, passwordHash: "of a new password" };
    await testApi.database.transaction().execute((transaction) => setPassword(transaction, change));
    for (let turn = 0; turn < 2; turn++)
      expect(await visitor.call("ticket")).toMatchObject({ status: 404, error: { error: "INVALID_TOKEN" } });
  });

  test("issues no more tickets once the person has signed out", async () => {
    const { visitor, accountId } = await registerPerson();
    const session = {
      id_hash: `session of ${accountId}`,
      account_id: accountId,
      started_at: appNow,
      last_seen_at: appNow,
    };
    await testApi.database.insertInto("gateway_session").values(session).execute();
    expect(await visitor.call("ticket")).toMatchObject({ status: 200 });
    await endGatewaySession(testApi.database, [session.id_hash]);
    for (let turn = 0; turn < 2; turn++)
      expect(await visitor.call("ticket")).toMatchObject({ status: 404, error: { error: "INVALID_TOKEN" } });
  });

  test("shows the account's name and e-mail, and Back leads to the login page", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await atCreate(person);
    await visitor.call("create", createBody);
    expect(await visitor.call("page")).toMatchObject({
      data: { username: person.email, firstName: "Maëlle", back: "/" },
    });
    expect(await visitor.call("accountInfo")).toMatchObject({ data: { role: [40] } });
  });
});

test("a failed save answers 500, and the session stays on the page", async () => {
  let isFull = true;
  const broken = await createRegistrationTestApi({
    notifier: {
      ...testApi.deps.notifier,
      notify: (transaction, notice) =>
        isFull && notice.notification === "welcome"
          ? Promise.reject(new Error("full"))
          : testApi.deps.notifier.notify(transaction, notice),
    },
  });
  const { visitor } = await reachPage.CREATE(broken);
  expect(await visitor.call("create", createBody)).toMatchObject({
    status: 500,
    error: { error: "EMAIL_UPDATE_FAILED" },
  });
  expect(await visitor.call("page")).toMatchObject({ data: { page: "CREATE" } });
  isFull = false;
  expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
  await broken.close();
});

describe("a person removed during a registration", () => {
  test("A-055 from the policy registry gets 404 for the next request", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await atCreate(person);
    await testApi.database.deleteFrom("book_row").where("id", "=", person.rowId).execute();
    for (let turn = 0; turn < 2; turn++)
      expect(await visitor.call("create", createBody)).toMatchObject({
        status: 404,
        error: { error: "INVALID_TOKEN", message: "state not found in cache" },
      });
  });

  test("A-055 with the account gets no more tickets", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await atCreate(person);
    await visitor.call("create", createBody);
    await testApi.pool.query("delete from sign_in_ticket using account where account.id = account_id and email = $1", [
      person.email,
    ]);
    await testApi.database.deleteFrom("account").where("email", "=", person.email).execute();
    expect(await visitor.call("ticket")).toMatchObject({ status: 404, error: { error: "INVALID_TOKEN" } });
  });
});
