import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { expect, test } from "vitest";
import { compositionPolicy, passphrasePolicy } from "../../../../test/password-policy.ts";
import { isCommonPassword } from "./common-password.rule.ts";
import { commonPasswords, foldedList, listDigest } from "./common-passwords.adapter.ts";
import { hashingPool } from "./hashing-pool.adapter.ts";
import { checkPasswordForAccount } from "./password-check.rule.ts";

const hashing = hashingPool({ cores: 2 });
const check = (password: string, more: { email?: string; previousHashes?: string[]; policy?: PasswordPolicy } = {}) =>
  checkPasswordForAccount(
    { hashing },
    {
      password,
      email: more.email ?? "josee.tremblay@courrier.example",
      policy: more.policy ?? compositionPolicy,
      previousHashes: more.previousHashes ?? [],
    },
  );

test.each([
  "Passw0rd!1",
  "Azerty123!",
  "Bonjour123!",
  "Canadiens1!",
  "P@ssw0rd2024!",
  "!!Motdepasse1",
  "Septembre2025!",
  "Bonjour1!Bonjour1!",
])("A-103 refuses %s as common", async (password) => {
  expect(await check(password)).toEqual({ key: "common" });
});

test.each([
  "passwordpassword",
  "aaaaaaaaaaaaaaa",
  "abcabcabcabcabc",
  "123456789012345",
  "motdepasse 1234567",
  "azertyuiop azertyuiop",
  "môtdepasse motdépasse",
])("A-103 refuses %s as a passphrase", async (password) => {
  expect(await check(password, { policy: passphrasePolicy })).toEqual({ key: "common" });
});

test("A-101 refuses an earlier password in any Unicode form", async () => {
  const previousHashes = [await hashing.hash("trois érables rouges".normalize("NFD"))];
  expect(await check("trois érables rouges", { policy: passphrasePolicy, previousHashes })).toEqual({ key: "reused" });
});

test("computes another digest for a list of common passwords that misses a word", async () => {
  const list = commonPasswords();
  const cut = new Set([...list].slice(0, -1));
  expect(listDigest(cut)).not.toBe(listDigest(list));
  expect(isCommonPassword("Bonjour123!", list)).toBe(true);
  expect(isCommonPassword("Bonjour123!", foldedList([["été", "soleil"]]))).toBe(false);
});

test("A-100 refuses a part of the e-mail in any case, but not a reversed or short one", async () => {
  expect(await check("Xx-TREMBLAY-77")).toEqual({ key: "containsEmail", facts: { piece: "tremblay" } });
  expect(await check("Xx-yalbmert-77")).toBeUndefined();
  expect(await check("Xx-Roy-Maple-77", { email: "roy@courrier.example" })).toBeUndefined();
});

test("A-101 refuses an earlier password, but not with one more character", async () => {
  const previousHashes = [await hashing.hash("Quatre-Vents-81"), await hashing.hash("Trois-Pistoles-9")];
  expect(await check("Trois-Pistoles-9", { previousHashes })).toEqual({ key: "reused" });
  expect(await check("Trois-Pistoles-9a", { previousHashes })).toBeUndefined();
});

test.each([
  ["a NUL", "Quatre\u0000-Vents-81"],
  ["a lone surrogate", "Quatre\ud800-Vents-81"],
  ["an emoji", "Quatre🌻-Vents-81"],
])("A-098 refuses %s in a new password as an invalid character", async (_what, password) => {
  expect(await check(password)).toMatchObject({ key: "invalidCharacter" });
});

test("A-097 refuses 65 characters without hashing", async () => {
  let hashes = 0;
  const counting = {
    ...hashing,
    verify: (password: string, hash: string) => {
      hashes += 1;
      return hashing.verify(password, hash);
    },
  };
  const error = await checkPasswordForAccount(
    { hashing: counting },
    {
      password: `Aa1!${"x".repeat(61)}`,
      email: "a@b.ca",
      policy: compositionPolicy,
      previousHashes: [await hashing.hash("Quatre-Vents-81")],
    },
  );
  expect(error).toMatchObject({ key: "maxlength" });
  expect(hashes).toBe(0);
});
