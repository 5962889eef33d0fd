import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Account } from "../../accounts/account.store.ts";
import { attemptState } from "./attempt-state.schema.ts";
import { nextStep, type VerifiedFacts } from "./next-step.rule.ts";

const account = (id: string) => ({ id }) as Account;
const ownAccount = account("own");
const holder = account("holder");
const other = account("other");
const nothing: VerifiedFacts = {
  ownAccount: undefined,
  accountType: undefined,
  foundBy: "POLICY_IDENTIFICATION",
  driverConfirmed: false,
  holderAccount: undefined,
  emailOnFile: undefined,
  emailOwner: undefined,
  provenEmail: undefined,
};
const onFile = { emailOnFile: "a@b.example" };

describe("a correct code", () => {
  test.each([
    ["asks for an e-mail when none is on file", {}, { kind: "askEmail" }],
    ["asks for the e-mail on file when the code did not verify it", onFile, { kind: "confirmEmail" }],
    ["allows a password when it did", { ...onFile, provenEmail: "a@b.example" }, { kind: "create" }],
    [
      "asks for another e-mail when an unrelated account uses it",
      { ...onFile, provenEmail: "a@b.example", emailOwner: { account: other, isHousehold: false } },
      { kind: "askUsername" },
    ],
    [
      "asks for the password when an account of the household uses it",
      { ...onFile, emailOwner: { account: other, isHousehold: true } },
      { kind: "requestPassword", account: other },
    ],
    [
      "asks a driver of the programme for the policyholder's password, whatever is on file",
      { ...onFile, holderAccount: holder, emailOwner: { account: other, isHousehold: false } },
      { kind: "requestPassword", account: holder },
    ],
    [
      "shows an existing account, whatever else is the case",
      { ...onFile, ownAccount, holderAccount: holder, provenEmail: "a@b.example" },
      { kind: "welcomeBack", account: ownAccount },
    ],
  ] as [string, Partial<VerifiedFacts>, ReturnType<typeof nextStep>][])("%s", (_title, facts, step) => {
    expect(nextStep({ ...nothing, ...facts })).toEqual(step);
  });

  const emails = fc.option(fc.constantFrom("a@b.example", "c@d.example"), { nil: undefined });
  const accounts = (one: Account) => fc.option(fc.constant(one), { nil: undefined });
  const emailOwner = fc.record({ account: fc.constant(other), isHousehold: fc.boolean() });
  const anyFacts = fc.record<VerifiedFacts>({
    ownAccount: accounts(ownAccount),
    accountType: fc.constantFrom("policyHolder", "insuredDriver", undefined),
    foundBy: fc.constantFrom("EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES", "POLICY_IDENTIFICATION"),
    driverConfirmed: fc.boolean(),
    holderAccount: accounts(holder),
    emailOnFile: emails,
    emailOwner: fc.option(emailOwner, { nil: undefined }),
    provenEmail: emails,
  });

  test("allows a password only for a free e-mail on file that it verified", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (nextStep(facts).kind !== "create") return;
        expect(facts).toMatchObject({ ownAccount: undefined, holderAccount: undefined, emailOwner: undefined });
        expect(facts.emailOnFile).toBeDefined();
        expect(facts.emailOnFile).toBe(facts.provenEmail);
      }),
    );
  });
  test("shows an account exactly when the person has one", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => (nextStep(facts).kind === "welcomeBack") === (facts.ownAccount !== undefined)),
    );
  });
  test("A-071 asks a driver known only by e-mail for their facts first", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const alone = facts.accountType === "insuredDriver" && facts.foundBy !== "POLICY_IDENTIFICATION";
        const due = !facts.ownAccount && alone && !facts.driverConfirmed;
        return (nextStep(facts).kind === "confirmDriver") === due;
      }),
    );
  });
});

test("reads a state of an adjacent version, defaulting missing counts to 0 and dropping unknown keys", () => {
  const least = { wrongCodeLimit: 4, options: [{ id: "method-id", method: "EMAIL" }] };
  const read = attemptState.parse({ ...least, writtenLater: true });
  expect(read).toEqual({
    ...least,
    findsAccount: false,
    ubi: false,
    wrongCodes: 0,
    wrongFacts: 0,
    wrongPasswords: 0,
    usernamesTaken: 0,
    lookupsMissed: 0,
    lookupsKnown: 0,
    linksMailed: 0,
    codesSent: { registration: 0, username: 0 },
  });
  expect(attemptState.safeParse({ ...least, options: [{ id: "method-id", method: "PIGEON" }] }).success).toBe(false);
});
