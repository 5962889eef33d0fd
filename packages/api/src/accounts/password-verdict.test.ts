import bcrypt from "@node-rs/bcrypt";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createTestApi, testAccount } from "../../../../test/test-api.ts";
import { findAccountByEmail, findDecoyPasswordHash } from "./account.store.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { decoyPosition, verifyWithDecoy } from "./password-check.adapter.ts";

const email = "ours@courrier.example";
const password = "Grand-Vent-42";
const testApi = closeAfterTests(await createTestApi());
await testAccount(testApi, { email, password });

const verify = async (name: string, typed = password, brandId = "belair") => {
  const names = loginNameHashes(testApi.deps.keys.lookupHash, { brandId, email: name });
  return verifyWithDecoy(testApi.deps, {
    account: await findAccountByEmail(testApi.database, { brandId, email: name }),
    decoyHash: await findDecoyPasswordHash(testApi.database, { brandId, accountId: decoyPosition(names) }),
    password: typed,
  });
};
const keepHash = (passwordHash: string) =>
  testApi.database.updateTable("account").set({ password_hash: passwordHash }).where("email", "=", email).execute();

test("verifies a password with current settings and does not rehash it", async () => {
  expect(await verify(email)).toEqual({ kind: "correct" });
  expect(await verify(email, "Grand-Vent-43")).toEqual({ kind: "wrong" });
});

test("returns an upgraded hash for a correct password with an imported hash", async () => {
  await keepHash(await bcrypt.hash(password, { cost: 4 }));
  const verdict = await verify(email);
  expect(verdict).toEqual({ kind: "correct", upgradedHash: expect.stringMatching(/^\$argon2id\$/) });
  expect(await verify(email, "Grand-Vent-43")).toEqual({ kind: "wrong" });
});

test("A-094 verifies an unknown name against a hash of the same brand and rejects it", async () => {
  await keepHash(await bcrypt.hash(password, { cost: 4 }));
  expect(await verify("nobody@courrier.example")).toEqual({ kind: "wrong" });
  expect(await verify("nobody@courrier.example", password, "servus")).toEqual({ kind: "wrong" });
  // An invalid hash throws, which shows that it was the one used.
  await keepHash("none");
  await expect(verify("nobody@courrier.example")).rejects.toThrow("no known form");
  expect(await verify("nobody@courrier.example", password, "servus")).toEqual({ kind: "wrong" });
});
