import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Account } from "../../accounts/account-store.port.ts";
import { stateSchemas } from "./attempt-state.schema.ts";
import { nextStepAfterProof, type ProvenFacts } from "./legacy-next-step.rule.ts";

const account = (id: string) => ({ id }) as Account;
const [own, holder, other] = [account("own"), account("holder"), account("other")];
const nothing: ProvenFacts = {
  ownAccount: undefined,
  holderAccount: undefined,
  emailOnFile: undefined,
  emailOwner: undefined,
  provenEmail: undefined,
};
const onFile = { emailOnFile: "a@b.example" };

describe("a right code", () => {
  test.each([
    ["asks for an address where none is on file", {}, { kind: "askEmail" }],
    ["asks for the address on file where the code did not prove it", onFile, { kind: "askEmail" }],
    ["lets choose a password where it did", { ...onFile, provenEmail: "a@b.example" }, { kind: "create" }],
    [
      "asks for another address where a stranger uses it",
      { ...onFile, provenEmail: "a@b.example", emailOwner: { account: other, standing: "stranger" } },
      { kind: "askUsername" },
    ],
    [
      "asks for the password where somebody of the household uses it",
      { ...onFile, emailOwner: { account: other, standing: "household" } },
      { kind: "askPassword", account: other },
    ],
    [
      "asks a driver of the programme for the policyholder's password, whatever is on file",
      { ...onFile, holderAccount: holder, emailOwner: { account: other, standing: "stranger" } },
      { kind: "askPassword", account: holder },
    ],
    [
      "welcomes back who has an account, whatever else is so",
      { ...onFile, ownAccount: own, holderAccount: holder, provenEmail: "a@b.example" },
      { kind: "welcomeBack", account: own },
    ],
  ] as [string, Partial<ProvenFacts>, ReturnType<typeof nextStepAfterProof>][])("%s", (_title, facts, step) => {
    expect(nextStepAfterProof({ ...nothing, ...facts })).toEqual(step);
  });

  test("allows a password only for a free e-mail on file that it verified", () => {
    const emails = fc.option(fc.constantFrom("a@b.example", "c@d.example"), { nil: undefined });
    const accounts = (one: Account) => fc.option(fc.constant(one), { nil: undefined });
    const standing = fc.constantFrom("household" as const, "stranger" as const);
    const emailOwner = fc.option(fc.record({ account: fc.constant(other), standing }), { nil: undefined });
    const facts = fc.record({
      ownAccount: accounts(own),
      holderAccount: accounts(holder),
      emailOnFile: emails,
      emailOwner,
      provenEmail: emails,
    });
    fc.assert(
      fc.property(facts, (given) => {
        if (nextStepAfterProof(given).kind !== "create") return;
        expect(given).toMatchObject({ ownAccount: undefined, holderAccount: undefined, emailOwner: undefined });
        expect(given.emailOnFile).toBeDefined();
        expect(given.emailOnFile).toBe(given.provenEmail);
      }),
    );
  });
});

test("reads a state of an adjacent version, defaulting missing counts to 0 and dropping unknown keys", () => {
  const least = {
    found: { rowId: "row", personKey: "key" },
    ubi: false,
    findsAccount: false,
    wrongCodeLimit: 4,
    options: [{ id: "way", method: "EMAIL" }],
  };
  const read = stateSchemas.v1.parse({ ...least, writtenLater: true });
  expect(read).toEqual({
    api: "v1",
    ...least,
    wrongCodes: 0,
    wrongFacts: 0,
    wrongPasswords: 0,
    usernamesTaken: 0,
    linksMailed: 0,
    codesSent: { registration: 0, username: 0 },
  });
  expect(stateSchemas.v1.safeParse({ ...least, options: [{ id: "way", method: "PIGEON" }] }).success).toBe(false);
});
