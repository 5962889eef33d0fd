import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccount } from "../../../../../test/api-parts.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type RegistrationHouse,
  registrationHouse,
  soundPassword,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";

let house: RegistrationHouse;
beforeAll(async () => {
  house = await registrationHouse();
});
afterAll(() => house.close());

const visitor = () => new Visitor(house.apis);
const atCreate = (person: TestPerson) => toCreate(house, visitor(), person);
const account = (email: string, more: object = {}) =>
  testAccount(house, { email, password: soundPassword, personKey: email, ...more });
/** Proven by text: the address on file still stands to be confirmed. */
const atConfirmUsername = async (person: TestPerson) => {
  const guest = await visitor().toCode(person, { option: "SMS" });
  await guest.verify(await codeSentTo(house, person.cellPhone));
  return guest;
};
const eventsOf = (guest: Visitor) =>
  house.database
    .selectFrom("audit_event")
    .select(["event", "account_id"])
    .where("journey_id", "=", guest.claims().sid)
    .orderBy("id")
    .execute();

describe("the address of the account", () => {
  test("confirmed as on file gets a code of its own, then the account can be made", async () => {
    const person = await newPerson(house);
    const guest = await atConfirmUsername(person);
    expect(await guest.call("username", { body: { email: person.email } })).toMatchObject({ kind: "ok", data: {} });
    expect(guest.claims()).toMatchObject({ page: "VERIFY_CODE", step: "VERIFY" });
    expect(await guest.call("page")).toMatchObject({
      data: {
        option: { type: "EMAIL" },
        email: person.email,
        otherOptions: false,
        back: "/create-an-account/verify/email",
      },
    });
    await guest.verify(await codeSentTo(house, person.email));
    expect(guest.page()).toBe("CREATE");
  });

  test("A-067 another one than on file is the account's only after the code sent there", async () => {
    const person = await newPerson(house);
    const guest = await atConfirmUsername(person);
    await guest.call("username", { body: { email: "Chosen@Other.example" } });
    expect(await guest.call("create", { body: createBody })).toMatchObject({ error: { error: "WRONG_STEP" } });
    await guest.verify(await codeSentTo(house, "chosen@other.example"));
    expect(await guest.call("page")).toMatchObject({ data: { page: "CREATE", username: "Chosen@Other.example" } });
    await guest.call("create", { body: createBody });
    const made = await house.parts.users.findByEmail(house.database, {
      brandId: "belair",
      email: "chosen@other.example",
    });
    expect(made).toMatchObject({ emailTyped: "Chosen@Other.example", personKey: person.personKey });
  });

  test("A-067 asked for by somebody who never proves it stays free for its owner", async () => {
    const [attacker, victim] = [await newPerson(house), await newPerson(house, { cell_phone: null })];
    const waiting = await atConfirmUsername(attacker);
    await waiting.call("username", { body: { email: victim.email } });
    const owner = await atCreate(victim);
    expect(await owner.call("create", { body: createBody })).toMatchObject({ status: 201 });
    await waiting.call("back");
    expect(await waiting.call("username", { body: { email: victim.email } })).toMatchObject({
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
  });

  test("A-011 its code is no code of the identity, and the reverse", async () => {
    const person = await newPerson(house);
    const guest = await atConfirmUsername(person);
    const ofIdentity = await codeSentTo(house, person.cellPhone);
    await guest.call("username", { body: { email: person.email } });
    expect(await guest.verify(ofIdentity)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });

  test("A-058 is compared without case: taken is taken", async () => {
    await account("jean@taken.example");
    const guest = await atConfirmUsername(await newPerson(house));
    expect(await guest.call("username", { body: { email: "JEAN@Taken.Example" } })).toMatchObject({
      status: 409,
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
  });

  test("A-074 taken a third time ends the session", async () => {
    for (const email of ["a", "b", "c"]) await account(`${email}@taken-thrice.example`);
    const guest = await atConfirmUsername(await newPerson(house));
    await guest.call("username", { body: { email: "a@taken-thrice.example" } });
    expect(await guest.call("page")).toMatchObject({ data: { triesLeft: 2 } });
    await guest.call("username", { body: { email: "b@taken-thrice.example" } });
    expect(await guest.call("username", { body: { email: "c@taken-thrice.example" } })).toMatchObject({
      status: 403,
      error: { error: "UNABLE_TO_IDENTIFY" },
    });
  });

  test("A-074 is asked only after proof", async () => {
    const guest = await visitor().toCode(await newPerson(house, { cell_phone: null }));
    expect(await guest.call("username", { body: { email: "who@is.example" } })).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });

  test("A-073 its owner hears once that somebody tried to use it", async () => {
    await account("owner@hears.example", { language: "en" });
    const guest = await atConfirmUsername(await newPerson(house));
    for (let turn = 0; turn < 2; turn++) await guest.call("username", { body: { email: "owner@hears.example" } });
    const heard = await house.database
      .selectFrom("notification")
      .select(["kind", "language"])
      .where("recipient", "=", "owner@hears.example")
      .execute();
    expect(heard).toEqual([{ kind: "alreadyRegistered", language: "en" }]);
  });

  test("that cannot be saved says so, and the session stays where it was", async () => {
    const broken = await registrationHouse({
      notifier: {
        notify: (_, { notification }) =>
          notification === "usernameCode" ? Promise.reject(new Error("full")) : Promise.resolve("id"),
      },
    });
    const person = await newPerson(broken, { cell_phone: null, pin: "AB12CD34" });
    const guest = await new Visitor(broken.apis).toCode(person, { option: "PIN" });
    await guest.verify("AB12CD34");
    expect(await guest.call("username", { body: { email: "new@address.example" } })).toMatchObject({
      status: 500,
      error: { error: "EMAIL_UPDATE_FAILED" },
    });
    expect(await guest.call("page")).toMatchObject({ data: { page: "CONFIRM_USERNAME" } });
    await broken.close();
  });
});

describe("creating the account", () => {
  test("answers 201 with the address and a ticket, keeps terms and policies, greets by mail, leaves a trail", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const { policyNumber: _, ...self } = person.policy;
    await newPerson(house, { role: 80, email: null, last_name: self.lastName, policy_number: "XTR0001" });
    const guest = await atCreate(person);
    expect(await guest.call("accountInfo")).toMatchObject({ data: { firstName: "Maëlle", role: [40, 80] } });
    const reply = await guest.call("create", { body: createBody });
    expect(reply).toMatchObject({ status: 201, data: { email: person.email, ticket: expect.any(String) } });
    expect(guest.claims()).toMatchObject({ page: "CONFIRM", step: "DONE" });

    const made = await house.database
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
    const { rows } = await house.pool.query("select role from account_policy where account_id = $1 order by role", [
      made.id,
    ]);
    expect(rows).toEqual([{ role: 40 }, { role: 80 }]);
    const { rows: mail } = await house.pool.query(
      "select kind from notification where recipient = $1 order by queued_at",
      [person.email],
    );
    expect(mail.map(({ kind }) => kind)).toEqual(["registrationCode", "welcome"]);
    expect((await eventsOf(guest)).map(({ event }) => event)).toEqual([
      "registration.started",
      "registration.identified",
      "code.sent",
      "code.accepted",
      "account.created",
    ]);
  });

  test("in Ontario the French text did not come first", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = new Visitor(house.apis, { province: "on", language: "en" });
    await toCreate(house, guest, person);
    await guest.call("create", { body: createBody });
    expect(
      await house.database.selectFrom("account").selectAll().where("email", "=", person.email).executeTakeFirst(),
    ).toMatchObject({ terms_language: "en", terms_french_first: false });
  });

  test.each([
    ["nine characters", "Grand-V42", "minlength"],
    ["no capital", "grand-vent-42", "uppercase"],
    ["no small letter", "GRAND-VENT-42", "lowercase"],
    ["no digit", "Grand-Vent-XX", "digit"],
    ["no symbol", "GrandVent4242", "special"],
    ["an accent", "Grand-Vent-é42", "invalidCharacter"],
    ["a piece of the address", "Courrier-4242", "containsEmail"],
    ["a word that everybody uses", "Password123!", "common"],
  ])("with a password of %s names the rule", async (_, password, key) => {
    const guest = await atCreate(await newPerson(house, { cell_phone: null }));
    expect(
      await guest.call("create", { body: { password, passwordConfirmation: password, terms: true } }),
    ).toMatchObject({
      status: 400,
      error: { error: "PASSWORD_POLICY_VIOLATION", fields: { password: key } },
    });
    expect(guest.page()).toBe("CREATE");
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
  ])("A-086 with %s is refused by its field", async (_, change, fields) => {
    const guest = await atCreate(await newPerson(house, { cell_phone: null }));
    expect(await guest.call("create", { body: { ...createBody, ...change } as typeof createBody })).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST", fields },
    });
  });

  test("after somebody took the address meanwhile asks for another one", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await atCreate(person);
    await account(person.email);
    expect(await guest.call("create", { body: createBody })).toMatchObject({
      status: 409,
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
    expect(guest.page()).toBe("ASK_USERNAME");
    await guest.call("username", { body: { email: "second-choice@courrier.example" } });
    await guest.verify(await codeSentTo(house, "second-choice@courrier.example"));
    expect(await guest.call("create", { body: createBody })).toMatchObject({ status: 201 });
  });

  test("after the same person made one elsewhere says that they have an account", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const [first, second] = [await atCreate(person), await atCreate(person)];
    expect(await first.call("create", { body: createBody })).toMatchObject({ status: 201 });
    expect(await second.call("create", { body: createBody })).toMatchObject({
      status: 409,
      error: { error: "ACCOUNT_ALREADY_EXISTS" },
    });
    expect(await second.call("page")).toMatchObject({ data: { page: "WELCOME_BACK", username: person.email } });
  });

  test("under two brands makes two accounts of one person", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const { policyNumber, ...self } = person.policy;
    await newPerson(house, {
      company: "intact",
      policy_number: policyNumber,
      last_name: self.lastName,
      email: person.email,
      cell_phone: null,
    });
    await (await atCreate(person)).call("create", { body: createBody });
    const other = await toCreate(house, new Visitor(house.apis, { apiKey: "intact" }), person);
    expect(await other.call("create", { body: createBody })).toMatchObject({ status: 201 });
  });
});

describe("the confirmation", () => {
  test("gives a new ticket as long as the session lives, and each works once", async () => {
    const guest = await atCreate(await newPerson(house, { cell_phone: null }));
    const created = await guest.call("create", { body: createBody });
    const again = await guest.call("ticket");
    const tickets = [created, again].map((reply) => (reply.kind === "ok" ? reply.data.ticket : ""));
    expect(new Set(tickets).size).toBe(2);
    const redeem = (ticket: string) =>
      house.database.transaction().execute((transaction) => house.parts.users.redeemTicket(transaction, ticket));
    expect(await redeem(tickets[1] ?? "")).toMatchObject({ accountId: expect.any(String) });
    expect(await redeem(tickets[1] ?? "")).toBeUndefined();
  });

  test("shows the account's own name and address, and Back leads to the login page", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await atCreate(person);
    await guest.call("create", { body: createBody });
    expect(await guest.call("page")).toMatchObject({
      data: { username: person.email, firstName: "Maëlle", back: "/" },
    });
    expect(await guest.call("accountInfo")).toMatchObject({ data: { role: [40] } });
  });
});

describe("somebody removed in the middle", () => {
  test("A-055 from the book: the next call is refused and the session is gone", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await atCreate(person);
    await house.database.deleteFrom("book_row").where("id", "=", person.rowId).execute();
    for (let turn = 0; turn < 2; turn++)
      expect(await guest.call("create", { body: createBody })).toMatchObject({
        status: 404,
        error: { error: "INVALID_TOKEN", message: "state not found in cache" },
      });
  });

  test("A-055 the account: no more tickets", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await atCreate(person);
    await guest.call("create", { body: createBody });
    await house.pool.query("delete from sign_in_ticket using account where account.id = account_id and email = $1", [
      person.email,
    ]);
    await house.database.deleteFrom("account").where("email", "=", person.email).execute();
    expect(await guest.call("ticket")).toMatchObject({ status: 404, error: { error: "INVALID_TOKEN" } });
  });
});

test("no log line and no audit event carries a name, an address, a number or a code", async () => {
  const person = await newPerson(house);
  const guest = await atConfirmUsername(person);
  await guest.call("username", { body: { email: "private@address.example" } });
  const secrets = [
    person.policy.lastName,
    person.email,
    person.cellPhone,
    person.policy.policyNumber,
    "private@address.example",
    await codeSentTo(house, "private@address.example"),
  ];
  const { rows } = await house.pool.query("select to_jsonb(e)::text as line from audit_event e where journey_id = $1", [
    guest.claims().sid,
  ]);
  const lines = [...rows.map(({ line }) => line), ...house.logged].join("\n");
  for (const secret of secrets) expect(lines.includes(secret)).toBe(false);
});
