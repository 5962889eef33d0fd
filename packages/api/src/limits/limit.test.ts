import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { limits as rows } from "@vestibule/catalogue/limit.table.ts";
import { afterAll, describe, expect, test } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { openPatiently, testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { deriveKeys } from "../platform/keys.adapter.ts";
import type { Log } from "../platform/log.port.ts";
import { secureRandom } from "../platform/random.adapter.ts";
import { type LimitSettings, limitStore } from "./limit.store.ts";

const testApi = closeAfterTests(await testDatabase());
const second = openPatiently(testApi.url);
afterAll(() => second.database.destroy());

const warnings: { event: string; limit: unknown }[] = [];
const log: Log = {
  info: () => {},
  warn: (event, facts) => void warnings.push({ event, limit: facts?.limit }),
  error: () => {},
};
const store = (more: Partial<LimitSettings> = {}) =>
  limitStore({ keys: testKeys(), random: secureRandom, log, clientIpLimitFactor: 1, ...more });
const ip = (subject: string) => ({ limit: "lookupClientIp", subject }) as const;
const identity = (subject: string) => ({ limit: "wrongCodeIdentity", subject }) as const;

describe("a rolling window", () => {
  test("A-184 allows exactly its limit for 200 concurrent requests on two servers", async () => {
    const limits = store();
    for (let run = 0; run < 2; run++) {
      // As many lanes as both servers have connections; more would only queue for the pools.
      const lane = async (index: number) => {
        const { database } = index % 2 === 0 ? testApi : second;
        const kinds: string[] = [];
        for (let turn = 0; turn < 10; turn++) kinds.push((await limits.consume(database, ip(`race-${run}`))).kind);
        return kinds;
      };
      const kinds = (await Promise.all(Array.from({ length: 20 }, (_, index) => lane(index)))).flat();
      expect(kinds.filter((kind) => kind === "allowed")).toHaveLength(rows.lookupClientIp.limit);
    }
  });

  test("refunds the newest count of a window by its subject", async () => {
    const limits = store();
    const window = identity("refunded by subject");
    const left = async () => {
      const consumed = await limits.consume(testApi.database, window);
      return consumed.kind === "allowed" ? consumed.left : 0;
    };
    const most = rows.wrongCodeIdentity.limit;
    for (let room = most - 1; room > most - 4; room--) expect(await left()).toBe(room);
    await limits.refund(testApi.database, [window]);
    expect(await left()).toBe(most - 3);
  });

  test("A-185 allows no more than its limit in any hour, including across its edge", async () => {
    const limits = store();
    const take = async (count: number) => {
      let passed = 0;
      for (let turn = 0; turn < count; turn++)
        if ((await limits.consume(testApi.database, ip("edge"))).kind === "allowed") passed += 1;
      return passed;
    };
    expect(await take(30)).toBe(30);
    await testApi.moveClock(3000);
    expect(await take(60)).toBe(30);
    await testApi.moveClock(601);
    expect(await take(60)).toBe(30);
  });

  test("returns when the next request is allowed, and allows it then", async () => {
    const limits = store();
    await limits.consume(testApi.database, identity("soon"));
    await testApi.moveClock(3600);
    for (let turn = 0; turn < 9; turn++) await limits.consume(testApi.database, identity("soon"));
    const full = await limits.consume(testApi.database, identity("soon"));
    if (full.kind !== "exceeded") throw new Error("there was room");
    expect(full.retryAfterSeconds).toBeGreaterThan(22 * 3600);
    expect(full.retryAfterSeconds).toBeLessThanOrEqual(23 * 3600);
    await testApi.moveClock(full.retryAfterSeconds);
    expect(await limits.peek(testApi.database, identity("soon"))).toEqual({ kind: "open" });
    expect((await limits.consume(testApi.database, identity("soon"))).kind).toBe("allowed");
  });

  test("refunds only the newest count, and peeking counts nothing", async () => {
    const limits = store();
    await testApi.database.transaction().execute(async (transaction) => {
      const consumed = await limits.consume(transaction, identity("back"));
      expect(consumed).toMatchObject({ kind: "allowed", left: 9 });
      if (consumed.kind === "allowed") await limits.refund(transaction, consumed);
    });
    await limits.peek(testApi.database, identity("back"));
    expect(await limits.consume(testApi.database, identity("back"))).toMatchObject({ left: 9 });
  });

  test("by client IP is wider by the configured factor, others are not", async () => {
    const wide = store({ clientIpLimitFactor: 100 });
    expect(await wide.consume(testApi.database, ip("wide"))).toMatchObject({ left: 5999 });
    expect(await wide.consume(testApi.database, identity("wide"))).toMatchObject({ left: 9 });
  });

  test("stores no readable subject", async () => {
    await store().consume(testApi.database, identity("maelle@courrier.example"));
    const { rows: kept } = await testApi.pool.query("select string_agg(key, ' ') as keys from limit_window");
    expect(kept[0].keys).not.toContain("maelle");
  });

  test("counts requests from before a key change", async () => {
    const keys = (lookup: string[]) =>
      deriveKeys({ token: ["token"], hash: ["hash"], lookup, cookie: ["cookie"], audit: ["audit"] });
    const before = store({ keys: keys(["old"]) });
    for (let turn = 0; turn < 7; turn++) await before.consume(testApi.database, identity("changed"));
    const after = store({ keys: keys(["new", "old"]) });
    for (let left = 2; left >= 0; left--)
      expect(await after.consume(testApi.database, identity("changed"))).toMatchObject({ kind: "allowed", left });
    expect((await after.consume(testApi.database, identity("changed"))).kind).toBe("exceeded");
    expect((await after.peek(testApi.database, identity("changed"))).kind).toBe("exceeded");
  });

  test("with a global limit never allows more than that limit", async () => {
    const limits = store({ random: { ...secureRandom, integer: () => 1 } });
    const share = Math.ceil(rows.sendGlobal.limit / 16);
    await limits.consume(testApi.database, { limit: "sendGlobal", subject: "all" });
    await testApi.pool.query(
      `update limit_window set hits = array(select app_now() from generate_series(1, $1::int))
       where key = (select key from limit_window order by touched_at desc limit 1)`,
      [share - 1],
    );
    expect((await limits.consume(testApi.database, { limit: "sendGlobal", subject: "all" })).kind).toBe("allowed");
    expect((await limits.consume(testApi.database, { limit: "sendGlobal", subject: "all" })).kind).toBe("exceeded");
  });
});

test("peeks at a global limit as a whole", async () => {
  const everybody = { limit: "sendGlobal", subject: "looked at" } as const;
  const share = Math.ceil(rows.sendGlobal.limit / 16);
  const look = () => store().peek(testApi.database, everybody);
  for (let of16 = 1; of16 <= 16; of16++) {
    expect((await look()).kind).toBe("open");
    const limits = store({ random: { ...secureRandom, integer: () => of16 } });
    const consumed = await limits.consume(testApi.database, everybody);
    await testApi.pool.query(
      `update limit_window set hits = array(select app_now() from generate_series(1, $1::int)) where key = $2`,
      [share, consumed.kind === "allowed" ? consumed.keys[0] : ""],
    );
  }
  expect((await look()).kind).toBe("exceeded");
});

test("peeks at a window by its stored key instead of its subject", async () => {
  const limits = store();
  const window = ip("203.0.113.77");
  const kept = { limit: window.limit, key: limits.keyOf(window) };
  expect(kept.key).not.toContain("203");
  expect(await limits.peek(testApi.database, kept)).toEqual({ kind: "open" });
  for (let turn = 0; turn < rows.lookupClientIp.limit; turn++) await limits.consume(testApi.database, window);
  expect((await limits.peek(testApi.database, kept)).kind).toBe("exceeded");
});

test("counts several windows together or not at all", async () => {
  const limits = store();
  for (let turn = 0; turn < rows.sendRecipient.limit; turn++)
    await limits.consume(testApi.database, { limit: "sendRecipient", subject: "full" });
  const both = [ip("together"), { limit: "sendRecipient", subject: "full" } as const];
  const result = await testApi.database.transaction().execute((transaction) => limits.consume(transaction, both));
  expect(result.kind).toBe("exceeded");
  expect(await limits.consume(testApi.database, ip("together"))).toMatchObject({
    left: rows.lookupClientIp.limit - 1,
  });
});

test("counts concurrent requests on several windows up to the limit, without those that were refused", async () => {
  const limits = store();
  const subject = "raced together";
  const windows = [ip(subject), { limit: "sendRecipient", subject } as const];
  const lane = async (index: number) => {
    const { database } = index % 2 === 0 ? testApi : second;
    const kinds: string[] = [];
    for (let turn = 0; turn < 5; turn++)
      kinds.push((await database.transaction().execute((transaction) => limits.consume(transaction, windows))).kind);
    return kinds;
  };
  const kinds = (await Promise.all(Array.from({ length: 16 }, (_, index) => lane(index)))).flat();
  const { limit } = rows.sendRecipient;
  expect(kinds.filter((kind) => kind === "allowed")).toHaveLength(limit);
  expect(await limits.consume(testApi.database, ip(subject))).toMatchObject({
    left: rows.lookupClientIp.limit - limit - 1,
  });
});

describe("A-182 an IPv6 client", () => {
  const { limit } = rows.lookupClientIp;
  const passed = async (clientIps: readonly string[], limits = store()) => {
    let count = 0;
    for (const subject of clientIps)
      if ((await limits.consume(testApi.database, ip(subject))).kind === "allowed") count += 1;
    return count;
  };
  /** This many distinct /64 of one network. */
  const networks = (count: number, of: (index: string) => string) =>
    Array.from({ length: count }, (_, index) => `${of(index.toString(16))}::/64`);

  test("with a whole /56 has four times the limit of one /64", async () => {
    expect(await passed(networks(256, (index) => `2001:db8:10:ab${index.padStart(2, "0")}`))).toBe(4 * limit);
  });

  test("with a whole /48 has sixteen times the limit across its /56 networks", async () => {
    expect(await passed(networks(17 * limit, (index) => `2001:db8:11:${index}0`))).toBe(16 * limit);
  });

  test("leaves another network unlimited, and does not consume a wider one when it is refused", async () => {
    const limits = store();
    const noisy = "2001:db8:12:1::/64";
    expect(await passed(new Array<string>(5 * limit).fill(noisy), limits)).toBe(limit);
    expect(await passed(["2001:db8:12:2::/64", "2001:db8:13:1::/64"], limits)).toBe(2);
    expect((await limits.peek(testApi.database, ip(noisy))).kind).toBe("exceeded");
    expect((await limits.peek(testApi.database, ip("2001:db8:12:2::/64"))).kind).toBe("open");
  });

  test("is found full by its stored key, even when only its network is full", async () => {
    const limits = store();
    const last = ip("2001:db8:14:ff::/64");
    const kept = { limit: last.limit, key: limits.keyOf(last) };
    expect((await limits.peek(testApi.database, kept)).kind).toBe("open");
    await passed(
      networks(4 * limit, (index) => `2001:db8:14:${index}`),
      limits,
    );
    expect((await limits.peek(testApi.database, kept)).kind).toBe("exceeded");
  });
});

describe("A-022 a shared limit", () => {
  test("is logged once per window when half full and once when full", async () => {
    const limits = store();
    const window = { limit: "lookupPolicyPrefix", subject: "belair|ABC" } as const;
    const { limit: id } = window;
    warnings.length = 0;
    for (let turn = 1; turn < rows[id].limit / 2; turn++) await limits.consume(testApi.database, window);
    expect(warnings).toEqual([]);
    await limits.consume(testApi.database, window);
    expect(warnings).toEqual([{ event: "limit.half-full", limit: id }]);
    // Drops below half and reaches it again.
    const back = await limits.consume(testApi.database, window);
    await testApi.database.transaction().execute(async (transaction) => {
      if (back.kind === "allowed") for (let turn = 0; turn < 2; turn++) await limits.refund(transaction, back);
    });
    while ((await limits.consume(testApi.database, window)).kind === "allowed");
    expect(warnings.map(({ event }) => event)).toEqual(["limit.half-full", "limit.full"]);
    await testApi.moveClock(rows[id].windowMinutes * 60 + 1);
    while ((await limits.consume(testApi.database, window)).kind === "allowed");
    expect(warnings).toHaveLength(4);
  });

  test("is logged when its first share is full, unlike a personal limit", async () => {
    const limits = store({ random: { ...secureRandom, integer: () => 7 } });
    warnings.length = 0;
    const everybody = { limit: "sendTrustedGlobal", subject: "all" } as const;
    while ((await limits.consume(testApi.database, everybody)).kind === "allowed");
    while ((await limits.consume(testApi.database, identity("own"))).kind === "allowed");
    expect(warnings).toEqual([
      { event: "limit.half-full", limit: everybody.limit },
      { event: "limit.full", limit: everybody.limit },
    ]);
  });
});

test("docs/security/limits.md describes every limit", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/security/limits.md"), "utf8");
  const described = [...page.matchAll(/`(\w+)`/g)].map(([, id]) => id);
  expect(Object.keys(rows).filter((id) => !described.includes(id))).toEqual([]);
});
