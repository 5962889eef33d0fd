import { describe, expect, test } from "vitest";
import { driverMismatch, hasLicenceMismatch, matchPolicy } from "../../directory/policy-match.rule.ts";
import { policyPersonOf } from "../../directory/test/policy-person.ts";
import { usableChannels } from "../../verification/channel.rule.ts";
import { classifyProfiles } from "./profile-choice.rule.ts";
import { decryptResponse, encryptResponse } from "./session-token.adapter.ts";

const typed = {
  firstName: "Maëlle",
  lastName: "St-Onge",
  dateOfBirth: "1988-02-29",
  postalCode: "H2X1Y4",
  role: 40,
} as const;

describe("profiles of an e-mail", () => {
  test("count two rows of one person and policy as one choice", () => {
    expect(classifyProfiles([policyPersonOf(), policyPersonOf({ id: "again" })])).toMatchObject({ kind: "one" });
  });
  test("count two rows of one person id as one choice, also under another name, and namesakes as two", () => {
    const married = { personId: "P-1", lastName: "Roy" };
    expect(classifyProfiles([policyPersonOf({ personId: "P-1" }), policyPersonOf(married)])).toMatchObject({
      kind: "one",
    });
    expect(classifyProfiles([policyPersonOf({ personId: "P-1" }), policyPersonOf({ personId: "P-2" })])).toEqual({
      kind: "alike",
    });
  });
  test("are ambiguous for two people on one policy", () => {
    expect(classifyProfiles([policyPersonOf(), policyPersonOf({ firstName: "Zoé" })])).toEqual({ kind: "alike" });
  });
  test.each([{ line: "home" }, { year: 2025 }, { policyNumber: "K3M4822" }])(
    "are separate choices when two policies differ in %o",
    (more) => {
      expect(
        classifyProfiles([policyPersonOf(), policyPersonOf({ ...more, policyNumber: more.policyNumber ?? "Z9Z9921" })])
          .kind,
      ).toBe("several");
    },
  );
});

describe("the details of a person on a policy", () => {
  test.each([
    ["policy", []],
    ["name", [policyPersonOf({ firstName: "Zoé" })]],
    ["dateOfBirth", [policyPersonOf({ dateOfBirth: "1990-01-01" })]],
    ["role", [policyPersonOf({ role: 80, postalCode: "H2X1Y5" })]],
    ["postalCode", [policyPersonOf({ postalCode: "H2X1Y5" })]],
    ["postalCode", [policyPersonOf({ postalCode: null })]],
  ] as const)("do not match because of the %s", (mismatch, rows) => {
    expect(matchPolicy(rows, typed)).toEqual({ kind: "noMatch", mismatch });
  });
  test("report the role as the only difference when every other fact matches", () => {
    expect(matchPolicy([policyPersonOf({ role: 80 })], typed)).toEqual({
      kind: "noMatch",
      mismatch: "role",
      isOtherRole: true,
    });
  });
  test("match the row of the smart registry before a legacy one", () => {
    const rows = [policyPersonOf({ id: "old", registry: "legacy", company: "other" }), policyPersonOf({ id: "new" })];
    expect(matchPolicy(rows, typed)).toMatchObject({ kind: "match", row: { id: "new" } });
  });
  test("differ in the licence only when both sides have one", () => {
    const other = { number: "S531229028899", province: "qc" } as const;
    expect(hasLicenceMismatch(policyPersonOf(), other)).toBe(true);
    expect(hasLicenceMismatch(policyPersonOf(), { ...other, number: "S531229028807", province: "on" })).toBe(true);
    expect(hasLicenceMismatch(policyPersonOf(), undefined)).toBe(false);
    expect(hasLicenceMismatch(policyPersonOf({ licenceNumber: null }), other)).toBe(false);
  });
  test("must include a driver's date of birth and postal code even without a licence on file", () => {
    const facts = {
      dateOfBirth: "1988-02-29",
      postalCode: "H2X1Y4",
      licence: { number: "X1", province: "other" },
    } as const;
    const unlicensed = policyPersonOf({ licenceNumber: null });
    expect(driverMismatch(unlicensed, facts)).toBeUndefined();
    expect(driverMismatch(unlicensed, { ...facts, postalCode: "H2X1Y5" })).toBe("postalCode");
    expect(driverMismatch(policyPersonOf({ postalCode: null, licenceNumber: null }), facts)).toBe("postalCode");
  });
});

test("offers the channels on file in a fixed order, without a used PIN", () => {
  expect(usableChannels(policyPersonOf({ pinHash: "x" }), { canSendSms: true })).toEqual(["EMAIL", "SMS", "PIN"]);
  expect(
    usableChannels(policyPersonOf({ pinHash: "x", pinSpent: true, cellPhone: null, email: null }), {
      canSendSms: true,
    }),
  ).toEqual([]);
});

test("decrypts an unchanged reply with its own token only", async () => {
  const encrypted = await encryptResponse("token", { ticket: "é" });
  expect(await decryptResponse("token", encrypted)).toEqual({ ticket: "é" });
  expect(await decryptResponse("tokem", encrypted)).toBeUndefined();
  const [header, key, iv, text = "", tag] = encrypted.split(".");
  const changed = `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  expect(await decryptResponse("token", [header, key, iv, changed, tag].join("."))).toBeUndefined();
  expect(await decryptResponse("token", null)).toBeUndefined();
});
