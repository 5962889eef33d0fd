import { describe, expect, test } from "vitest";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  type TestPerson,
  Visitor,
} from "../../../../../test/registration.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor, atCreate, createAccount } = await openRegistrationTest();

/** Verified by text: the e-mail on file is still to be confirmed. */
const atConfirmUsername = async (person: TestPerson) => {
  const visitor = await createVisitor().toCode(person, { option: "SMS" });
  await visitor.verify(await codeSentTo(testApi, person.cellPhone));
  return visitor;
};

describe("the account's e-mail", () => {
  test("receives a separate code when confirmed as on file, and then leads to creation", async () => {
    const person = await newPerson(testApi);
    const visitor = await atConfirmUsername(person);
    expect(await visitor.call("username", { email: person.email })).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.claims()).toMatchObject({ page: "VERIFY_CODE", step: "VERIFY" });
    expect(await visitor.call("page")).toMatchObject({
      data: {
        option: { type: "EMAIL" },
        email: person.email,
        otherOptions: false,
        back: "/create-an-account/verify/email",
      },
    });
    await visitor.verify(await codeSentTo(testApi, person.email));
    expect(visitor.page()).toBe("CREATE");
  });

  test("A-067 can differ from the one on file once its own code is verified", async () => {
    const person = await newPerson(testApi);
    const visitor = await atConfirmUsername(person);
    await visitor.call("username", { email: "Chosen@Other.example" });
    expect(await visitor.call("create", createBody)).toMatchObject({ error: { error: "WRONG_STEP" } });
    await visitor.verify(await codeSentTo(testApi, "chosen@other.example"));
    expect(await visitor.call("page")).toMatchObject({ data: { page: "CREATE", username: "Chosen@Other.example" } });
    await visitor.call("create", createBody);
    const made = await findAccountByEmail(testApi.database, {
      brandId: "belair",
      email: "chosen@other.example",
    });
    expect(made).toMatchObject({ emailAsTyped: "Chosen@Other.example", personKey: person.personKey });
  });

  test("A-067 stays available to its owner while another person has not verified it", async () => {
    const attacker = await newPerson(testApi);
    const victim = await newPerson(testApi, { cell_phone: null });
    const waiting = await atConfirmUsername(attacker);
    await waiting.call("username", { email: victim.email });
    const owner = await atCreate(victim);
    expect(await owner.call("create", createBody)).toMatchObject({ status: 201 });
    await waiting.call("back");
    expect(await waiting.call("username", { email: victim.email })).toMatchObject({
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
  });

  test("A-011 is not verified by the code for the identity", async () => {
    const person = await newPerson(testApi);
    const visitor = await atConfirmUsername(person);
    const ofIdentity = await codeSentTo(testApi, person.cellPhone);
    await visitor.call("username", { email: person.email });
    expect(await visitor.verify(ofIdentity)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });

  test("A-058 is compared without case when taken", async () => {
    await createAccount("jean@taken.example");
    const visitor = await atConfirmUsername(await newPerson(testApi));
    expect(await visitor.call("username", { email: "JEAN@Taken.Example" })).toMatchObject({
      status: 409,
      error: { error: "EMAIL_ALREADY_EXISTS" },
    });
  });

  test("A-074 ends the session when taken a third time", async () => {
    for (const email of ["a", "b", "c"]) await createAccount(`${email}@taken-thrice.example`);
    const visitor = await atConfirmUsername(await newPerson(testApi));
    await visitor.call("username", { email: "a@taken-thrice.example" });
    expect(await visitor.call("page")).toMatchObject({ data: { triesLeft: 2 } });
    await visitor.call("username", { email: "b@taken-thrice.example" });
    expect(await visitor.call("username", { email: "c@taken-thrice.example" })).toMatchObject({
      status: 403,
      error: { error: "UNABLE_TO_IDENTIFY", reason: "usernameTaken" },
    });
  });

  test("A-074 is asked for only after verification", async () => {
    const visitor = await createVisitor().toCode(await newPerson(testApi, { cell_phone: null }));
    expect(await visitor.call("username", { email: "who@is.example" })).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });

  test("A-073 brings its owner one notice when it is taken", async () => {
    await createAccount("owner@hears.example", { language: "en" });
    const visitor = await atConfirmUsername(await newPerson(testApi));
    visitor.caller.headers = { ...visitor.caller.headers, "user-agent": "Firefox/140.0" };
    for (let turn = 0; turn < 2; turn++) await visitor.call("username", { email: "owner@hears.example" });
    const { rows: heard } = await testApi.pool.query(
      "select kind, language, facts ->> 'browser' as browser from notification where recipient = $1",
      ["owner@hears.example"],
    );
    expect(heard).toEqual([{ kind: "alreadyRegistered", language: "en", browser: "firefox" }]);
  });

  test("answers 500 when it cannot be saved, and the session stays on the page", async () => {
    const broken = await createRegistrationTestApi({
      notifier: {
        ...testApi.deps.notifier,
        notify: (transaction, notice) =>
          notice.notification === "usernameCode"
            ? Promise.reject(new Error("full"))
            : testApi.deps.notifier.notify(transaction, notice),
      },
    });
    const person = await newPerson(broken, { cell_phone: null, pin: "AB12CD34" });
    const visitor = await new Visitor(broken.apis).toCode(person, { option: "PIN" });
    await visitor.verify("AB12CD34");
    expect(await visitor.call("username", { email: "new@address.example" })).toMatchObject({
      status: 500,
      error: { error: "EMAIL_UPDATE_FAILED" },
    });
    expect(await visitor.call("page")).toMatchObject({ data: { page: "CONFIRM_USERNAME" } });
    await broken.close();
  });
});

test("logs and audit events contain no name, e-mail, mobile, policy number or code", async () => {
  const person = await newPerson(testApi);
  const visitor = await atConfirmUsername(person);
  await visitor.call("username", { email: "private@address.example" });
  const secrets = [
    person.policy.lastName,
    person.email,
    person.cellPhone,
    person.policy.policyNumber,
    "private@address.example",
    await codeSentTo(testApi, "private@address.example"),
  ];
  const { rows } = await testApi.pool.query(
    "select to_jsonb(e)::text as line from audit_event e where journey_id = $1",
    [visitor.claims().sid],
  );
  const lines = [...rows.map(({ line }) => line), ...testApi.logged].join("\n");
  for (const secret of secrets) expect(lines.includes(secret)).toBe(false);
});
