import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { messagesTo } from "../../../../../test/recovery.ts";
import { newPerson, soundPassword, type TestPerson, Visitor } from "../../../../../test/registration.ts";
import { testAccount } from "../../../../../test/test-api.ts";

const testApi = await openTestApi();

const createVisitor = () => new Visitor(testApi.apis);
const atEmail = (as: "policyHolder" | "insuredDriver" = "policyHolder") => createVisitor().start(as);
const atPolicy = async (as: "policyHolder" | "insuredDriver" = "policyHolder") => {
  const visitor = await atEmail(as);
  await visitor.call("identify", { method: "policyNumber" });
  return visitor;
};
const withAccount = (person: TestPerson) =>
  testAccount(testApi, {
    email: `account-${person.email}`,
    password: soundPassword,
    personKey: person.personKey,
    firstName: person.policy.firstName,
    lastName: person.policy.lastName,
  });

const leftOut = { driverLicense: "", driverLicenseProvince: "" };
const licenceOnFile = { driverLicense: "S531229028807", driverLicenseProvince: "qc" };

describe("a policy number", () => {
  test("matches across case, accents, apostrophes, hyphens and Saint", async () => {
    const person = await newPerson(testApi, {
      first_name: "Marie-Ève",
      last_name: "L’Heureux-St-Onge",
      policy_number: "QW17890",
    });
    const visitor = await atPolicy();
    const typed = {
      ...person.policy,
      firstName: "marie eve",
      lastName: "L'HEUREUX SAINT ONGE",
      policyNumber: "qw1-7890",
      postalCode: "h2x 1y4",
    };
    expect(await visitor.call("identify", typed)).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
  });

  const wrongs: [string, Partial<TestPerson["policy"]>][] = [
    ["an unknown number", { policyNumber: "ZZZ9999" }],
    ["another name", { firstName: "Somebody" }],
    ["another date of birth", { dateOfBirth: "1988-03-01" }],
    ["another postal code", { postalCode: "H2X1Y5" }],
  ];

  test.each(wrongs)("gets the same answer with %s", async (_, change) => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    const reply = await visitor.call("identify", { ...person.policy, ...change });
    expect(reply).toMatchObject({ status: 404 });
    expect(reply.kind === "error" && reply.error).toEqual({
      error: "POLICY_NUMBER_NOT_FOUND",
      message: "no policy and person match these facts",
      triesLeft: 2,
    });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("of Quebec is accepted with Ontario in the header, where numbers are longer", async () => {
    const person = await newPerson(testApi, { company: "intact" });
    const visitor = await new Visitor(testApi.apis, { apiKey: "intact", province: "on", language: "en" }).start(
      "policyHolder",
    );
    await visitor.call("identify", { method: "policyNumber" });
    expect(person.policy.policyNumber).toHaveLength(7);
    expect(await visitor.call("identify", person.policy)).toMatchObject({ kind: "ok" });
    const eight = { ...person.policy, policyNumber: `${person.policy.policyNumber}8` };
    const other = await new Visitor(testApi.apis, { apiKey: "intact", province: "on", language: "en" }).start(
      "policyHolder",
    );
    await other.call("identify", { method: "policyNumber" });
    expect(await other.call("identify", eight)).toMatchObject({
      status: 400,
      error: { fields: { policyNumber: "length" } },
    });
  });

  test("of the other role is not found, and the role can be changed after Back", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy();
    expect(await visitor.call("identify", person.policy)).toMatchObject({
      error: { error: "POLICY_NUMBER_NOT_FOUND" },
    });
    await visitor.call("back");
    await visitor.call("accountType", { accountType: "insuredDriver" });
    await visitor.call("identify", { method: "policyNumber" });
    expect(await visitor.call("identify", { ...person.policy, ...licenceOnFile })).toMatchObject({
      kind: "ok",
    });
  });

  test("P-05 names the role as the reason at the third miss, if all other facts matched once", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    await visitor.call("identify", { ...person.policy, firstName: "Other" });
    expect(await visitor.call("identify", { ...person.policy, firstName: "Another" })).toMatchObject({
      status: 403,
      error: { error: "UNABLE_TO_IDENTIFY", reason: "role" },
    });
  });

  test("P-05 does not name the role when another fact differs too", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy();
    const body = { ...person.policy, postalCode: "H2X1Y5" };
    for (let turn = 0; turn < 2; turn++) await visitor.call("identify", body);
    const reply = await visitor.call("identify", body);
    expect(reply.kind === "error" && reply.error).toEqual({
      error: "UNABLE_TO_IDENTIFY",
      message: "too many tries to identify; the session is over",
    });
  });

  test("asks a driver for the licence on file when it was left empty", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy("insuredDriver");
    expect(await visitor.call("identify", { ...person.policy, ...leftOut })).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST", fields: { driverLicense: "required" } },
    });
    expect(await visitor.call("identify", { ...person.policy, ...licenceOnFile })).toMatchObject({
      kind: "ok",
    });
  });

  test("does not ask a policyholder, or a driver without one on file, for a licence", async () => {
    const driver = await newPerson(testApi, { role: 80, licence_number: null, licence_province: null });
    const asDriver = await atPolicy("insuredDriver");
    expect(await asDriver.call("identify", { ...driver.policy, ...leftOut })).toMatchObject({ kind: "ok" });
    const holder = await newPerson(testApi);
    const asHolder = await atPolicy();
    expect(await asHolder.call("identify", { ...holder.policy, ...leftOut })).toMatchObject({ kind: "ok" });
  });

  test("is no longer offered to a person whom it has identified", async () => {
    const byPolicy = await atPolicy();
    await byPolicy.call("identify", (await newPerson(testApi)).policy);
    expect(await byPolicy.call("page")).toMatchObject({ data: { page: "VERIFY_OPTIONS", offersPolicyNumber: false } });
    const byEmail = await atEmail();
    await byEmail.call("identify", { email: (await newPerson(testApi)).email });
    expect(await byEmail.call("page")).toMatchObject({ data: { page: "VERIFY_OPTIONS", offersPolicyNumber: true } });
  });

  test("A-077 does not accept wildcards", async () => {
    const person = await newPerson(testApi);
    for (const policyNumber of ["%%%%%%%", "_______", "*******", "???????"]) {
      const visitor = await atPolicy();
      expect(await visitor.call("identify", { ...person.policy, policyNumber })).toMatchObject({
        error: { error: "INVALID_REQUEST", fields: { policyNumber: "format" } },
      });
      expect(await visitor.call("identify", { ...person.policy, firstName: policyNumber })).toMatchObject({
        error: { error: "INVALID_REQUEST", fields: { firstName: "format" } },
      });
    }
  });

  test("returns the attempts left, and the third miss ends the session", async () => {
    const person = await newPerson(testApi);
    const missed = { ...person.policy, policyNumber: "ZZZ9998" };
    const visitor = await atPolicy();
    expect(await visitor.call("page")).toMatchObject({ data: { triesLeft: 3 } });
    await visitor.call("identify", missed);
    await visitor.call("identify", missed);
    expect(await visitor.call("page")).toMatchObject({ data: { triesLeft: 1 } });
    const last = await visitor.call("identify", missed);
    expect(last).toMatchObject({ status: 403, error: { error: "UNABLE_TO_IDENTIFY" } });
    expect(last).not.toHaveProperty("token");
    expect(await visitor.call("identify", person.policy)).toMatchObject({
      status: 404,
      error: { error: "INVALID_TOKEN", message: "state not found in cache" },
    });
  });

  test("A-076 keeps the count of misses after Back and other identification pages", async () => {
    const person = await newPerson(testApi);
    const missed = { ...person.policy, policyNumber: "ZZZ9997" };
    const visitor = await atPolicy();
    for (let turn = 0; turn < 2; turn++) {
      await visitor.call("identify", missed);
      await visitor.call("back");
      await visitor.call("identify", { method: "policyNumber" });
    }
    expect(await visitor.call("identify", missed)).toMatchObject({ error: { error: "UNABLE_TO_IDENTIFY" } });
  });

  test("of the legacy registry leads to REDIRECT before any account lookup", async () => {
    const person = await newPerson(testApi, { registry: "legacy" });
    await withAccount(person);
    const visitor = await atPolicy();
    expect(await visitor.call("identify", person.policy)).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.claims()).toMatchObject({ page: "REDIRECT", step: "REDIRECT" });
  });

  test("of an account holder reports the account before the licence is checked", async () => {
    const person = await newPerson(testApi);
    await withAccount(person);
    const visitor = await atPolicy();
    const body = { ...person.policy, driverLicense: "S531229028899", driverLicenseProvince: "qc" };
    expect(await visitor.call("identify", body)).toMatchObject({
      status: 409,
      error: { error: "ACCOUNT_ALREADY_EXISTS" },
    });
    expect(await visitor.call("page")).toMatchObject({ data: { page: "POLICY_IDENTIFICATION", canFindAddress: true } });
  });

  test("of an account holder ends the session the third time", async () => {
    const person = await newPerson(testApi);
    await withAccount(person);
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    await visitor.call("identify", person.policy);
    expect(await visitor.call("identify", person.policy)).toMatchObject({
      error: { error: "UNABLE_TO_IDENTIFY" },
    });
  });

  test.each([
    [
      "a licence that differs from the file is refused",
      { driverLicense: "S531229028899", driverLicenseProvince: "qc" },
      "DRIVE_LICENSE_NUMBER_NOT_FOUND",
    ],
    [
      "the licence on file passes, dashes or not",
      { driverLicense: "S5312-290288-07", driverLicenseProvince: "qc" },
      undefined,
    ],
    ["no licence passes", {}, undefined],
  ])("with %s", async (_, licence, error) => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    const reply = await visitor.call("identify", { ...person.policy, ...licence });
    expect(reply.kind === "error" ? reply.error.error : undefined).toBe(error);
  });

  test("with a licence is accepted when none is on file", async () => {
    const person = await newPerson(testApi, { licence_number: null, licence_province: null });
    const visitor = await atPolicy();
    const body = { ...person.policy, driverLicense: "S531229028807", driverLicenseProvince: "qc" };
    expect(await visitor.call("identify", body)).toMatchObject({ kind: "ok" });
  });

  test("with a licence asks for its province", async () => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    expect(await visitor.call("identify", { ...person.policy, driverLicense: "S531229028807" })).toMatchObject({
      error: { error: "INVALID_REQUEST", fields: { driverLicenseProvince: "required" } },
    });
  });

  test("names each missing or unknown field", async () => {
    const visitor = await atPolicy();
    const body = { policyNumber: "AAA0001", firstName: "A", surname: "x" };
    const reply = await visitor.call("identify", body as never);
    expect(reply).toMatchObject({
      error: {
        error: "INVALID_REQUEST",
        fields: { lastName: "required", dateOfBirth: "required", surname: "unknown" },
      },
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

describe("an account holder whose facts all matched", () => {
  test("can receive a code, which shows the whole e-mail of the account", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    await withAccount(person);
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    expect(await visitor.call("identify", { method: "accountAddress" })).toMatchObject({ kind: "ok" });
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
    expect(await visitor.call("identify", { method: "accountAddress" })).toMatchObject({
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
    expect(await visitor.call("identify", { method: "accountAddress" })).toMatchObject({
      error: { error: "WRONG_STEP" },
    });
  });
});
