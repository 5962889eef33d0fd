import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { messagesTo, newestReset, newHolder, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import { createRegistrationTestApi } from "../../../../../test/registration.ts";
import { openRecoveryTest } from "./test/recovery.ts";

const { mailsTo, person, testApi, unknownUser } = await openRecoveryTest();

describe("requesting a password reset", () => {
  test("A-130 answers known and unknown e-mails with the same status, headers and bytes", async () => {
    const { accountEmail } = await newHolder(testApi);
    const shape = async (email: string) => {
      const response = await testApi.apis[0].request("/api/v1/accounts/reset", {
        method: "POST",
        body: JSON.stringify({ email }),
        headers: { "api-key": "belair", "content-type": "application/json", "x-request-id": "00000000-same" },
      });
      const { id, ...rest } = (await response.json()) as { id: string };
      return { status: response.status, headers: [...response.headers], idLength: id.length, rest };
    };
    const known = await shape(accountEmail);
    expect(known).toMatchObject({ status: 200, idLength: 60, rest: {} });
    expect(await shape(unknownUser())).toEqual(known);
  });

  test("sends a message with its end in the time zone of the requesting page, and a link that opens that page", async () => {
    const { accountEmail } = await newHolder(testApi, { province: "ns" });
    await person.startReset(accountEmail);
    const [mail] = await messagesTo(testApi, accountEmail);
    expect(mail?.facts).toMatchObject({
      province: "ns",
      clockProvince: "qc",
      link: expect.stringContaining("province=qc"),
    });
  });

  test("A-130 adds the same rows for known and unknown e-mails, and sends one message to each", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    const rows = async () => {
      const tables = ["recovery", "one_time_code", "link", "notification", "audit_event", "limit_window"];
      const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
      return (await testApi.pool.query(`select ${counts}`)).rows[0] as Record<string, number>;
    };
    const added = async (email: string) => {
      const before = await rows();
      await person.startReset(email);
      return Object.entries(await rows()).map(([table, count]) => [table, count - (before[table] ?? 0)]);
    };
    // The first request creates counter rows that all later ones share.
    await person.startReset(unknownUser());
    const byName = (entries: unknown[][]) => Object.fromEntries(entries.filter(([table]) => table !== "limit_window"));
    expect(byName(await added(accountEmail))).toEqual(byName(await added(unknown)));
    expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
    expect(await mailsTo(unknown)).toEqual(["noAccount"]);
  });

  test("A-116 links to the requesting portal in the current language", async () => {
    const { accountEmail } = await newHolder(testApi);
    const headers = { ...person.caller.headers, "x-vestibule-origin": "http://belair.localhost" };
    await person.calls.reset({ ...person.caller, headers }, { email: accountEmail });
    const [message] = await messagesTo(testApi, accountEmail);
    const link = new URL(message?.facts.link ?? "");
    expect([link.origin, link.pathname]).toEqual(["http://belair.localhost", "/"]);
    expect(link.searchParams.get("token")).toMatch(/^[\w-]{43}$/);
    expect([...link.searchParams.keys()]).toEqual(["token", "language", "province"]);
    expect(message).toMatchObject({ language: "fr", facts: { code: expect.stringMatching(/^\d{6}$/) } });
  });

  test("names the browser that asked in the message, to an e-mail with an account and to one without", async () => {
    const { accountEmail } = await newHolder(testApi);
    const headers = { ...person.caller.headers, "user-agent": "Firefox/140.0" };
    for (const email of [accountEmail, unknownUser()]) {
      await person.calls.reset({ ...person.caller, headers }, { email });
      expect(await messagesTo(testApi, email)).toMatchObject([{ facts: { browser: "firefox" } }]);
    }
  });

  test("A-131 sends five messages an hour, ten a day and then one each half hour, with the same answers", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    const flood = async (email: string) => {
      for (let count = 0; count < 8; count++)
        expect(summaryOf(await person.calls.reset(person.caller, { email }))).toBe("200");
    };
    for (const email of [accountEmail, unknown]) await flood(email);
    expect([(await mailsTo(accountEmail)).length, (await mailsTo(unknown)).length]).toEqual([5, 5]);
    await testApi.moveClock(3601);
    await flood(accountEmail);
    await testApi.moveClock(3601);
    await flood(accountEmail);
    expect(await mailsTo(accountEmail)).toHaveLength(11);
  });

  test("A-131 keeps the last code valid when a further message is not sent", async () => {
    const { accountEmail } = await newHolder(testApi);
    for (let count = 0; count < 4; count++) await person.startReset(accountEmail);
    const resetId = await person.startReset(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    for (let count = 0; count < 5; count++) await person.startReset(accountEmail);
    expect(summaryOf(await person.validate(resetId, code))).toBe("200");
  });

  test("limits a client IP with Retry-After", async () => {
    const narrow = await createRegistrationTestApi({ clientIpLimitFactor: 1 });
    const visitor = new Recoverer(narrow);
    for (let count = 0; count < limits.recoveryClientIp.limit; count += 5)
      await Promise.all(Array.from({ length: 5 }, () => visitor.startReset(unknownUser())));
    const result = await visitor.calls.reset(visitor.caller, { email: unknownUser() });
    expect(result).toMatchObject({ kind: "error", status: 429, error: { errorCode: 1429 } });
    expect(result.kind === "error" && result.retryAfterSeconds).toBeGreaterThan(0);
    await narrow.close();
  });
});

describe("requesting another reset code", () => {
  test("sends four more and then returns the roadblock, for known and unknown e-mails", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    for (const email of [accountEmail, unknown]) {
      const id = await person.startReset(email);
      const results: string[] = [];
      for (let count = 0; count < 5; count++) results.push(summaryOf(await person.sendAgain(id)));
      expect(results).toEqual(["200", "200", "200", "200", "403 3002 resend-reset-password"]);
      expect(await mailsTo(email)).toHaveLength(5);
    }
  });

  test("issues a new code and link, and revokes the previous ones and their token", async () => {
    const { accountEmail } = await newHolder(testApi);
    const id = await person.startReset(accountEmail);
    const before = await newestReset(testApi, accountEmail);
    const proof = await person.proven(id, before.code);
    await person.sendAgain(id);
    const after = await newestReset(testApi, accountEmail);
    const postalCode = "H2X 1Y4";
    const set = (token: string) => person.password(id, { password: "weak", token, postalCode });
    expect(summaryOf(await set(proof.token))).toBe("404 1404");
    expect(summaryOf(await set(before.token))).toBe("403 3004 token-expired");
    expect(summaryOf(await set(after.token))).toBe("400 2002");
    expect(summaryOf(await person.validate(id, after.code))).toBe("200");
  });

  test("starts a reset with the id of a found account, and answers a decoy alike", async () => {
    const { accountEmail } = await newHolder(testApi);
    for (const email of [accountEmail, unknownUser()])
      expect(summaryOf(await person.sendAgain(await person.found(email)))).toBe("200");
    expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
  });
});
