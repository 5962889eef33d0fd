import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { limitStore } from "../../limits/limit.store.ts";
import type { PasswordHashing } from "../../passwords/password-hashing.port.ts";
import type { Db } from "../../platform/database.table.ts";
import type { SignInDeps } from "./sign-in-with-proof.ts";
import { createSignInTestApi } from "./test/sign-in-test-api.ts";

const testApi = closeAfterTests(await createSignInTestApi());

const counted = (used: SignInDeps) => {
  const calls: string[] = [];
  const { hashing } = used;
  const note = (call: string) => void calls.push(call);
  const counting: PasswordHashing = {
    ...hashing,
    hash(text) {
      note("hash");
      return hashing.hash(text);
    },
    verify(text, hash) {
      note("one password");
      return hashing.verify(text, hash);
    },
    dummyVerify(text) {
      note("one password");
      return hashing.dummyVerify(text);
    },
  };
  return { calls, deps: { ...used, hashing: counting } };
};

test.each([
  ["a wrong password", "Not-The-One-1", ["one password"]],
  ["one character", "x", ["one password"]],
  ["64 characters", "x".repeat(64), ["one password"]],
  ["64 letters with accents", "é".repeat(64).normalize("NFD"), ["one password"]],
  ["65 characters", "x".repeat(65), []],
  ["65 letters with accents", "é".repeat(65), []],
  ["1 kB", "x".repeat(1024), []],
])("A-094 A-095 A-097 computes the same hashes for known and unknown names with %s", async (_what, text, expected) => {
  const known = counted(testApi.signInDeps);
  const unknown = counted(testApi.signInDeps);
  const first = await testApi.signIn({ ...(await testApi.createAccount()), password: text }, known.deps);
  const second = await testApi.signIn({ ...testApi.unknownUser(), password: text }, unknown.deps);
  expect(first).toEqual(second);
  expect(known.calls).toEqual(expected);
  expect(unknown.calls).toEqual(expected);
});

test("A-094 sends the same statements before and after the hash for known and unknown names", async () => {
  const stepsOf = async (attempt: Parameters<typeof testApi.signIn>[0]) => {
    const steps: string[] = [];
    const { hashing } = testApi.signInDeps;
    const noted = <Result>(result: Promise<Result>) => {
      steps.push("hash");
      return result;
    };
    await testApi.signIn(attempt, {
      ...testApi.signInDeps,
      database: countingStatements(testApi.deps.database, () => steps.push("statement")),
      hashing: {
        ...hashing,
        verify: (...check) => noted(hashing.verify(...check)),
        dummyVerify: (...check) => noted(hashing.dummyVerify(...check)),
      },
    });
    return steps;
  };
  const known = await stepsOf({ ...(await testApi.createAccount()), password: "Not-The-One-1" });
  expect(known.indexOf("hash")).toBe(2);
  expect(await stepsOf(testApi.unknownUser())).toEqual(known);
});

const countingStatements = (database: Db, note: () => void): Db =>
  database.withPlugin({
    transformQuery: ({ node }) => {
      note();
      return node;
    },
    transformResult: async ({ result }) => result,
  });

test("A-094 computes no hash while a known or unknown name is locked", async () => {
  for (const name of [await testApi.createAccount(), testApi.unknownUser()]) {
    await testApi.untilLocked(name);
    const { calls, deps: used } = counted(testApi.signInDeps);
    expect(await testApi.signIn(name, used)).toMatchObject({ kind: "lockedOut" });
    expect(calls).toEqual([]);
  }
});

test.each(["Grand\u0000Vent-42", "Grand-Vent-42\u0007"])(
  "A-098 rejects control characters without counting an attempt",
  async (text) => {
    const name = await testApi.createAccount();
    for (let tries = 0; tries < 8; tries++)
      expect(await testApi.signIn({ ...name, password: text })).toEqual({ kind: "malformed" });
    expect(await testApi.signIn(name)).toMatchObject({ kind: "ok" });
  },
);

test("allows 60 sign-ins a minute per client IP, then none until the window ends", async () => {
  const narrow = { ...testApi.signInDeps, limits: limitStore({ ...testApi.deps, clientIpLimitFactor: 1 }) };
  const clientIp = "198.51.100.7";
  for (let count = 0; count < 60; count++)
    expect((await testApi.signIn({ ...testApi.unknownUser(), password: "x".repeat(65), clientIp }, narrow)).kind).toBe(
      "malformed",
    );
  const owner = await testApi.createAccount();
  expect(await testApi.signIn({ ...owner, clientIp }, narrow)).toEqual({ kind: "unavailable" });
  await testApi.moveClock(61);
  expect(await testApi.signIn({ ...owner, clientIp }, narrow)).toMatchObject({ kind: "ok" });
});

test("A-088 logs an anomaly when few attempts are made on many accounts", async () => {
  const { limit } = limits.loginFailuresEverywhere;
  const everyone = { limit: "loginFailuresEverywhere", subject: "everyone" } as const;
  for (let count = 0; count < limit * 2; count++) await testApi.signInDeps.limits.consume(testApi.database, everyone);
  await testApi.moveClock(limits.loginFailuresEverywhere.windowMinutes * 60 + 1);
  testApi.logged.length = 0;
  for (let count = 0; count < 10; count++) await testApi.wrong(testApi.unknownUser());
  expect(testApi.logged.join()).not.toContain("sign-in.anomaly");
  for (let count = 0; count < limit * 0.8; count++) await testApi.signInDeps.limits.consume(testApi.database, everyone);
  for (let count = 0; count < 60 && !testApi.logged.join().includes("anomaly"); count++)
    await testApi.wrong(testApi.unknownUser());
  expect(testApi.logged.join()).toContain("sign-in.anomaly");
});
