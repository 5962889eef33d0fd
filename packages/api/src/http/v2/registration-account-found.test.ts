import { describe, expect, test } from "vitest";
import { messagesTo } from "../../../../../test/recovery.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { atPolicy, testApi, withAccount } = await openRegistrationTest();

test("reports an existing account before the licence is checked", async () => {
  const person = await newPerson(testApi);
  await withAccount(person);
  const visitor = await atPolicy();
  const body = { ...person.policy, driverLicense: "S531229028899", driverLicenseProvince: "qc" };
  expect(await visitor.call("identify", body)).toMatchObject({
    status: 409,
    error: { error: "ACCOUNT_ALREADY_EXISTS" },
  });
  expect(await visitor.call("page")).toMatchObject({ data: { page: "POLICY_IDENTIFICATION", canFindEmail: true } });
});

test("ends the session the third time that an account exists", async () => {
  const person = await newPerson(testApi);
  await withAccount(person);
  const visitor = await atPolicy();
  await visitor.call("identify", person.policy);
  await visitor.call("identify", person.policy);
  expect(await visitor.call("identify", person.policy)).toMatchObject({
    error: { error: "UNABLE_TO_IDENTIFY", reason: "alreadyRegistered" },
  });
});

describe("an account holder whose facts all matched", () => {
  test("can receive a code, which shows the whole e-mail of the account", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    await withAccount(person);
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    expect(await visitor.call("identify", { method: "accountEmail" })).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("VERIFY_CODE");
    const message = await testApi.database
      .selectFrom("notification")
      .select(["kind", "facts"])
      .where("recipient", "=", person.email)
      .executeTakeFirstOrThrow();
    expect(message.kind).toBe("findAccountCode");
    await visitor.verify(message.facts.code ?? "");
    expect(visitor.page()).toBe("WELCOME_BACK");
    expect(await visitor.call("page")).toMatchObject({
      data: { username: `account-${person.email}`, firstName: "Maëlle" },
    });
    expect(await visitor.call("accountInfo")).toMatchObject({
      data: { username: `account-${person.email}`, role: [40] },
    });
  });

  test("alone can request the account's e-mail, and others get WRONG_STEP", async () => {
    const visitor = await atPolicy();
    expect(await visitor.call("identify", { method: "accountEmail" })).toMatchObject({
      status: 409,
      error: { error: "WRONG_STEP" },
    });
  });

  test("loses the option when the next facts do not match", async () => {
    const person = await newPerson(testApi);
    await withAccount(person);
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    await visitor.call("identify", { ...person.policy, firstName: "Other" });
    expect(await visitor.call("identify", { method: "accountEmail" })).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });
});

test("sends a code for finding an account, even to a person without one", async () => {
  const person = await newPerson(testApi, { cell_phone: null });
  const visitor = await new Visitor(testApi.apis).start("policyHolder");
  await visitor.call("identify", { method: "policyNumber", purpose: "findAccount" });
  expect(await visitor.call("identify", person.policy)).toMatchObject({ kind: "ok" });
  expect(await messagesTo(testApi, person.email)).toMatchObject([{ kind: "findAccountCode" }]);
});
