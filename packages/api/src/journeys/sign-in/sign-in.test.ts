import { limits } from "@vestibule/catalogue/limit.table.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestHouse, testAccount, testHouse } from "../../../../../test/api-parts.ts";
import { verifyChains } from "../../capabilities/audit/audit-trail.store.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import type { PasswordHashing } from "../../capabilities/passwords/password-hashing.port.ts";
import { authenticate, type SignInParts } from "./sign-in.journey.ts";
import { unlock } from "./unlock.journey.ts";

const password = "Grand-Vent-42";
let house: TestHouse;
let parts: SignInParts;
beforeAll(async () => {
  house = await testHouse();
  parts = { ...house.parts, limits: limitStore(house.parts) };
});
afterAll(() => house.close());

let people = 0;
const somebody = async (more: { status?: "A" | "T" | "L" } = {}) => {
  people += 1;
  const email = `person${people}@courrier.example`;
  const id = await testAccount(house, { email, password, personKey: `person-${people}`, ...more });
  return { email, id };
};
const stranger = () => {
  people += 1;
  return { email: `nobody${people}@courrier.example` };
};
interface Try {
  email: string;
  password?: string;
  device?: [accountId: string, deviceId: string];
  address?: string;
}
let addresses = 0;
const signIn = (attempt: Try, used: SignInParts = parts) => {
  addresses += 1;
  return authenticate(used, {
    brandId: "belair",
    username: attempt.email,
    secret: { kind: "password", password: attempt.password ?? password },
    address: attempt.address ?? `192.0.2.${addresses}`,
    origin: "http://localhost:3000",
    devices: new Map(attempt.device ? [attempt.device] : []),
  });
};
const wrong = (attempt: Try, used?: SignInParts) => signIn({ password: "Not-The-One-1", ...attempt }, used);
/** Wrong passwords one after the other until something other than "bad" is answered. */
const untilLocked = async (attempt: Try) => {
  for (let tries = 1; ; tries++) {
    const result = await wrong(attempt);
    if (result.kind !== "bad") return { tries, result };
  }
};
const counted = (used: SignInParts) => {
  const calls: string[] = [];
  const { hashing } = used;
  const note = (call: string) => void calls.push(call);
  const counting: PasswordHashing = {
    hash(text) {
      note("hash");
      return hashing.hash(text);
    },
    verify(text, hash) {
      note("one password");
      return hashing.verify(text, hash);
    },
    spend(text) {
      note("one password");
      return hashing.spend(text);
    },
  };
  return { calls, parts: { ...used, hashing: counting } };
};

test("a right password opens the account and tells when it was opened before", async () => {
  const { email, id } = await somebody();
  expect(await signIn({ email })).toEqual({ kind: "ok", accountId: id, previousSignInAt: null });
  expect(await signIn({ email: ` ${email.toUpperCase()} ` })).toMatchObject({
    kind: "ok",
    previousSignInAt: expect.any(Date),
  });
});

test.each([
  ["disabled", "disabled"],
  ["locked until reset", "lockedUntilReset"],
  ["temporary", "expired"],
])("an account that is %s says so to a right password alone", async (state, kind) => {
  const { email, id } = await somebody(
    state === "temporary" ? { status: "T" } : state === "disabled" ? {} : { status: "L" },
  );
  if (state === "disabled") await house.pool.query("update account set disabled = true where id = $1", [id]);
  expect(await signIn({ email })).toEqual({ kind });
  expect(await wrong({ email })).toEqual({ kind: "bad" });
});

test("the lock shows on the attempt that reaches the limit, 3 to 6, and names its end 15 minutes on", async () => {
  const { email } = await somebody();
  const { tries, result } = await untilLocked({ email });
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(tries).toBeLessThanOrEqual(6);
  const minutes =
    result.kind === "lockedForTime" ? (result.until.getTime() - house.parts.clock.now().getTime()) / 60_000 : 0;
  expect(minutes).toBeGreaterThan(14.8);
  expect(minutes).toBeLessThanOrEqual(15.1);
  expect(await signIn({ email })).toEqual(result);
  await house.moveClock(15 * 60 + 1);
  expect(await signIn({ email })).toMatchObject({ kind: "ok" });
});

test("the limit is drawn anew for each series, between both bounds", async () => {
  const drawn = new Set<number>();
  for (let series = 0; series < 12; series++) drawn.add((await untilLocked(stranger())).tries);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
  expect(drawn.size).toBeGreaterThan(1);
});

test("a right password begins the count anew", async () => {
  const { email } = await somebody();
  for (let round = 0; round < 4; round++) {
    expect([await wrong({ email }), await wrong({ email })]).toEqual([{ kind: "bad" }, { kind: "bad" }]);
    expect(await signIn({ email })).toMatchObject({ kind: "ok" });
  }
});

test("known and unknown names are refused alike, to the lock and behind it", async () => {
  const known = await untilLocked(await somebody());
  const unknown = await untilLocked(stranger());
  expect(unknown.result.kind).toBe(known.result.kind);
  expect(Object.keys(unknown.result)).toEqual(Object.keys(known.result));
  const rows = await house.pool.query("select key from sign_in_failure where paused_until > app_now()");
  expect(rows.rows.map((row) => row.key).join()).not.toContain("courrier");
});

test("A-058 one count for every spelling of an address", async () => {
  const { email } = await somebody();
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace("p", "P"), email];
  const kinds = [];
  for (const spelling of spellings) kinds.push((await wrong({ email: spelling })).kind);
  expect(kinds).toContain("lockedForTime");
});

test("of 50 wrong passwords at once exactly the limit is answered", async () => {
  const { email } = await somebody();
  const results = await Promise.all(Array.from({ length: 50 }, () => wrong({ email })));
  const bad = results.filter((result) => result.kind === "bad").length;
  const locked = results.filter((result) => result.kind === "lockedForTime").length;
  expect(bad + locked).toBe(50);
  expect(bad).toBeGreaterThanOrEqual(2);
  expect(bad).toBeLessThanOrEqual(5);
  const { rows } = await house.pool.query(
    "select failures, drawn_limit from sign_in_failure where paused_until > app_now() and failures = $1",
    [bad + 1],
  );
  expect(rows[0]).toEqual({ failures: bad + 1, drawn_limit: bad + 1 });
});

test("A-091 20 right passwords at once all open", async () => {
  const { email } = await somebody();
  const results = await Promise.all(Array.from({ length: 20 }, () => signIn({ email })));
  expect(results.every((result) => result.kind === "ok")).toBe(true);
});

test("A-092 after 50 tries of a stranger the owner's browser still opens, and the stranger waits", async () => {
  const { email, id } = await somebody();
  for (let tries = 0; tries < 50; tries++) await wrong({ email });
  expect(await signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  expect(await signIn({ email })).toMatchObject({ kind: "lockedForTime" });
  const { result } = await untilLocked({ email, device: [id, "owner"] });
  expect(result.kind).toBe("lockedForTime");
  expect(await signIn({ email, device: [id, "other browser of the owner"] })).toMatchObject({ kind: "ok" });
});

test("A-089 100 wrong passwords in a row disable the password until reset, and the owner is told once", async () => {
  const { email, id } = await somebody();
  await disable(email);
  expect(await signIn({ email })).toEqual({ kind: "lockedUntilReset" });
  expect(await signIn({ email, device: [id, "owner"] })).toEqual({ kind: "lockedUntilReset" });
  const { rows } = await house.pool.query("select kind, recipient from notification where recipient = $1", [email]);
  expect(rows).toEqual([{ kind: "passwordDisabled", recipient: email }]);
  const nobody = stranger();
  await disable(nobody.email);
  expect(await signIn(nobody)).toEqual({ kind: "lockedUntilReset" });
});

test("A-089 a sign-in of the owner breaks the row of wrong passwords", async () => {
  const { email, id } = await somebody();
  await disable(email, { upTo: 99 });
  expect(await signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  await house.moveClock(16 * 60);
  // The hundredth in all, where a pause may fall; a row that went on would end at a reset.
  expect((await wrong({ email })).kind).not.toBe("lockedUntilReset");
  await house.moveClock(16 * 60);
  expect(await signIn({ email })).toMatchObject({ kind: "ok" });
});

test("the insurer's hand lifts every lock of a name", async () => {
  const { email, id } = await somebody();
  await disable(email);
  await untilLocked({ email, device: [id, "owner"] });
  const lift = () => unlock(house.parts, { brandId: "belair", email, actor: "service:1" });
  expect(await lift()).toEqual({ kind: "unlocked" });
  expect(await signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  expect(await signIn({ email })).toMatchObject({ kind: "ok" });
  expect(await unlock(house.parts, { brandId: "belair", ...stranger(), actor: "service:1" })).toEqual({
    kind: "unknown",
  });
});

test.each([
  ["a wrong password", "Not-The-One-1", ["one password"]],
  ["one character", "x", ["one password"]],
  ["64 characters", "x".repeat(64), ["one password"]],
  ["65 characters", "x".repeat(65), []],
  ["1 kB", "x".repeat(1024), []],
])("A-094 A-095 A-097 %s costs known and unknown names the same hashes", async (_what, text, expected) => {
  const known = counted(parts);
  const unknown = counted(parts);
  const first = await signIn({ ...(await somebody()), password: text }, known.parts);
  const second = await signIn({ ...stranger(), password: text }, unknown.parts);
  expect(first).toEqual(second);
  expect(known.calls).toEqual(expected);
  expect(unknown.calls).toEqual(expected);
});

test("A-094 behind a lock neither a known nor an unknown name costs a hash", async () => {
  for (const name of [await somebody(), stranger()]) {
    await untilLocked(name);
    const { calls, parts: used } = counted(parts);
    expect(await signIn(name, used)).toMatchObject({ kind: "lockedForTime" });
    expect(calls).toEqual([]);
  }
});

test.each(["Grand\u0000Vent-42", "Grand-Vent-42\u0007"])(
  "A-098 a control character is malformed and counts nothing",
  async (text) => {
    const name = await somebody();
    for (let tries = 0; tries < 8; tries++)
      expect(await signIn({ ...name, password: text })).toEqual({ kind: "malformed" });
    expect(await signIn(name)).toMatchObject({ kind: "ok" });
  },
);

test("60 sign-ins a minute from one address, then none until the window rolls on", async () => {
  const narrow = { ...parts, limits: limitStore({ ...house.parts, addressLimitFactor: 1 }) };
  const address = "198.51.100.7";
  for (let count = 0; count < 60; count++)
    expect((await signIn({ ...stranger(), password: "x".repeat(65), address }, narrow)).kind).toBe("malformed");
  const owner = await somebody();
  expect(await signIn({ ...owner, address }, narrow)).toEqual({ kind: "unavailable" });
  await house.moveClock(61);
  expect(await signIn({ ...owner, address }, narrow)).toMatchObject({ kind: "ok" });
});

test("A-088 few tries on many accounts ring an alarm", async () => {
  const { limit } = limits.loginFailuresEverywhere;
  const everyone = { limit: "loginFailuresEverywhere", subject: "everyone" } as const;
  for (let count = 0; count < limit * 2; count++) await parts.limits.take(house.database, everyone);
  await house.moveClock(limits.loginFailuresEverywhere.windowMinutes * 60 + 1);
  house.logged.length = 0;
  for (let count = 0; count < 10; count++) await wrong(stranger());
  expect(house.logged.join()).not.toContain("sign-in.anomaly");
  for (let count = 0; count < limit * 0.8; count++) await parts.limits.take(house.database, everyone);
  for (let count = 0; count < 60 && !house.logged.join().includes("anomaly"); count++) await wrong(stranger());
  expect(house.logged.join()).toContain("sign-in.anomaly");
});

test("a stale hash is made anew at the sign-in that shows the password", async () => {
  const { email, id } = await somebody();
  const bcrypt = await import("@node-rs/bcrypt");
  await house.pool.query("update account set password_hash = $1 where id = $2", [
    await bcrypt.hash(password, { cost: 4 }),
    id,
  ]);
  expect(await signIn({ email })).toMatchObject({ kind: "ok" });
  const { rows } = await house.pool.query("select password_hash from account where id = $1", [id]);
  expect(rows[0].password_hash).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await signIn({ email })).toMatchObject({ kind: "ok" });
});

test("A-194 a sign-in whose audit event cannot be written does not happen", async () => {
  const { email, id } = await somebody();
  const silent = { ...parts, auditor: { record: () => Promise.reject(new Error("no space left")) } };
  await expect(signIn({ email }, silent)).rejects.toThrow("no space left");
  const { rows } = await house.pool.query("select last_sign_in_at from account where id = $1", [id]);
  expect(rows[0].last_sign_in_at).toBeNull();
});

test("every sign-in and refusal is in the audit trail, which is whole", async () => {
  const { email, id } = await somebody();
  await wrong({ email });
  await signIn({ email });
  const { rows } = await house.pool.query("select event, result from audit_event where account_id = $1 order by id", [
    id,
  ]);
  expect(rows).toEqual([
    { event: "sign-in.refused", result: "bad" },
    { event: "sign-in.succeeded", result: "ok" },
  ]);
  expect((await verifyChains(house.database)).kind).toBe("whole");
});

/** So many wrong passwords in a row, with the pauses waited out. */
async function disable(email: string, { upTo = 100 } = {}) {
  for (let counted = 0; counted < upTo; ) {
    const result = await wrong({ email });
    counted += 1;
    if (result.kind === "lockedForTime" && counted < upTo) await house.moveClock(15 * 60 + 1);
    if (result.kind === "lockedUntilReset") expect(counted).toBe(100);
  }
}
