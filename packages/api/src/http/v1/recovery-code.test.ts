import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { endOf, messagesTo, newestReset, newHolder, Recoverer } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  createRegistrationTestApi,
  newPerson,
  otherThan,
  Visitor,
} from "../../../../../test/registration.ts";

const testApi = await openTestApi();
const person = new Recoverer(testApi);

let unknownUsers = 0;
const unknownUser = () => `unknown${++unknownUsers}@courrier.example`;
const mailsTo = async (email: string) => (await messagesTo(testApi, email)).map(({ kind }) => kind);

describe("requesting a password reset", () => {
  test("A-130 answers known and unknown e-mails with the same status, headers and bytes", async () => {
    const { accountEmail } = await newHolder(testApi);
    const shape = async (email: string) => {
      const answer = await testApi.apis[0].request("/api/v1/accounts/reset", {
        method: "POST",
        body: JSON.stringify({ email }),
        headers: { "api-key": "belair", "content-type": "application/json", "x-request-id": "00000000-same" },
      });
      const { id, ...rest } = (await answer.json()) as { id: string };
      return { status: answer.status, headers: [...answer.headers], idLength: id.length, rest };
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
    await person.startReset(accountEmail);
    const [message] = await messagesTo(testApi, accountEmail);
    const link = new URL(message?.facts.link ?? "");
    expect([link.origin, link.pathname]).toEqual(["http://belair.localhost", "/"]);
    expect(link.searchParams.get("token")).toMatch(/^[\w-]{43}$/);
    expect([...link.searchParams.keys()]).toEqual(["token", "language", "province"]);
    expect(message).toMatchObject({ language: "fr", facts: { code: expect.stringMatching(/^\d{6}$/) } });
  });

  test("A-131 sends five messages an hour, ten a day and then one each half hour, with the same answers", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    const flood = async (email: string) => {
      for (let count = 0; count < 8; count++)
        expect(endOf(await person.calls.reset(person.caller, { email }))).toBe("200");
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
    const own = await person.startReset(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    for (let count = 0; count < 5; count++) await person.startReset(accountEmail);
    expect(endOf(await person.validate(own, code))).toBe("200");
  });

  test("limits a client IP with Retry-After", async () => {
    const narrow = await createRegistrationTestApi({ clientIpLimitFactor: 1 });
    const visitor = new Recoverer(narrow);
    for (let count = 0; count < limits.recoveryAddress.limit; count += 5)
      await Promise.all(Array.from({ length: 5 }, () => visitor.startReset(unknownUser())));
    const reply = await visitor.calls.reset(visitor.caller, { email: unknownUser() });
    expect(reply).toMatchObject({ kind: "error", status: 429, error: { errorCode: 1429 } });
    expect(reply.kind === "error" && reply.retryAfterSeconds).toBeGreaterThan(0);
    await narrow.close();
  });
});

describe("a reset code", () => {
  const begun = async (email: string) => ({
    id: await person.startReset(email),
    ...(await newestReset(testApi, email)),
  });

  test("A-007 is accepted once, and keeps its token valid when entered again", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await begun(accountEmail);
    const proof = await person.proven(id, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(proof).toMatchObject({ action: "RESETPWD_LOGIN", email: accountEmail, identityFact: "postalCode" });
    for (let count = 0; count < 5; count++) expect(endOf(await person.validate(id, code))).toBe("400 3005");
    const reply = await person.password(proof.id, { password: "weak", token: proof.token, postalCode: "H2X 1Y4" });
    expect(endOf(reply)).toBe("400 2002");
  });

  test("A-010 is refused in another reset of the same account", async () => {
    const { accountEmail } = await newHolder(testApi);
    const first = await begun(accountEmail);
    let second = await begun(accountEmail);
    while (second.code === first.code) second = await begun(accountEmail);
    expect(endOf(await person.validate(second.id, first.code))).toBe("400 3005");
    expect(endOf(await person.validate(first.id, second.code))).toBe("400 3005");
    expect(endOf(await person.validate(first.id, first.code))).toBe("400 3005");
    expect(endOf(await person.validate(second.id, second.code))).toBe("200");
  });

  test("A-011 is refused in a registration, and a registration code in a reset", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await begun(accountEmail);
    const newcomer = await newPerson(testApi, { cell_phone: null });
    const visitor = await new Visitor(testApi.apis).toCode(newcomer);
    const registrationCode = await codeSentTo(testApi, newcomer.email);
    expect(endOf(await person.validate(id, registrationCode))).toBe("400 3005");
    const reply = await visitor.verify(code);
    expect(reply.kind === "error" && reply.error.error).toBe("INVALID_ACTIVATION_CODE");
  });

  test("A-013 expires after ten minutes on the database clock", async () => {
    const early = await begun((await newHolder(testApi)).accountEmail);
    const late = await begun((await newHolder(testApi)).accountEmail);
    await testApi.moveClock(597);
    expect(endOf(await person.validate(early.id, early.code))).toBe("200");
    await testApi.moveClock(3);
    expect(endOf(await person.validate(late.id, late.code))).toBe("400 3005");
  });

  test("ends the reset after three wrong ones, for known and unknown e-mails, but keeps the link valid", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code, token } = await begun(accountEmail);
    const unknown = await person.startReset(unknownUser());
    for (const reset of [id, unknown]) {
      const ends: string[] = [];
      for (let count = 0; count < 4; count++) ends.push(endOf(await person.validate(reset, otherThan(code))));
      const over = "403 3002 login-difficulties";
      expect(ends).toEqual(["400 3005", "400 3005", over, over]);
    }
    expect(endOf(await person.validate(id, code))).toBe("403 3002 login-difficulties");
    expect(endOf(await person.password(id, { password: "x", token, postalCode: "H2X 1Y4" }))).toBe("400 2002");
  });

  describe("after the third wrong one", () => {
    /** Returns what the refusal says about a new code, with the minutes until the lockout ends. */
    const afterWrongCodes = async (id: string) => {
      for (let count = 0; count < 2; count++) await person.validate(id, "000000");
      const reply = await person.validate(id, "000000");
      if (reply.kind !== "error" || reply.error.roadblock !== "login-difficulties") throw new Error("not refused");
      const { newCode, until } = reply.error;
      const { rows } = await testApi.pool.query("select extract(epoch from $1::timestamptz - app_now()) / 60 as left", [
        until ?? null,
      ]);
      return { newCode, minutes: until && Math.round(Number(rows[0].left)) };
    };
    const addresses = async () => [(await newHolder(testApi)).accountEmail, unknownUser()];

    test("the response offers a new code, which works, for known and unknown e-mails", async () => {
      for (const email of await addresses()) {
        expect(await afterWrongCodes(await person.startReset(email))).toEqual({ newCode: true, minutes: undefined });
        await person.startReset(email);
        expect(await mailsTo(email)).toHaveLength(2);
      }
      const { accountEmail } = await newHolder(testApi);
      await afterWrongCodes(await person.startReset(accountEmail));
      const { id, code } = await begun(accountEmail);
      expect(endOf(await person.validate(id, code))).toBe("200");
    });

    test("the response gives the time of the next message when the message limit is reached", async () => {
      for (const email of await addresses()) {
        for (let count = 0; count < 4; count++) await person.startReset(email);
        expect(await afterWrongCodes(await person.startReset(email))).toEqual({ newCode: undefined, minutes: 30 });
        await testApi.moveClock(1801);
        const before = (await mailsTo(email)).length;
        await person.startReset(email);
        expect(await mailsTo(email)).toHaveLength(before + 1);
      }
    });

    test("the response gives that time when the message was not sent, too", async () => {
      const ends: unknown[] = [];
      for (const email of await addresses()) {
        for (let count = 0; count < 5; count++) await person.startReset(email);
        ends.push(await afterWrongCodes(await person.startReset(email)));
      }
      expect(ends).toEqual(Array(2).fill({ newCode: undefined, minutes: 30 }));
    });

    test("A-005 the response gives the end of the daily lockout after the day's last wrong code", async () => {
      for (const email of await addresses()) {
        for (let reset = 0; reset < 4; reset++) {
          const id = await person.startReset(email);
          const tries = reset === 3 ? 1 : 2;
          for (let count = 0; count < tries; count++) await person.validate(id, "000000");
        }
        expect((await afterWrongCodes(await person.startReset(email))).minutes).toBeGreaterThan(22 * 60);
      }
    });

    test("the response stays the same when another code is entered or requested", async () => {
      const id = await person.startReset((await newHolder(testApi)).accountEmail);
      await afterWrongCodes(id);
      for (const reply of [await person.validate(id, "000000"), await person.sendAgain(id)])
        expect(reply).toMatchObject({ status: 403, error: { roadblock: "login-difficulties", newCode: true } });
    });
  });

  test("A-005 locks out after ten wrong ones a day in all resets, for known and unknown e-mails, but keeps the link valid", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    for (const email of [accountEmail, unknown]) {
      const ends: string[] = [];
      for (let reset = 0; reset < 5; reset++) {
        const id = await person.startReset(email);
        const code = email === unknown ? "000000" : (await newestReset(testApi, email)).code;
        for (let count = 0; count < 2; count++) ends.push(endOf(await person.validate(id, otherThan(code))));
      }
      expect(ends).toEqual([...Array(9).fill("400 3005"), "403 3002 login-difficulties"]);
    }
    await testApi.moveClock(3601);
    const { id, code, token } = await begun(accountEmail);
    const reply = await person.validate(id, code);
    expect(endOf(reply)).toBe("403 3002 login-difficulties");
    expect(reply.kind === "error" && Date.parse(reply.error.until ?? "")).toBeGreaterThan(Date.now() + 22 * 3_600_000);
    const password = await person.password(id, { password: "weak", token, postalCode: "H2X 1Y4" });
    expect(endOf(password)).toBe("400 2002");
  });

  test.each([
    ["12345", "incomplete"],
    ["12345a", "incomplete"],
    ["", "required"],
    ["١٢٣٤٥٦", "incomplete"],
  ])("is not counted as an attempt when malformed: %o", async (typed, key) => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await begun(accountEmail);
    for (let count = 0; count < 4; count++) {
      const reply = await person.validate(id, typed);
      expect(reply).toMatchObject({ status: 400, error: { errorCode: 1000, fields: { validationValue: key } } });
    }
    expect(endOf(await person.validate(id, code))).toBe("200");
  });

  test("A-121 is refused once the contacts on file have changed", async () => {
    const { accountEmail, rowId } = await newHolder(testApi);
    const { id, code } = await begun(accountEmail);
    await testApi.pool.query("update book_row set email = 'another@courrier.example' where id = $1", [rowId]);
    expect(endOf(await person.validate(id, code))).toBe("400 3005");
  });

  test("gets 404 after an hour, or with an id of another flow or brand", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await begun(accountEmail);
    expect(endOf(await person.validate(await person.found(accountEmail), code))).toBe("404 1404");
    expect(endOf(await person.validate("nothing", code))).toBe("404 1404");
    const elsewhere = { ...person.caller, apiKey: "intact" };
    expect(endOf(await person.calls.validate(elsewhere, id, { validationValue: code }))).toBe("404 1404");
    await testApi.moveClock(3600);
    expect(endOf(await person.validate(id, code))).toBe("404 1404");
  });
});

describe("requesting another reset code", () => {
  test("sends four more and then returns the roadblock, for known and unknown e-mails", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    for (const email of [accountEmail, unknown]) {
      const id = await person.startReset(email);
      const ends: string[] = [];
      for (let count = 0; count < 5; count++) ends.push(endOf(await person.sendAgain(id)));
      expect(ends).toEqual(["200", "200", "200", "200", "403 3002 resend-reset-password"]);
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
    expect(endOf(await set(proof.token))).toBe("404 1404");
    expect(endOf(await set(before.token))).toBe("403 3004 token-expired");
    expect(endOf(await set(after.token))).toBe("400 2002");
    expect(endOf(await person.validate(id, after.code))).toBe("200");
  });

  test("starts a reset with the id of a found account, and answers a decoy alike", async () => {
    const { accountEmail } = await newHolder(testApi);
    for (const email of [accountEmail, unknownUser()])
      expect(endOf(await person.sendAgain(await person.found(email)))).toBe("200");
    expect(await mailsTo(accountEmail)).toEqual(["passwordReset"]);
  });
});
