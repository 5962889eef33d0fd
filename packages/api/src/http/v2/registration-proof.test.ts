import { describe, expect, test } from "vitest";
import {
  codeSentTo,
  createBody,
  guessUntilLocked,
  newPerson,
  type TestPerson,
} from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor, createAccount } = await openRegistrationTest();

describe("a PIN", () => {
  const pinOnly = (pin = "AB12CD34") => newPerson(testApi, { cell_phone: null, email: null, pin });

  test("is asked for at once, without a message, when it is the only option", async () => {
    const person = await pinOnly();
    const visitor = await createVisitor().toCode(person, { by: "policyNumber" });
    expect(await visitor.call("page")).toMatchObject({
      data: { page: "VERIFY_CODE", option: { type: "PIN", maskedValue: "" } },
    });
    expect(await visitor.call("resend")).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
  });

  test("A-020 ignores case, but distinguishes O from 0", async () => {
    const person = await pinOnly("AO12CD34");
    const visitor = await createVisitor().toCode(person, { by: "policyNumber" });
    expect(await visitor.verify("A012CD34")).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
    expect(await visitor.verify("ao12cd34")).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("ASK_USERNAME");
  });

  test("A-020 has the same limit of wrong ones", async () => {
    const person = await pinOnly();
    const { attempts } = await guessUntilLocked(
      await createVisitor().toCode(person, { by: "policyNumber" }),
      "ZZ99ZZ99",
    );
    expect(attempts).toBeLessThanOrEqual(6);
  });

  test("A-020 is consumed when the account is created, not before", async () => {
    const person = await newPerson(testApi, { cell_phone: null, pin: "AB12CD34" });
    const usedAt = async () =>
      (
        await testApi.database
          .selectFrom("book_row")
          .select("pin_spent_at")
          .where("id", "=", person.rowId)
          .executeTakeFirstOrThrow()
      ).pin_spent_at;
    const visitor = await createVisitor().toCode(person, { option: "PIN" });
    await visitor.verify("AB12CD34");
    expect(visitor.page()).toBe("CONFIRM_USERNAME");
    expect(await usedAt()).toBeNull();
    await visitor.call("username", { email: person.email });
    await visitor.verify(await codeSentTo(testApi, person.email));
    await visitor.call("create", createBody);
    expect(visitor.page()).toBe("CONFIRM");
    expect(await usedAt()).not.toBeNull();
  });

  test("is incomplete when it has six digits", async () => {
    const visitor = await createVisitor().toCode(await pinOnly(), { by: "policyNumber" });
    expect(await visitor.verify("123456")).toMatchObject({ error: { fields: { securityCode: "incomplete" } } });
  });
});

describe("after a correct code", () => {
  const proven = async (person: TestPerson, option: "SMS" | "EMAIL") => {
    const visitor = await createVisitor().toCode(person, { option });
    await visitor.verify(await codeSentTo(testApi, option === "SMS" ? person.cellPhone : person.email));
    return visitor;
  };

  test("an account holder sees WELCOME_BACK, and the account gains the missing policy", async () => {
    const person = await newPerson(testApi);
    const email = `old-${person.email}`;
    const known = { contacts: [email, person.email], personIds: [] };
    const id = await createAccount(email, { personKey: person.personKey, policies: [], proven: known });
    const visitor = await proven(person, "EMAIL");
    expect(visitor.claims()).toMatchObject({ page: "WELCOME_BACK", step: "DONE" });
    const policies = await testApi.database
      .selectFrom("account_policy")
      .selectAll()
      .where("account_id", "=", id)
      .execute();
    expect(policies).toMatchObject([{ policy_number: person.policy.policyNumber, role: 40 }]);
  });

  test("by e-mail the e-mail is verified, which leads to creation", async () => {
    expect((await proven(await newPerson(testApi), "EMAIL")).page()).toBe("CREATE");
  });

  test("by text the e-mail on file is shown in full to be confirmed", async () => {
    const person = await newPerson(testApi);
    const visitor = await proven(person, "SMS");
    expect(await visitor.call("page")).toMatchObject({
      data: { page: "CONFIRM_USERNAME", mode: "confirm", email: person.email, policyProvince: "qc" },
    });
  });

  test("an e-mail on file that is another account's user name leads to the question for one", async () => {
    const person = await newPerson(testApi);
    await createAccount(person.email);
    const visitor = await proven(person, "EMAIL");
    expect(await visitor.call("page")).toMatchObject({ data: { page: "ASK_USERNAME", mode: "ask" } });
  });

  test("a person without an e-mail on file is asked for one", async () => {
    const person = await newPerson(testApi, { email: null });
    const visitor = await createVisitor().toCode(person, { by: "policyNumber" });
    await visitor.verify(await codeSentTo(testApi, person.cellPhone));
    const page = await visitor.call("page");
    expect(page).toMatchObject({ data: { page: "ASK_USERNAME", mode: "ask" } });
    expect(page.kind === "ok" && page.data).not.toHaveProperty("email");
  });

  test("A-035 the verification ends when another person is identified", async () => {
    const person = await newPerson(testApi);
    const other = await newPerson(testApi);
    const visitor = await proven(person, "EMAIL");
    await visitor.call("back");
    expect(visitor.page()).toBe("ACCOUNT_TYPE");
    await visitor.call("accountType", { accountType: "policyHolder" });
    await visitor.call("identify", { email: other.email });
    expect(await visitor.call("create", createBody)).toMatchObject({ error: { error: "WRONG_STEP" } });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
  });

  test("A-035 a code sent before a change to the policy number is refused", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    await visitor.call("identify", { method: "policyNumber" });
    await testApi.moveClock(30);
    await visitor.call("identify", person.policy);
    expect(visitor.page()).toBe("VERIFY_CODE");
    expect(await visitor.verify(code)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });
});
