import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { setPassword } from "../../accounts/account-change.store.ts";
import { verifyAuditTrail } from "../../audit/audit-verification.store.ts";
import { hashingPool } from "../../passwords/hashing-pool.adapter.ts";
import { createSignInTestApi, testPassword } from "./test/sign-in-test-api.ts";
import { unlock } from "./unlock.ts";

const testApi = closeAfterTests(await createSignInTestApi());

test("signs in with the correct password and returns the time of the previous sign-in", async () => {
  const { email, id } = await testApi.createAccount();
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok", accountId: id, previousSignInAt: null });
  expect(await testApi.signIn({ email: ` ${email.toUpperCase()} ` })).toMatchObject({
    kind: "ok",
    previousSignInAt: expect.any(Date),
  });
});

test("returns the count and the latest time of failed attempts once, at the next sign-in", async () => {
  const { email } = await testApi.createAccount();
  for (let tries = 0; tries < 2; tries++) await testApi.wrong({ email });
  const latest = await testApi.pool.query("select max(touched_at) as at from sign_in_failure where consecutive = 2");
  expect(await testApi.signIn({ email })).toMatchObject({ failedSignIns: { count: 2, latestAt: latest.rows[0].at } });
  expect(await testApi.signIn({ email })).not.toHaveProperty("failedSignIns");
});

test("includes failed attempts from other browsers when a trusted device signs in", async () => {
  const { email, id } = await testApi.createAccount();
  const device: [string, string] = [id, "owner"];
  for (let tries = 0; tries < 2; tries++) await testApi.wrong({ email });
  await testApi.wrong({ email, device });
  expect(await testApi.signIn({ email, device })).toMatchObject({ failedSignIns: { count: 3 } });
  expect(await testApi.signIn({ email, device })).not.toHaveProperty("failedSignIns");
  expect(await testApi.signIn({ email })).not.toHaveProperty("failedSignIns");
});

test("does not count attempts made while the name is locked", async () => {
  const { email } = await testApi.createAccount();
  const { tries } = await testApi.untilLocked({ email });
  for (let more = 0; more < 5; more++) await testApi.wrong({ email });
  await testApi.moveClock(15 * 60 + 1);
  expect(await testApi.signIn({ email })).toMatchObject({ failedSignIns: { count: tries } });
});

test.each([
  ["disabled", {}, "disabled"],
  ["locked until reset", { status: "L" }, "lockedUntilReset"],
  ["temporary", { status: "T" }, "expired"],
] as const)("reports an account that is %s only with the correct password", async (state, account, kind) => {
  const { email, id } = await testApi.createAccount(account);
  if (state === "disabled") await testApi.pool.query("update account set disabled = true where id = $1", [id]);
  expect(await testApi.signIn({ email })).toEqual({ kind });
  expect(await testApi.wrong({ email })).toEqual({ kind: "invalidCredentials" });
});

test("locks the name for 15 minutes on the attempt that reaches the limit of 3 to 6", async () => {
  const { email } = await testApi.createAccount();
  const minutesFromNow = (minutes: number) => testApi.deps.clock.now().getTime() + minutes * 60_000;
  const earliest = minutesFromNow(14.9);
  const { tries, result } = await testApi.untilLocked({ email });
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(tries).toBeLessThanOrEqual(6);
  const until = result.kind === "lockedOut" ? result.until.getTime() : 0;
  expect(until).toBeGreaterThan(earliest);
  expect(until).toBeLessThan(minutesFromNow(15.1));
  expect(await testApi.signIn({ email })).toEqual(result);
  await testApi.moveClock(15 * 60 + 1);
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok" });
});

test("draws a new limit between both bounds for each series", async () => {
  const drawn = new Set<number>();
  for (let series = 0; series < 12; series++) drawn.add((await testApi.untilLocked(testApi.unknownUser())).tries);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
  expect(drawn.size).toBeGreaterThan(1);
});

test("resets the failure count after the correct password", async () => {
  const { email } = await testApi.createAccount();
  for (let round = 0; round < 4; round++) {
    expect([await testApi.wrong({ email }), await testApi.wrong({ email })]).toEqual([
      { kind: "invalidCredentials" },
      { kind: "invalidCredentials" },
    ]);
    expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok" });
  }
});

test("refuses known and unknown names alike before and during the lock", async () => {
  const known = await testApi.untilLocked(await testApi.createAccount());
  const unknown = await testApi.untilLocked(testApi.unknownUser());
  expect(unknown.result.kind).toBe(known.result.kind);
  expect(Object.keys(unknown.result)).toEqual(Object.keys(known.result));
  const rows = await testApi.pool.query("select key from sign_in_failure where locked_until > app_now()");
  expect(rows.rows.map((row) => row.key).join()).not.toContain("courrier");
});

test("A-058 counts every spelling of an e-mail together", async () => {
  const { email } = await testApi.createAccount();
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace("p", "P"), email];
  const kinds = [];
  for (const spelling of spellings) kinds.push((await testApi.wrong({ email: spelling })).kind);
  expect(kinds).toContain("lockedOut");
});

test("rejects exactly the limit when 50 wrong passwords arrive at once", async () => {
  const { email } = await testApi.createAccount();
  const results = await Promise.all(Array.from({ length: 50 }, () => testApi.wrong({ email })));
  const bad = results.filter((result) => result.kind === "invalidCredentials").length;
  const locked = results.filter((result) => result.kind === "lockedOut").length;
  expect(bad + locked).toBe(50);
  expect(bad).toBeGreaterThanOrEqual(2);
  expect(bad).toBeLessThanOrEqual(5);
  const { rows } = await testApi.pool.query(
    "select failures, randomized_limit from sign_in_failure where locked_until > app_now() and failures = $1",
    [bad + 1],
  );
  expect(rows[0]).toEqual({ failures: bad + 1, randomized_limit: bad + 1 });
});

test("A-091 accepts 20 right passwords at once", async () => {
  const { email } = await testApi.createAccount();
  const results = await Promise.all(Array.from({ length: 20 }, () => testApi.signIn({ email })));
  expect(results.every((result) => result.kind === "ok")).toBe(true);
});

test("A-092 signs in on a trusted device after 50 failures elsewhere, while other browsers stay locked out", async () => {
  const { email, id } = await testApi.createAccount();
  for (let tries = 0; tries < 50; tries++) await testApi.wrong({ email });
  expect(await testApi.signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "lockedOut" });
  const { result } = await testApi.untilLocked({ email, device: [id, "owner"] });
  expect(result.kind).toBe("lockedOut");
  expect(await testApi.signIn({ email, device: [id, "other browser of the owner"] })).toMatchObject({ kind: "ok" });
});

test("A-089 disables the password after 100 consecutive failures and notifies the owner once", async () => {
  const { email, id } = await testApi.createAccount();
  await disable(email);
  expect(await testApi.signIn({ email })).toEqual({ kind: "lockedUntilReset" });
  expect(await testApi.signIn({ email, device: [id, "owner"] })).toEqual({ kind: "lockedUntilReset" });
  const { rows } = await testApi.pool.query("select kind, recipient, facts from notification where recipient = $1", [
    email,
  ]);
  expect(rows).toEqual([
    {
      kind: "passwordDisabled",
      recipient: email,
      facts: { origin: expect.any(String), province: expect.any(String), browser: "firefox" },
    },
  ]);
  const unknownUser = testApi.unknownUser();
  await disable(unknownUser.email);
  expect(await testApi.signIn(unknownUser)).toEqual({ kind: "lockedUntilReset" });
});

test("A-089 resets the consecutive-failure count when the owner signs in", async () => {
  const { email, id } = await testApi.createAccount();
  await disable(email, { upTo: 99 });
  expect(await testApi.signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  await testApi.moveClock(16 * 60);
  // Would be the hundredth without the reset; it may also reach the temporary lock of this series.
  expect((await testApi.wrong({ email })).kind).not.toBe("lockedUntilReset");
  await testApi.moveClock(16 * 60);
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok" });
});

test("removes every lock of a name for an insurer's system", async () => {
  const { email, id } = await testApi.createAccount();
  await disable(email);
  await testApi.untilLocked({ email, device: [id, "owner"] });
  const lift = () => unlock(testApi.deps, { brandId: "belair", email, actor: "service:1" });
  expect(await lift()).toEqual({ kind: "unlocked" });
  expect(await testApi.signIn({ email, device: [id, "owner"] })).toMatchObject({ kind: "ok" });
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok" });
  expect(await unlock(testApi.deps, { brandId: "belair", ...testApi.unknownUser(), actor: "service:1" })).toEqual({
    kind: "unknown",
  });
});

test("rehashes an outdated hash at sign-in", async () => {
  const { email, id } = await testApi.createAccount();
  const bcrypt = await import("@node-rs/bcrypt");
  await testApi.pool.query("update account set password_hash = $1 where id = $2", [
    await bcrypt.hash(testPassword, { cost: 4 }),
    id,
  ]);
  expect(await testApi.signIn({ email }, { ...testApi.signInDeps, hashing: hashingPool() })).toMatchObject({
    kind: "ok",
  });
  const { rows } = await testApi.pool.query("select password_hash from account where id = $1", [id]);
  expect(rows[0].password_hash).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok" });
});

test("refuses a password that was changed while it was verified", async () => {
  const { email, id } = await testApi.createAccount();
  // Two changes within the same two milliseconds count as one.
  await testApi.moveClock(1);
  const { hashing } = testApi.signInDeps;
  const verify: typeof hashing.verify = async (...typed) => {
    const verdict = await hashing.verify(...typed);
    const passwordHash = await hashing.hash("Autre-Vent-43");
    await testApi.database.transaction().execute((trx) => setPassword(trx, { accountId: id, passwordHash }));
    return verdict;
  };
  const changing = { ...testApi.signInDeps, hashing: { ...hashing, verify } };
  expect(await testApi.signIn({ email }, changing)).toEqual({ kind: "invalidCredentials" });
});

test("A-194 fails the sign-in when its audit event cannot be written", async () => {
  const { email, id } = await testApi.createAccount();
  await testApi.wrong({ email });
  await testApi.pool.query(
    "alter table audit_event add constraint broken check (event <> 'sign-in.succeeded') not valid",
  );
  await expect(testApi.signIn({ email })).rejects.toThrow("broken");
  await testApi.pool.query("alter table audit_event drop constraint broken");
  const { rows } = await testApi.pool.query(
    `select last_sign_in_at, (select count(*)::int from gateway_session where account_id = account.id) as sessions
    from account where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ last_sign_in_at: null, sessions: 0 }]);
  expect(await testApi.signIn({ email })).toMatchObject({ kind: "ok", failedSignIns: { count: 1 } });
});

test("records every sign-in and refusal in an intact audit trail", async () => {
  const { email, id } = await testApi.createAccount();
  await testApi.wrong({ email });
  await testApi.signIn({ email });
  const { rows } = await testApi.pool.query("select event, result from audit_event where account_id = $1 order by id", [
    id,
  ]);
  expect(rows).toEqual([
    { event: "sign-in.refused", result: "bad" },
    { event: "sign-in.succeeded", result: "ok" },
  ]);
  expect((await verifyAuditTrail(testApi.database, testApi.deps.keys.audit)).kind).toBe("whole");
});

/** Makes `upTo` consecutive wrong attempts: places all but two in the database, then waits out each temporary lock. */
async function disable(email: string, { upTo = 100 } = {}) {
  await testApi.wrong({ email });
  await testApi.pool.query(
    "update sign_in_failure set consecutive = $1 where touched_at = (select max(touched_at) from sign_in_failure)",
    [upTo - 2],
  );
  for (let counted = upTo - 1; counted <= upTo; counted++) {
    const result = await testApi.wrong({ email, browser: "firefox" });
    if (result.kind === "lockedOut" && counted < upTo) await testApi.moveClock(15 * 60 + 1);
    expect(result.kind === "lockedUntilReset").toBe(counted === 100);
  }
}
