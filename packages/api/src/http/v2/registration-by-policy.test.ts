import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { describe, expect, test } from "vitest";
import { newPerson, type TestPerson, Visitor } from "../../../../../test/registration.ts";
import { licenceOnFile, openRegistrationTest } from "./test/registration.ts";

const { atEmail, atPolicy, testApi, withAccount } = await openRegistrationTest();

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
    const result = await visitor.call("identify", { ...person.policy, ...change });
    expect(result).toMatchObject({ status: 404 });
    expect(result.kind === "error" && result.error).toEqual({
      error: "POLICY_NUMBER_NOT_FOUND",
      message: "no policy and person match these facts",
      triesLeft: 2,
    });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("is accepted when it is of Quebec and the header says Ontario, where numbers are longer", async () => {
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

  test("is not found for the other role, and the role can be changed after Back", async () => {
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

  test("names the role as the reason at the third miss, if all other facts matched once", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    await visitor.call("identify", { ...person.policy, firstName: "Other" });
    expect(await visitor.call("identify", { ...person.policy, firstName: "Another" })).toMatchObject({
      status: 403,
      error: { error: "UNABLE_TO_IDENTIFY", reason: "role" },
    });
  });

  test("does not name the role when another fact differs too", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy();
    const body = { ...person.policy, postalCode: "H2X1Y5" };
    for (let turn = 0; turn < 2; turn++) await visitor.call("identify", body);
    const result = await visitor.call("identify", body);
    expect(result.kind === "error" && result.error).toEqual({
      error: "UNABLE_TO_IDENTIFY",
      message: "too many attempts to identify; the session has ended",
    });
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

  test.each([
    ["A-079", "a name of one letter", { firstName: "A" }],
    ["A-079", "markup in a name", { lastName: "<b>x" }],
    ["A-079", "a name of invisible characters", { firstName: "\u200b\u200b" }],
    ["A-079", "a name of signs", { firstName: "😀😀" }],
    ["A-079", "a name that a spreadsheet computes", { lastName: "=cmd" }],
    ["A-079", "a name of 255 characters", { lastName: "a".repeat(255) }],
    ["A-082", "a day that does not exist", { dateOfBirth: "1990-02-30" }],
    ["A-083", "a line end after the postal code", { postalCode: "K1A 0B1\n" }],
    ["A-083", "a letter that begins no postal code", { postalCode: "D1A 0B1" }],
    ["A-083", "the letter O in the postal code", { postalCode: "KOA 0B1" }],
  ])("%s is refused at the field, without an attempt, with %s", async (_id, _what, change) => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    const result = await visitor.call("identify", { ...person.policy, ...change });
    expect(result).toMatchObject({ status: 400, error: { error: "INVALID_REQUEST" } });
    expect(result.kind === "error" && Object.keys(result.error.fields ?? {})).toEqual(Object.keys(change));
    expect(await visitor.call("page")).toMatchObject({ data: { triesLeft: 3 } });
  });

  test("A-079 A-179 finds a person whose facts are pasted with invisible characters and other dashes", async () => {
    const { policy } = await newPerson(testApi);
    const pasted = (value: string) => `\u202a${value.slice(0, 3)}\u2011${value.slice(3)}\u202c\u00ad`;
    const visitor = await atPolicy();
    await visitor.call("identify", {
      ...policy,
      policyNumber: pasted(policy.policyNumber),
      postalCode: pasted(policy.postalCode),
      firstName: `\u200e${policy.firstName}\u2060`,
      lastName: `${policy.lastName}\ufeff`,
      dateOfBirth: `\u200e${policy.dateOfBirth.replaceAll("-", "\u2011")}\u202c`,
    });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
  });

  test("A-082 accepts a person on the 16th birthday of the province's date, and not the day before", async () => {
    const now = testApi.deps.clock.now();
    // At half past midnight in Newfoundland it is still the day before in Vancouver.
    const midnight = new Date(`${dateInZone(now, "America/St_Johns")}T04:00:00Z`);
    await testApi.moveClock(Math.ceil((midnight.getTime() + 86_400_000 - now.getTime()) / 1000));
    const moment = testApi.deps.clock.now();
    const born = (zone: string, days: number) => {
      const [year = "", ...rest] = dateInZone(new Date(moment.getTime() + days * 86_400_000), zone).split("-");
      return [Number(year) - 16, ...rest].join("-");
    };
    const statusFor = async (province: string, dateOfBirth: string) => {
      const visitor = await new Visitor(testApi.apis, { province, language: "en" }).start("policyHolder");
      await visitor.call("identify", { method: "policyNumber" });
      const result = await visitor.call("identify", { ...(await newPerson(testApi)).policy, dateOfBirth });
      return result.kind === "error" && [result.status, result.error.fields];
    };
    for (const [province, zone] of [
      ["nl", "America/St_Johns"],
      ["bc", "America/Vancouver"],
    ] as const) {
      expect(await statusFor(province, born(zone, 0)), province).toEqual([404, undefined]);
      expect(await statusFor(province, born(zone, 1)), province).toEqual([400, { dateOfBirth: "age" }]);
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

  test("leads to REDIRECT before any account lookup when it is in the legacy registry", async () => {
    const person = await newPerson(testApi, { registry: "legacy" });
    await withAccount(person);
    const visitor = await atPolicy();
    expect(await visitor.call("identify", person.policy)).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.claims()).toMatchObject({ page: "REDIRECT", step: "REDIRECT" });
  });

  test("names each missing or unknown field", async () => {
    const visitor = await atPolicy();
    const body = { policyNumber: "AAA0001", firstName: "A", surname: "x" };
    const result = await visitor.call("identify", body as never);
    expect(result).toMatchObject({
      error: {
        error: "INVALID_REQUEST",
        fields: { lastName: "required", dateOfBirth: "required", surname: "unknown" },
      },
    });
  });
});
