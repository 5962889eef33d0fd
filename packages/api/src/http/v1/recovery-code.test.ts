import { describe, expect, test } from "vitest";
import { newestReset, newHolder, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan, Visitor } from "../../../../../test/registration.ts";
import { buildApi } from "../../build-api.ts";
import { openRecoveryTest } from "./test/recovery.ts";

const { mailsTo, person, testApi, unknownUser } = await openRecoveryTest();

describe("a reset code", () => {
  const startReset = async (email: string) => ({
    id: await person.startReset(email),
    ...(await newestReset(testApi, email)),
  });

  test("A-007 is accepted once, and keeps its token valid when entered again", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    const proof = await person.proven(id, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(proof).toMatchObject({ action: "RESETPWD_LOGIN", email: accountEmail, identityFact: "postalCode" });
    for (let count = 0; count < 5; count++) expect(summaryOf(await person.validate(id, code))).toBe("400 3005");
    const result = await person.password(proof.id, { password: "weak", token: proof.token, postalCode: "H2X 1Y4" });
    expect(summaryOf(result)).toBe("400 2002");
  });

  test("stays counted when the transaction that compared it is rolled back", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    const record = () => Promise.reject(new Error("the audit trail is full"));
    const failing = buildApi({ ...testApi.deps, auditor: { ...testApi.deps.auditor, record } });
    const app = new Recoverer({ apis: [failing, failing] });
    for (let count = 0; count < 10; count++)
      expect(summaryOf(await app.validate(id, otherThan(code)))).toBe("connectionFailed");
    expect(summaryOf(await person.validate(id, code))).toBe("403 3002 login-difficulties");
    const { rows } = await testApi.pool.query("select done_at from recovery where account_id = $1", [accountId]);
    expect(rows).toEqual([{ done_at: null }]);
  });

  test("A-010 is refused in another reset of the same account", async () => {
    const { accountEmail } = await newHolder(testApi);
    const first = await startReset(accountEmail);
    let second = await startReset(accountEmail);
    while (second.code === first.code) second = await startReset(accountEmail);
    expect(summaryOf(await person.validate(second.id, first.code))).toBe("400 3005");
    expect(summaryOf(await person.validate(first.id, second.code))).toBe("400 3005");
    expect(summaryOf(await person.validate(first.id, first.code))).toBe("400 3005");
    expect(summaryOf(await person.validate(second.id, second.code))).toBe("200");
  });

  test("A-011 is refused in a registration, and a registration code in a reset", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    const newcomer = await newPerson(testApi, { cell_phone: null });
    const visitor = await new Visitor(testApi.apis).toCode(newcomer);
    const registrationCode = await codeSentTo(testApi, newcomer.email);
    expect(summaryOf(await person.validate(id, registrationCode))).toBe("400 3005");
    const result = await visitor.verify(code);
    expect(result.kind === "error" && result.error.error).toBe("INVALID_ACTIVATION_CODE");
  });

  test("A-013 expires after ten minutes on the database clock", async () => {
    const early = await startReset((await newHolder(testApi)).accountEmail);
    const late = await startReset((await newHolder(testApi)).accountEmail);
    await testApi.moveClock(540);
    expect(summaryOf(await person.validate(early.id, early.code))).toBe("200");
    await testApi.moveClock(60);
    expect(summaryOf(await person.validate(late.id, late.code))).toBe("400 3005");
  });

  test("ends the reset after three wrong ones, for known and unknown e-mails, but keeps the link valid", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code, token } = await startReset(accountEmail);
    const unknown = await person.startReset(unknownUser());
    for (const reset of [id, unknown]) {
      const results: string[] = [];
      for (let count = 0; count < 4; count++) results.push(summaryOf(await person.validate(reset, otherThan(code))));
      const over = "403 3002 login-difficulties";
      expect(results).toEqual(["400 3005", "400 3005", over, over]);
    }
    expect(summaryOf(await person.validate(id, code))).toBe("403 3002 login-difficulties");
    expect(summaryOf(await person.password(id, { password: "x", token, postalCode: "H2X 1Y4" }))).toBe("400 2002");
  });

  describe("after the third wrong one", () => {
    /** Returns what the refusal says about a new code, with the minutes until the lockout ends. */
    const afterWrongCodes = async (id: string) => {
      for (let count = 0; count < 2; count++) await person.validate(id, "000000");
      const result = await person.validate(id, "000000");
      if (result.kind !== "error" || result.error.roadblock !== "login-difficulties") throw new Error("not refused");
      const { newCode, until } = result.error;
      const { rows } = await testApi.pool.query("select extract(epoch from $1::timestamptz - app_now()) / 60 as left", [
        until ?? null,
      ]);
      return { newCode, minutes: until && Math.round(Number(rows[0].left)) };
    };
    const emails = async () => [(await newHolder(testApi)).accountEmail, unknownUser()];

    test("the response offers a new code, which works, for known and unknown e-mails", async () => {
      for (const email of await emails()) {
        expect(await afterWrongCodes(await person.startReset(email))).toEqual({ newCode: true, minutes: undefined });
        await person.startReset(email);
        expect(await mailsTo(email)).toHaveLength(2);
      }
      const { accountEmail } = await newHolder(testApi);
      await afterWrongCodes(await person.startReset(accountEmail));
      const { id, code } = await startReset(accountEmail);
      expect(summaryOf(await person.validate(id, code))).toBe("200");
    });

    test("the response gives the time of the next message when the message limit is reached", async () => {
      for (const email of await emails()) {
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
      for (const email of await emails()) {
        for (let count = 0; count < 5; count++) await person.startReset(email);
        ends.push(await afterWrongCodes(await person.startReset(email)));
      }
      expect(ends).toEqual(Array(2).fill({ newCode: undefined, minutes: 30 }));
    });

    test("A-005 the response gives the end of the daily lockout after the day's last wrong code", async () => {
      for (const email of await emails()) {
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
      for (const result of [await person.validate(id, "000000"), await person.sendAgain(id)])
        expect(result).toMatchObject({ status: 403, error: { roadblock: "login-difficulties", newCode: true } });
    });
  });

  test("A-005 locks out after ten wrong ones a day in all resets, for known and unknown e-mails, but keeps the link valid", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = unknownUser();
    for (const email of [accountEmail, unknown]) {
      const results: string[] = [];
      for (let reset = 0; reset < 5; reset++) {
        const id = await person.startReset(email);
        const code = email === unknown ? "000000" : (await newestReset(testApi, email)).code;
        for (let count = 0; count < 2; count++) results.push(summaryOf(await person.validate(id, otherThan(code))));
      }
      expect(results).toEqual([...Array(9).fill("400 3005"), "403 3002 login-difficulties"]);
    }
    await testApi.moveClock(3601);
    const { id, code, token } = await startReset(accountEmail);
    const result = await person.validate(id, code);
    expect(summaryOf(result)).toBe("403 3002 login-difficulties");
    expect(result.kind === "error" && Date.parse(result.error.until ?? "")).toBeGreaterThan(
      Date.now() + 22 * 3_600_000,
    );
    const password = await person.password(id, { password: "weak", token, postalCode: "H2X 1Y4" });
    expect(summaryOf(password)).toBe("400 2002");
  });

  test.each([
    ["12345", "incomplete"],
    ["12345a", "incomplete"],
    ["", "required"],
    ["١٢٣٤٥٦", "incomplete"],
  ])("is not counted as an attempt when malformed: %o", async (typed, key) => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    for (let count = 0; count < 4; count++) {
      const result = await person.validate(id, typed);
      expect(result).toMatchObject({ status: 400, error: { errorCode: 1000, fields: { validationValue: key } } });
    }
    expect(summaryOf(await person.validate(id, code))).toBe("200");
  });

  test("A-121 is refused once the contacts on file have changed", async () => {
    const { accountEmail, rowId } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    await testApi.pool.query("update book_row set email = 'another@courrier.example' where id = $1", [rowId]);
    expect(summaryOf(await person.validate(id, code))).toBe("400 3005");
  });

  test("gets 404 after an hour, or with an id of another flow or brand", async () => {
    const { accountEmail } = await newHolder(testApi);
    const { id, code } = await startReset(accountEmail);
    expect(summaryOf(await person.validate(await person.found(accountEmail), code))).toBe("404 1404");
    expect(summaryOf(await person.validate("nothing", code))).toBe("404 1404");
    const elsewhere = { ...person.caller, apiKey: "intact" };
    expect(summaryOf(await person.calls.validate(elsewhere, id, { validationValue: code }))).toBe("404 1404");
    await testApi.moveClock(3600);
    expect(summaryOf(await person.validate(id, code))).toBe("404 1404");
  });
});
