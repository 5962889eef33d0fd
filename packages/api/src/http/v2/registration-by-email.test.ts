import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { describe, expect, test } from "vitest";
import { newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor, atEmail, atPolicy } = await openRegistrationTest();

describe("an e-mail", () => {
  test("leads to the options when its profile has several channels", async () => {
    const person = await newPerson(testApi);
    const visitor = await atEmail();
    expect(await visitor.call("identify", { email: person.email })).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
  });

  test("A-032 leads to an empty list of options when its person has no channel", async () => {
    const person = await newPerson(testApi, { cell_phone: null, email: null });
    const visitor = await atPolicy();
    await visitor.call("identify", person.policy);
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
    expect(await visitor.call("options")).toMatchObject({ kind: "ok", data: [] });
  });

  test("that is not on file leads to the policy number", async () => {
    const visitor = await atEmail();
    expect(await visitor.call("identify", { email: "nobody@courrier.example" })).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("on file in the other role only leads to the policy number", async () => {
    const person = await newPerson(testApi);
    const visitor = await atEmail("insuredDriver");
    await visitor.call("identify", { email: person.email });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("on the legacy registry only leads to the policy number", async () => {
    const person = await newPerson(testApi, { registry: "legacy" });
    const visitor = await atEmail();
    await visitor.call("identify", { email: person.email });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("on file at another brand only leads to the policy number", async () => {
    const person = await newPerson(testApi, { company: "intact" });
    const visitor = await atEmail();
    await visitor.call("identify", { email: person.email });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test("shows only line, year and the last digits of each policy number when it has several profiles", async () => {
    const person = await newPerson(testApi, { policy_number: "AAA0011", email: "twice@courrier.example" });
    const { policyNumber: _, ...self } = person.policy;
    await newPerson(testApi, {
      policy_number: "AAA0022",
      line: "home",
      year: 2024,
      email: "twice@courrier.example",
      last_name: self.lastName,
    });
    const visitor = await atEmail();
    await visitor.call("identify", { email: "twice@courrier.example" });
    expect(visitor.page()).toBe("MULTIPLE_PROFILES");
    const page = await visitor.call("page");
    const profiles = page.kind === "ok" ? (page.data.profiles ?? []) : [];
    expect(profiles).toEqual([
      { id: expect.any(String), line: "auto", year: 2026, maskedPolicyNumber: "•••••11" },
      { id: expect.any(String), line: "home", year: 2024, maskedPolicyNumber: "•••••22" },
    ]);
    expect(await visitor.call("identify", { profileId: "another" })).toMatchObject({
      error: { error: "INVALID_REQUEST", fields: { profileId: "format" } },
    });
    expect(await visitor.call("identify", { profileId: profiles[1]?.id ?? "" })).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
    await visitor.call("back");
    expect(visitor.page()).toBe("MULTIPLE_PROFILES");
  });

  test("leads to the policy number when its profiles would look the same", async () => {
    const alike = { email: "alike@courrier.example", line: "auto", year: 2026 };
    await newPerson(testApi, { ...alike, policy_number: "BBB0033" });
    await newPerson(testApi, { ...alike, policy_number: "CCC0033" });
    const visitor = await atEmail();
    await visitor.call("identify", { email: "alike@courrier.example" });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  });

  test.each([
    ["A-061", "in any Unicode form", ["caf\u00e9x", "cafe\u0301x"]],
    ["A-062", "as an A-label or in Unicode", ["qu\u00e9bec", "xn--qubec-csa"]],
    ["A-179", "with unusual white space around it", ["\u00a0 %\u3000", "%"]],
    ["A-062", "with direction marks around it and another dash", ["\u202aa-%\u202c", "a\u2011%\u200f"]],
    ["A-062", "with a soft hyphen and a word joiner in it", ["cou\u00adr%", "cour\u2060%"]],
  ])("%s finds one person %s", async (_id, _how, spellings) => {
    const [spelling = "", other = ""] = spellings.map((text) =>
      text.includes("%") ? text.replace("%", "blancs@courrier.example") : `moi@${text}.example`,
    );
    const email = normaliseEmail(spelling);
    await newPerson(testApi, { email });
    for (const typed of [spelling, other]) {
      const visitor = await atEmail();
      await visitor.call("identify", { email: typed });
      expect([typed, visitor.page()]).toEqual([typed, "VERIFY_OPTIONS"]);
    }
  });

  test.each([
    ["A-065", "a number", 7],
    ["A-065", "an array", ["a@b.example"]],
    ["A-065", "an object", { $ne: "" }],
    ["A-065", "nothing at all", null],
    ["A-065", "one character too many", `${"a".repeat(68)}@courrier.ca`],
    ["A-065", "a NUL in the middle", "a\u0000b@courrier.example"],
    ["A-059", "with a full-width sign", "victim＠evil.example"],
    ["A-059", "with a full-width letter", "ａ@courrier.example"],
    ["A-059", "with a second, full-width sign", "victim＠evil.example@courrier.example"],
    ["A-061", "with an accent before the sign", "\u00e9t\u00e9@courrier.example"],
    ["A-061", "with a decomposed accent before the sign", "e\u0301te\u0301@courrier.example"],
    ["A-062", "with a dot at the end", "a@courrier.example."],
    ["A-064", "with a quoted e-mail in it", '"e@evil.example"@courrier.example'],
    ["A-064", "in angle brackets", "<evil@courrier.example>"],
    ["A-064", "with nested comments", "a(b(c))@courrier.example"],
    ["A-137", "with 10,000 commas", `a@courrier.example${",".repeat(10_000)}`],
  ])("%s is refused at its field when it is %s", async (_id, _what, email) => {
    const visitor = await atEmail();
    const result = await visitor.call("identify", { email: email as string });
    expect(result).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST", fields: { email: expect.any(String) } },
    });
    expect(visitor.page()).toBe("EMAIL_IDENTIFICATION");
  });
});

describe("a driver identified by e-mail only", () => {
  const asDriver = async (person: TestPerson) => {
    const visitor = await createVisitor().toCode(person, { as: "insuredDriver" });
    const message = await testApi.database
      .selectFrom("notification")
      .select("facts")
      .where("recipient", "=", person.email)
      .orderBy("queued_at", "desc")
      .executeTakeFirstOrThrow();
    await visitor.verify(message.facts.code ?? "");
    return visitor;
  };

  test("continues after the code and the driver's facts", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await asDriver(person);
    expect(visitor.claims()).toMatchObject({ page: "ADDITIONAL_DRIVER_PROFILE", step: "IDENTIFY" });
    expect(await visitor.call("identify", person.driver)).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("CREATE");
  });

  test.each([
    ["date of birth", { dateOfBirth: "1988-03-01" }],
    ["postal code", { postalCode: "H2X1Y5" }],
    ["licence", { driverLicense: "S531229028899" }],
  ])("is refused with another %s, and the third time ends the session", async (_, change) => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await asDriver(person);
    const body = { ...person.driver, ...change };
    for (let turn = 0; turn < 2; turn++)
      expect(await visitor.call("identify", body)).toMatchObject({
        status: 404,
        error: { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND" },
      });
    expect(await visitor.call("identify", body)).toMatchObject({ error: { error: "UNABLE_TO_IDENTIFY" } });
  });

  test("is matched by date of birth and postal code without a licence on file", async () => {
    const person = await newPerson(testApi, { role: 80, licence_number: null, licence_province: null });
    const visitor = await asDriver(person);
    const { driverLicense: _number, driverLicenseProvince: _province, ...asked } = person.driver;
    expect(await visitor.call("page")).toMatchObject({ data: { asksLicence: false } });
    expect(await visitor.call("identify", asked)).toMatchObject({ kind: "ok" });
  });

  test("is asked for the licence on file", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await asDriver(person);
    const { driverLicense: _number, driverLicenseProvince: _province, ...withoutLicence } = person.driver;
    expect(await visitor.call("page")).toMatchObject({ data: { asksLicence: true } });
    expect(await visitor.call("identify", withoutLicence)).toMatchObject({
      status: 400,
      error: { fields: { driverLicense: "required" } },
    });
  });

  test("A-070 is refused with the facts of another household", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const other = await newPerson(testApi, { date_of_birth: "1970-01-01" });
    const visitor = await asDriver(person);
    expect(await visitor.call("identify", other.driver)).toMatchObject({ status: 404 });
  });
});
