import { setTimeout as pause } from "node:timers/promises";
import { personKey } from "@vestibule/contract/fields/person-name.rule.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { driverMismatch, licenceDiffers, matchPolicy } from "../../directory/policy-match.rule.ts";
import { usableChannels } from "../../verification/channel.rule.ts";
import { decryptReply, encryptReply } from "./encrypted-reply.adapter.ts";
import { keyedMutex } from "./keyed-mutex.adapter.ts";
import { type ProvenPerson, pageAfterProof } from "./next-step.rule.ts";
import { classifyProfiles } from "./profile-choice.rule.ts";

const self = { firstName: "Maëlle", lastName: "St-Onge", dateOfBirth: "1988-02-29" };
const row = (more: Partial<PolicyPerson> = {}): PolicyPerson => ({
  id: "row",
  company: "belair",
  policyNumber: "K3M4821",
  line: "auto",
  year: 2026,
  province: "qc",
  role: 40,
  ...self,
  personKey: personKey({ ...self, ...more }),
  postalCode: "H2X1Y4",
  email: "maelle@courrier.example",
  emailAsTyped: "Maelle@courrier.example",
  cellPhone: "5145550142",
  licenceProvince: "qc",
  licenceNumber: "S531229028807",
  ubi: false,
  pinHash: null,
  pinSpent: false,
  language: "fr",
  registry: "smart",
  ...more,
});
const claimed = { ...self, postalCode: "H2X1Y4", role: 40 } as const;

describe("profiles of an e-mail", () => {
  test("count two rows of one person and policy as one choice", () => {
    expect(classifyProfiles([row(), row({ id: "again" })])).toMatchObject({ kind: "one" });
  });
  test("are ambiguous for two people on one policy", () => {
    expect(classifyProfiles([row(), row({ firstName: "Zoé" })])).toEqual({ kind: "alike" });
  });
  test.each([{ line: "home" }, { year: 2025 }, { policyNumber: "K3M4822" }])(
    "are separate choices when two policies differ in %o",
    (more) => {
      expect(classifyProfiles([row(), row({ ...more, policyNumber: more.policyNumber ?? "Z9Z9921" })]).kind).toBe(
        "several",
      );
    },
  );
});

describe("the details of a person on a policy", () => {
  test.each([
    ["policy", []],
    ["name", [row({ firstName: "Zoé" })]],
    ["dateOfBirth", [row({ dateOfBirth: "1990-01-01" })]],
    ["role", [row({ role: 80, postalCode: "H2X1Y5" })]],
    ["postalCode", [row({ postalCode: "H2X1Y5" })]],
    ["postalCode", [row({ postalCode: null })]],
  ] as const)("do not match because of the %s", (mismatch, rows) => {
    expect(matchPolicy(rows, claimed)).toEqual({ kind: "noMatch", mismatch });
  });
  test("report the role as the only difference when every other fact matches", () => {
    expect(matchPolicy([row({ role: 80 })], claimed)).toEqual({ kind: "noMatch", mismatch: "role", isOtherRole: true });
  });
  test("match the row of the smart registry before a legacy one", () => {
    const rows = [row({ id: "old", registry: "legacy", company: "other" }), row({ id: "new" })];
    expect(matchPolicy(rows, claimed)).toMatchObject({ kind: "match", row: { id: "new" } });
  });
  test("differ in the licence only when both sides have one", () => {
    const other = { number: "S531229028899", province: "qc" } as const;
    expect(licenceDiffers(row(), other)).toBe(true);
    expect(licenceDiffers(row(), { ...other, number: "S531229028807", province: "on" })).toBe(true);
    expect(licenceDiffers(row(), undefined)).toBe(false);
    expect(licenceDiffers(row({ licenceNumber: null }), other)).toBe(false);
  });
  test("must include a driver's date of birth and postal code even without a licence on file", () => {
    const facts = {
      dateOfBirth: "1988-02-29",
      postalCode: "H2X1Y4",
      licence: { number: "X1", province: "other" },
    } as const;
    const unlicensed = row({ licenceNumber: null });
    expect(driverMismatch(unlicensed, facts)).toBeUndefined();
    expect(driverMismatch(unlicensed, { ...facts, postalCode: "H2X1Y5" })).toBe("postalCode");
    expect(driverMismatch(row({ postalCode: null, licenceNumber: null }), facts)).toBe("postalCode");
  });
});

test("offers the channels on file in a fixed order, without a used PIN", () => {
  expect(usableChannels(row({ pinHash: "x" }), { canSendSms: true })).toEqual(["EMAIL", "SMS", "PIN"]);
  expect(
    usableChannels(row({ pinHash: "x", pinSpent: true, cellPhone: null, email: null }), { canSendSms: true }),
  ).toEqual([]);
});

describe("after a right code", () => {
  const proven = fc.record<ProvenPerson>({
    hasAccount: fc.boolean(),
    accountType: fc.constantFrom("policyHolder", "insuredDriver"),
    foundBy: fc.constantFrom("EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES", "POLICY_IDENTIFICATION"),
    driverConfirmed: fc.boolean(),
    emailOnFile: fc.option(fc.record({ address: fc.constantFrom("a", "b"), takenByAnother: fc.boolean() }), {
      nil: undefined,
    }),
    provenEmail: fc.constantFrom("a", "b", undefined),
  });

  test("shows WELCOME_BACK exactly when the person has an account", () => {
    fc.assert(fc.property(proven, (person) => (pageAfterProof(person) === "WELCOME_BACK") === person.hasAccount));
  });
  test("A-071 asks a driver known only by e-mail for their facts first", () => {
    fc.assert(
      fc.property(proven, (person) => {
        const alone = person.accountType === "insuredDriver" && person.foundBy !== "POLICY_IDENTIFICATION";
        const due = !person.hasAccount && alone && !person.driverConfirmed;
        return (pageAfterProof(person) === "ADDITIONAL_DRIVER_PROFILE") === due;
      }),
    );
  });
  test("reaches CREATE only with the e-mail on file, free and verified by the code", () => {
    fc.assert(
      fc.property(proven, (person) => {
        if (pageAfterProof(person) !== "CREATE") return true;
        const { emailOnFile } = person;
        return emailOnFile !== undefined && !emailOnFile.takenByAnother && emailOnFile.address === person.provenEmail;
      }),
    );
  });
});

test("decrypts an unchanged reply with its own token only", () => {
  const kept = JSON.parse(JSON.stringify(encryptReply("token", { ticket: "é" })));
  expect(decryptReply("token", kept)).toEqual({ ticket: "é" });
  expect(decryptReply("tokem", kept)).toBeUndefined();
  const changed = `${kept.text.startsWith("A") ? "B" : "A"}${kept.text.slice(1)}`;
  expect(decryptReply("token", { ...kept, text: changed })).toBeUndefined();
  expect(decryptReply("token", null)).toBeUndefined();
});

describe("calls of one session in one process", () => {
  test("run one after another, also after a failure", async () => {
    const turns = keyedMutex();
    const order: string[] = [];
    const call = (name: string, then: () => Promise<void>) =>
      turns.take("one", async () => {
        order.push(`${name} begins`);
        await then();
        order.push(`${name} ends`);
      });
    const first = call("first", () => pause(20).then(() => Promise.reject(new Error("broken"))));
    const second = call("second", () => pause(1));
    await expect(first).rejects.toThrow("broken");
    await second;
    expect(order).toEqual(["first begins", "second begins", "second ends"]);
  });

  test("do not wait for calls of another session", async () => {
    const turns = keyedMutex();
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const first = turns.take("one", () => held);
    expect(await turns.take("other", async () => "free")).toBe("free");
    resolve();
    await first;
  });
});
