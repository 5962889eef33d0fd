import { keyedHash } from "@vestibule/api/platform/keyed-hash.adapter.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { describe, expect, test } from "vitest";
import { fillFor } from "../../../../../test/puzzle.ts";
import {
  codeSentTo,
  createRegistrationTestApi,
  guessUntilLocked,
  newPerson,
  otherThan,
  Visitor,
} from "../../../../../test/registration.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor } = await openRegistrationTest();

describe("a one-time code", () => {
  test("has the same end in its message as on the page, in the page's time zone", async () => {
    const person = await newPerson(testApi, { province: "ns", cell_phone: null });
    const visitor = await new Visitor(testApi.apis, { province: "qc" }).toCode(person);
    const { facts } = await testApi.database
      .selectFrom("notification")
      .select("facts")
      .where("recipient", "=", person.email)
      .executeTakeFirstOrThrow();
    const page = await visitor.call("page");
    const sentAt = page.kind === "ok" ? (page.data.sentAt ?? "") : "";
    const codeEndsAt = new Date(Date.parse(sentAt) + ttl.oneTimeCodeMinutes * 60_000).toISOString();
    expect(facts).toMatchObject({ clockProvince: "qc", province: "ns", codeEndsAt });
  });

  test("A-001 is refused after the session's limit of wrong ones, even the correct one, with one audit event", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    const { attempts, result } = await guessUntilLocked(visitor, otherThan(code));
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect(attempts).toBeLessThanOrEqual(6);
    expect(result).toMatchObject({ status: 403, error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION" } });
    expect(result.kind === "error" && result.error.until).toBeUndefined();
    expect(await visitor.verify(code)).toMatchObject({ kind: "error" });
    const locked = await testApi.database
      .selectFrom("audit_event")
      .select("id")
      .where("event", "=", "code.locked")
      .where("journey_id", "=", visitor.claims().sid)
      .execute();
    expect(locked).toHaveLength(1);
  });

  test("A-001 has a limit of wrong ones randomized for each session, from 3 to 6", async () => {
    const drawn = new Set<number>();
    for (let turn = 0; turn < 60 && drawn.size < 4; turn++) {
      const visitor = await createVisitor().start();
      const { state } = await testApi.database
        .selectFrom("registration_attempt")
        .select("state")
        .where("id", "=", visitor.claims().sid)
        .executeTakeFirstOrThrow();
      drawn.add((state as { wrongCodeLimit: number }).wrongCodeLimit);
    }
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });

  test("A-002 does not reset the count of wrong ones when resent", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    let attempts = 0;
    for (let result = await visitor.verify("000000"); ; result = await visitor.verify("000000")) {
      attempts += 1;
      if (result.kind === "error" && result.error.error === "EXCEEDED_RETRIES_CODE_ACTIVATION") break;
      await testApi.moveClock(31);
      if (attempts <= 3) expect(await visitor.call("resend")).toMatchObject({ kind: "ok" });
    }
    expect(attempts).toBeLessThanOrEqual(6);
  });

  test("A-004 A-005 is limited to ten wrong ones a day per person, over sessions, client IPs and channels", async () => {
    const person = await newPerson(testApi, { pin: "AB12CD34" });
    let attempts = 0;
    let last: Awaited<ReturnType<Visitor["verify"]>> | undefined;
    const channels = ["SMS", "EMAIL", "PIN"] as const;
    for (let turn = 0; turn < 8 && attempts < 10; turn++) {
      const option = channels[turn % 3] ?? "SMS";
      const visitor = new Visitor(testApi.apis, { clientIp: `198.51.100.${turn + 1}` });
      await visitor.toCode(person, { option });
      const right = option === "EMAIL" ? person.email : person.cellPhone;
      const wrong = option === "PIN" ? "ZZ99ZZ99" : otherThan(await codeSentTo(testApi, right));
      const locked = await guessUntilLocked(visitor, wrong);
      attempts += locked.attempts;
      last = locked.result;
    }
    expect(attempts).toBe(10);
    expect(last).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until: expect.any(String) },
    });
    const until = Date.parse(last?.kind === "error" ? (last.error.until ?? "") : "");
    const { rows } = await testApi.pool.query("select app_now() as now");
    expect(until - rows[0].now.getTime()).toBeGreaterThan(23 * 3_600_000);

    const later = createVisitor();
    await later.start("policyHolder");
    expect(await later.call("identify", { email: person.email })).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until: expect.any(String) },
    });
    await testApi.moveClock(24 * 3600);
    expect(await (await createVisitor().toCode(person)).call("page")).toMatchObject({ data: { page: "VERIFY_CODE" } });
  });

  test("A-004 refunds only its own attempt when right", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    await visitor.verify(otherThan(await codeSentTo(testApi, person.email)));
    await visitor.verify(await codeSentTo(testApi, person.email));
    expect(visitor.page()).toBe("CREATE");
    const identity = ["limit", "wrongCodeIdentity", `belair|${person.personKey}|${person.email}`];
    const key = keyedHash(testApi.deps.keys.lookupHash, identity);
    const { rows } = await testApi.pool.query("select cardinality(hits) as count from limit_window where key = $1", [
      key,
    ]);
    expect(rows[0].count).toBe(1);
  });

  test("A-029 keeps a person's count after many others failed", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    let attempts = 0;
    for (let visitor = await createVisitor().toCode(person); visitor.page() === "VERIFY_CODE"; ) {
      attempts += (await guessUntilLocked(visitor, otherThan(await codeSentTo(testApi, person.email)))).attempts;
      await testApi.pool.query(`insert into limit_window (key, hits, touched_at)
        select gen_random_uuid(), array[app_now()], app_now() from generate_series(1, 20000)`);
      visitor = await createVisitor().toCode(person);
    }
    expect(attempts).toBe(10);
  });

  test("A-007 is accepted once, and gets WRONG_STEP the second time", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    await visitor.verify(code);
    expect(await visitor.verify(code)).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
    expect(visitor.page()).toBe("CREATE");
  });

  test("A-010 is refused in another session of the same person", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    const other = await createVisitor().toCode(person);
    expect(await codeSentTo(testApi, person.email)).not.toBe(code);
    expect(await other.verify(code)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });

  test("A-013 is accepted at 9:59 and refused at 10:00 of the database's clock", async () => {
    for (const [seconds, kind] of [
      [599, "ok"],
      [600, "error"],
    ] as const) {
      const person = await newPerson(testApi, { cell_phone: null });
      const visitor = await createVisitor().toCode(person);
      const code = await codeSentTo(testApi, person.email);
      await testApi.pool.query(
        "update one_time_code set sent_at = sent_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second' where session_id = $2",
        [seconds, visitor.claims().sid],
      );
      expect((await visitor.verify(code)).kind).toBe(kind);
    }
  });

  test("A-014 is checked at most six times in a thousand guesses", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    let attempts = 0;
    for (let turn = 0; turn < 1000; turn++) {
      const result = await visitor.verify(String((Number(code) + 1 + turn) % 1_000_000).padStart(6, "0"));
      if (result.kind === "error" && result.error.error === "INVALID_ACTIVATION_CODE") attempts += 1;
    }
    expect(attempts).toBeLessThan(6);
  });

  test.each([
    ["five digits", "12345"],
    ["seven digits", "1234567"],
    ["full-width digits", "１２３４５６"],
    ["a sign", "+12345"],
    ["a number", 123456],
    ["an array", ["123456"]],
    ["an object", { $ne: "" }],
    ["null", null],
    ["nothing", undefined],
  ])("A-017 is refused at its field without an attempt when it is %s", async (_, securityCode) => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    for (let turn = 0; turn < 8; turn++)
      expect(await visitor.call("verify", { securityCode: securityCode as string })).toMatchObject({
        status: 400,
        error: { error: "INVALID_REQUEST", fields: { securityCode: expect.any(String) } },
      });
    expect(await visitor.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok" });
  });

  test("A-017 counts for the client IP's limit even when malformed", async () => {
    const strict = await createRegistrationTestApi({ clientIpLimitFactor: 1 });
    const person = await newPerson(strict, { cell_phone: null });
    const clientIp = "192.0.2.77";
    const visitor = await new Visitor(strict.apis, { clientIp }).toCode(person);
    await fillFor(strict, clientIp, "verifyClientIp", 298 / 300);
    for (let turn = 0; turn < 2; turn++) expect(await visitor.verify("12345")).toMatchObject({ status: 400 });
    expect(await visitor.verify("12345")).toMatchObject({
      status: 429,
      error: { error: "TOO_MANY_REQUESTS" },
      retryAfterSeconds: expect.any(Number),
    });
    await strict.close();
  });

  test("is accepted with a space in the middle", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    expect(await visitor.verify(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ kind: "ok" });
  });

  test("A-028 is not checked in a request with unknown fields", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    for (let turn = 0; turn < 8; turn++)
      expect(
        await visitor.call("verify", { securityCode: "000000", email: `x${turn}@y.example` } as never),
      ).toMatchObject({ error: { error: "INVALID_REQUEST", fields: { email: "unknown" } } });
    expect(await visitor.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok" });
  });

  test("is stored as a keyed hash only", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const code = await codeSentTo(testApi, person.email);
    const { rows } = await testApi.pool.query(
      "select to_jsonb(c)::text as kept from one_time_code c where session_id = $1",
      [visitor.claims().sid],
    );
    expect(rows[0].kept).not.toContain(code);
  });
});
