import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { openPatiently, testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { secureRandom } from "../platform/random.adapter.ts";
import { canReceiveCalls, canReceiveSms } from "./channel.rule.ts";
import { randomizeCodeThreshold } from "./lockout.rule.ts";
import { type CodeBinding, consumeCode, generateCode, issueCode } from "./one-time-code.store.ts";

const testApi = closeAfterTests(await testDatabase());
const second = openPatiently(testApi.url);
afterAll(() => second.database.destroy());

const deps = { keys: testKeys(), random: secureRandom };
const binding = (more: Partial<CodeBinding> = {}): CodeBinding => ({
  purpose: "registration",
  brandId: "belair",
  sessionId: randomUUID(),
  ...more,
});
const issue = (to: CodeBinding) =>
  testApi.database
    .transaction()
    .execute((transaction) => issueCode(deps, transaction, { ...to, identityKey: "someone", channel: "SMS" }));
const consume = (from: CodeBinding, code: string, database = testApi.database) =>
  database.transaction().execute((transaction) => consumeCode(deps, transaction, { ...from, code }));

describe("a one-time code", () => {
  test("A-019 is uniformly distributed by a chi-square test, including leading zeros", () => {
    const draws = 1_000_000;
    const bins = new Array<number>(1000).fill(0);
    const pairs = new Array<number>(100).fill(0);
    let before = 0;
    for (let drawn = 0; drawn < draws; drawn++) {
      const code = generateCode(secureRandom);
      if (code.length !== 6) throw new Error(`a code of ${code.length} digits`);
      const bin = Number(code.slice(0, 3));
      bins[bin] = (bins[bin] ?? 0) + 1;
      const first = Math.floor(bin / 100);
      const pair = before * 10 + first;
      pairs[pair] = (pairs[pair] ?? 0) + 1;
      before = first;
    }
    const chiSquare = (counts: number[]) => {
      const even = draws / counts.length;
      return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
    };
    // More than six standard deviations: a false failure once in 500 million runs.
    expect(chiSquare(bins)).toBeLessThan(999 + 6 * Math.sqrt(2 * 999));
    expect(chiSquare(pairs)).toBeLessThan(99 + 6 * Math.sqrt(2 * 99) + 20);
  });

  test("A-007 A-008 is consumed once by fifty concurrent requests on two servers", async () => {
    for (let run = 0; run < 2; run++) {
      const bound = binding();
      const { code } = await issue(bound);
      const consumed = await Promise.all(
        Array.from({ length: 50 }, (_, index) => consume(bound, code, index % 2 ? second.database : testApi.database)),
      );
      expect(consumed.filter(Boolean)).toHaveLength(1);
    }
  });

  test.each([
    ["A-010 another session", { sessionId: "3c5f0a52-9f6d-4d0e-8f33-1f1d5bb0c001" }],
    ["A-011 another purpose", { purpose: "username" } as const],
    ["another brand", { brandId: "intact" }],
  ])("%s cannot consume it", async (_, other) => {
    const bound = binding();
    const { code } = await issue(bound);
    expect(await consume({ ...bound, ...other }, code)).toBe(false);
    expect(await consume(bound, code)).toBe(true);
  });

  test("revokes the previous code of its session", async () => {
    const bound = binding();
    const first = await issue(bound);
    let next = await issue(bound);
    while (next.code === first.code) next = await issue(bound);
    expect(await consume(bound, first.code)).toBe(false);
    expect(await consume(bound, next.code)).toBe(true);
  });

  test("A-013 expires after ten minutes on the database clock", async () => {
    const early = binding();
    const late = binding();
    const codes = [await issue(early), await issue(late)];
    await testApi.moveClock(540);
    expect(await consume(early, codes[0]?.code ?? "")).toBe(true);
    await testApi.moveClock(60);
    expect(await consume(late, codes[1]?.code ?? "")).toBe(false);
  });
});

test("draws the wrong-code threshold of a session from three to six", () => {
  const drawn = new Set(Array.from({ length: 500 }, () => randomizeCodeThreshold(secureRandom)));
  expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
});

describe("A-023 a text message or call", () => {
  test.each(["5145550142", "4165550101", "8675550123", "3675550101"])("is sent to %s, a Canadian number", (digits) => {
    expect([canReceiveSms(digits), canReceiveCalls(digits)]).toEqual([true, true]);
  });
  test.each([
    ["8765550101", "Jamaica"],
    ["8095550101", "the Dominican Republic"],
    ["2125550101", "the United States"],
    ["8005550101", "toll-free"],
    ["9005550101", "premium"],
    ["6005550101", "caller-paid"],
    ["6225550101", "personal"],
    ["5149765555", "pay-per-call"],
    ["12345", "no number"],
    ["", "nothing"],
  ])("is never sent to %s: %s", (digits) => {
    expect([canReceiveSms(digits), canReceiveCalls(digits)]).toEqual([false, false]);
  });
});
