import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccount } from "../../../../../test/api-parts.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  otherThan,
  type RegistrationHouse,
  registrationHouse,
  soundPassword,
  type TestPerson,
  Visitor,
} from "../../../../../test/registration.ts";

let house: RegistrationHouse;
beforeAll(async () => {
  house = await registrationHouse();
});
afterAll(() => house.close());

const visitor = () => new Visitor(house.apis);
const messagesTo = (recipient: string) =>
  house.database.selectFrom("notification").selectAll().where("recipient", "=", recipient).execute();
/** Wrong codes until the session is over; how many were weighed. */
async function guessUntilLocked(guest: Visitor, wrongCode: string) {
  for (let weighed = 1; ; weighed++) {
    const reply = await guest.verify(wrongCode);
    if (reply.kind !== "error" || reply.error.error !== "INVALID_ACTIVATION_CODE") return { weighed, reply };
  }
}

describe("the ways to receive a code", () => {
  test("A-031 show two digits of the telephone and the mask of an address, never a private domain", async () => {
    const person = await newPerson(house, { email: "zoe@private-house.example", pin: "AB12CD34" });
    const guest = visitor();
    await guest.start("policyHolder");
    await guest.call("identify", { body: { email: person.email } });
    expect(await guest.call("options")).toMatchObject({
      data: [
        { type: "SMS", maskedValue: `•••-•••-••${person.cellPhone.slice(-2)}` },
        { type: "EMAIL", maskedValue: "z•••@p•••.example" },
        { type: "PIN", maskedValue: "" },
      ],
    });
  });

  test.each(["8765550101", "8095550101", "8005550101", "9005550101", "2125550101"])(
    "A-023 leave out %s, which is no Canadian mobile, and offer the others",
    async (cell_phone) => {
      const person = await newPerson(house, { cell_phone, pin: "AB12CD34" });
      const guest = visitor();
      await guest.start("policyHolder");
      await guest.call("identify", { body: { email: person.email } });
      expect(await guest.call("options")).toMatchObject({ data: [{ type: "EMAIL" }, { type: "PIN" }] });
    },
  );

  test("A-032 an option that was not offered is refused and nothing is sent", async () => {
    const person = await newPerson(house);
    const guest = visitor();
    await guest.start("policyHolder");
    await guest.call("identify", { body: { email: person.email } });
    expect(await guest.call("send", { optionId: "another" })).toMatchObject({ status: 400 });
    expect(await messagesTo(person.email)).toHaveLength(0);
  });

  test("send the code by text to the mobile on file, in the language of the visit", async () => {
    const person = await newPerson(house);
    const guest = new Visitor(house.apis, { language: "en" });
    await guest.toCode(person, { option: "SMS" });
    expect(await messagesTo(person.cellPhone)).toMatchObject([
      { channel: "SMS", language: "en", kind: "registrationCode" },
    ]);
    expect(await guest.call("page")).toMatchObject({
      data: { page: "VERIFY_CODE", option: { type: "SMS" }, otherOptions: true, resendsLeft: 3 },
    });
  });
});

describe("a one-time code", () => {
  test("A-001 is refused after the session's drawn number of wrong ones, even the right one, with one event", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    const { weighed, reply } = await guessUntilLocked(guest, otherThan(code));
    expect(weighed).toBeGreaterThanOrEqual(3);
    expect(weighed).toBeLessThanOrEqual(6);
    expect(reply).toMatchObject({ status: 403, error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION" } });
    expect(reply.kind === "error" && reply.error.until).toBeUndefined();
    expect(await guest.verify(code)).toMatchObject({ kind: "error" });
    const locked = await house.database
      .selectFrom("audit_event")
      .select("id")
      .where("event", "=", "code.locked")
      .where("journey_id", "=", guest.claims().sid)
      .execute();
    expect(locked).toHaveLength(1);
  });

  test("A-001 the number of wrong ones is drawn anew for each session, from 3 to 6", async () => {
    const drawn = new Set<number>();
    for (let turn = 0; turn < 60 && drawn.size < 4; turn++) {
      const guest = await visitor().start();
      const { state } = await house.database
        .selectFrom("registration_session")
        .select("state")
        .where("id", "=", guest.claims().sid)
        .executeTakeFirstOrThrow();
      drawn.add((state as { wrongCodeLimit: number }).wrongCodeLimit);
    }
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });

  test("A-002 a new code does not reset the count of wrong ones", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    let weighed = 0;
    for (let reply = await guest.verify("000000"); ; reply = await guest.verify("000000")) {
      weighed += 1;
      if (reply.kind === "error" && reply.error.error === "EXCEEDED_RETRIES_CODE_ACTIVATION") break;
      await house.moveClock(31);
      if (weighed <= 3) expect(await guest.call("resend")).toMatchObject({ kind: "ok" });
    }
    expect(weighed).toBeLessThanOrEqual(6);
  });

  test("A-004 A-005 cannot be guessed over new sessions, addresses and channels: ten wrong ones a day for one person", async () => {
    const person = await newPerson(house, { pin: "AB12CD34" });
    let weighed = 0;
    let last: Awaited<ReturnType<Visitor["verify"]>> | undefined;
    const channels = ["SMS", "EMAIL", "PIN"] as const;
    for (let turn = 0; turn < 8 && weighed < 10; turn++) {
      const option = channels[turn % 3] ?? "SMS";
      const guest = new Visitor(house.apis, { address: `198.51.100.${turn + 1}` });
      await guest.toCode(person, { option });
      const right = option === "EMAIL" ? person.email : person.cellPhone;
      const wrong = option === "PIN" ? "ZZ99ZZ99" : otherThan(await codeSentTo(house, right));
      const locked = await guessUntilLocked(guest, wrong);
      weighed += locked.weighed;
      last = locked.reply;
    }
    expect(weighed).toBe(10);
    expect(last).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until: expect.any(String) },
    });
    const until = Date.parse(last?.kind === "error" ? (last.error.until ?? "") : "");
    const { rows } = await house.pool.query("select app_now() as now");
    expect(until - rows[0].now.getTime()).toBeGreaterThan(23 * 3_600_000);

    const later = visitor();
    await later.start("policyHolder");
    expect(await later.call("identify", { body: { email: person.email } })).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION", until: expect.any(String) },
    });
    await house.moveClock(24 * 3600);
    expect(await (await visitor().toCode(person)).call("page")).toMatchObject({ data: { page: "VERIFY_CODE" } });
  });

  test("A-004 a right code gives its own try back and lifts nothing else", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    await guest.verify(otherThan(await codeSentTo(house, person.email)));
    await guest.verify(await codeSentTo(house, person.email));
    expect(guest.page()).toBe("CREATE");
    const { rows } = await house.pool.query(
      "select cardinality(hits) as count from limit_window order by touched_at desc limit 1",
    );
    expect(rows[0].count).toBe(1);
  });

  test("A-029 a person's count is still there after many others failed", async () => {
    const person = await newPerson(house, { cell_phone: null });
    let weighed = 0;
    for (let guest = await visitor().toCode(person); guest.page() === "VERIFY_CODE"; ) {
      weighed += (await guessUntilLocked(guest, otherThan(await codeSentTo(house, person.email)))).weighed;
      await house.pool.query(`insert into limit_window (key, hits, touched_at)
        select gen_random_uuid(), array[app_now()], app_now() from generate_series(1, 20000)`);
      guest = await visitor().toCode(person);
    }
    expect(weighed).toBe(10);
  });

  test("A-007 sent twice is accepted once: the second time the page has moved on", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    await guest.verify(code);
    expect(await guest.verify(code)).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
    expect(guest.page()).toBe("CREATE");
  });

  test("A-010 of one session is refused in another of the same person", async () => {
    const person = await newPerson(house, { cell_phone: null });
    await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    const other = await visitor().toCode(person);
    expect(await codeSentTo(house, person.email)).not.toBe(code);
    expect(await other.verify(code)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });

  test("A-013 is accepted at 9:59 and refused at 10:00 of the database's clock", async () => {
    for (const [seconds, kind] of [
      [599, "ok"],
      [600, "error"],
    ] as const) {
      const person = await newPerson(house, { cell_phone: null });
      const guest = await visitor().toCode(person);
      const code = await codeSentTo(house, person.email);
      await house.pool.query(
        "update one_time_code set sent_at = sent_at - $1 * interval '1 second', expires_at = expires_at - $1 * interval '1 second' where session_id = $2",
        [seconds, guest.claims().sid],
      );
      expect((await guest.verify(code)).kind).toBe(kind);
    }
  });

  test("A-014 has a limit of its own on weighing: a thousand guesses in a row weigh at most six", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    let weighed = 0;
    for (let turn = 0; turn < 1000; turn++) {
      const reply = await guest.verify(String((Number(code) + 1 + turn) % 1_000_000).padStart(6, "0"));
      if (reply.kind === "error" && reply.error.error === "INVALID_ACTIVATION_CODE") weighed += 1;
    }
    expect(weighed).toBeLessThan(6);
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
  ])("A-017 written as %s is refused by its field and costs no try", async (_, securityCode) => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    for (let turn = 0; turn < 8; turn++)
      expect(await guest.call("verify", { body: { securityCode: securityCode as string } })).toMatchObject({
        status: 400,
        error: { error: "INVALID_REQUEST", fields: { securityCode: expect.any(String) } },
      });
    expect(await guest.verify(await codeSentTo(house, person.email))).toMatchObject({ kind: "ok" });
  });

  test("A-017 malformed ones are counted by address all the same", async () => {
    const strict = await registrationHouse({ addressLimitFactor: 1 });
    const person = await newPerson(strict, { cell_phone: null });
    const guest = await new Visitor(strict.apis, { address: "192.0.2.77" }).toCode(person);
    await strict.pool.query("update limit_window set hits = array[]::timestamptz[]");
    for (let turn = 0; turn < 300; turn++) expect((await guest.verify("12345")).kind).toBe("error");
    expect(await guest.verify("12345")).toMatchObject({
      status: 429,
      error: { error: "TOO_MANY_REQUESTS" },
      retryAfterSeconds: expect.any(Number),
    });
    await strict.close();
  });

  test("pasted with a space in the middle counts as its six digits", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    expect(await guest.verify(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ kind: "ok" });
  });

  test("A-028 extra fields that change with each request are refused and weigh nothing", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    for (let turn = 0; turn < 8; turn++)
      expect(
        await guest.call("verify", { body: { securityCode: "000000", email: `x${turn}@y.example` } as never }),
      ).toMatchObject({ error: { error: "INVALID_REQUEST", fields: { email: "unknown" } } });
    expect(await guest.verify(await codeSentTo(house, person.email))).toMatchObject({ kind: "ok" });
  });

  test("is kept as a keyed hash alone", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    const { rows } = await house.pool.query(
      "select to_jsonb(c)::text as kept from one_time_code c where session_id = $1",
      [guest.claims().sid],
    );
    expect(rows[0].kept).not.toContain(code);
  });
});

describe("a PIN", () => {
  const pinOnly = (pin = "AB12CD34") => newPerson(house, { cell_phone: null, email: null, pin });

  test("is asked for at once where it is the only way, and nothing is sent", async () => {
    const person = await pinOnly();
    const guest = await visitor().toCode(person, { by: "policyNumber" });
    expect(await guest.call("page")).toMatchObject({
      data: { page: "VERIFY_CODE", option: { type: "PIN", maskedValue: "" } },
    });
    expect(await guest.call("resend")).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
  });

  test("A-020 counts capital and small letters alike, and O is not 0", async () => {
    const person = await pinOnly("AO12CD34");
    const guest = await visitor().toCode(person, { by: "policyNumber" });
    expect(await guest.verify("A012CD34")).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
    expect(await guest.verify("ao12cd34")).toMatchObject({ kind: "ok" });
    expect(guest.page()).toBe("ASK_USERNAME");
  });

  test("A-020 guessed again and again meets the same limits", async () => {
    const person = await pinOnly();
    const { weighed } = await guessUntilLocked(await visitor().toCode(person, { by: "policyNumber" }), "ZZ99ZZ99");
    expect(weighed).toBeLessThanOrEqual(6);
  });

  test("A-020 is spent when the account is created, not before", async () => {
    const person = await newPerson(house, { cell_phone: null, pin: "AB12CD34" });
    const spent = async () =>
      (
        await house.database
          .selectFrom("book_row")
          .select("pin_spent_at")
          .where("id", "=", person.rowId)
          .executeTakeFirstOrThrow()
      ).pin_spent_at;
    const guest = await visitor().toCode(person, { option: "PIN" });
    await guest.verify("AB12CD34");
    expect(guest.page()).toBe("CONFIRM_USERNAME");
    expect(await spent()).toBeNull();
    await guest.call("username", { body: { email: person.email } });
    await guest.verify(await codeSentTo(house, person.email));
    await guest.call("create", { body: createBody });
    expect(guest.page()).toBe("CONFIRM");
    expect(await spent()).not.toBeNull();
  });

  test("of six digits is not weighed: a PIN has eight characters", async () => {
    const guest = await visitor().toCode(await pinOnly(), { by: "policyNumber" });
    expect(await guest.verify("123456")).toMatchObject({ error: { fields: { securityCode: "incomplete" } } });
  });
});

describe("sending again", () => {
  test("waits 30 seconds, says how long, and only the newest code works", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const first = await codeSentTo(house, person.email);
    const early = await guest.call("resend");
    expect(early).toMatchObject({ status: 429, error: { error: "TOO_MANY_REQUESTS" } });
    expect(early.kind === "error" && early.retryAfterSeconds).toBeLessThanOrEqual(30);
    await house.moveClock(30);
    expect(await guest.call("resend")).toMatchObject({ kind: "ok" });
    const second = await codeSentTo(house, person.email);
    expect(await guest.verify(first)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
    expect(await guest.verify(second)).toMatchObject({ kind: "ok" });
  });

  test("three times is sent; the fourth request ends the session", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    for (let left = 2; left >= 0; left--) {
      await house.moveClock(31);
      expect(await guest.call("resend")).toMatchObject({ kind: "ok" });
      expect(await guest.call("page")).toMatchObject({ data: { resendsLeft: left } });
    }
    expect(await guest.call("resend")).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION" },
    });
    expect(await messagesTo(person.email)).toHaveLength(4);
  });

  test("by another way or after Back counts as sending again", async () => {
    const person = await newPerson(house);
    const guest = await visitor().toCode(person, { option: "SMS" });
    for (const type of ["EMAIL", "SMS", "EMAIL", "SMS"] as const) {
      await guest.call("back");
      const options = await guest.call("options");
      const option = options.kind === "ok" ? options.data.find((each) => each.type === type) : undefined;
      await guest.call("send", { optionId: option?.id ?? "" });
    }
    expect([...(await messagesTo(person.email)), ...(await messagesTo(person.cellPhone))]).toHaveLength(4);
  });

  test("to one recipient ten times a day, whatever the session", async () => {
    const person = await newPerson(house, { cell_phone: null });
    for (let turn = 0; turn < 10; turn++) await visitor().toCode(person);
    const guest = await visitor().toCode(person);
    expect(guest.page()).toBe("VERIFY_OPTIONS");
    const options = await guest.call("options");
    const optionId = options.kind === "ok" ? (options.data[0]?.id ?? "") : "";
    expect(await guest.call("send", { optionId })).toMatchObject({
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    expect(await messagesTo(person.email)).toHaveLength(10);
  });

  test("A-022 from one address sixty times an hour", async () => {
    const strict = await registrationHouse({ addressLimitFactor: 1 });
    const sent: string[] = [];
    for (let turn = 0; turn < 61; turn++) {
      const person = await newPerson(strict, { cell_phone: null });
      const guest = await new Visitor(strict.apis, { address: "192.0.2.200" }).toCode(person);
      sent.push(guest.page());
    }
    expect(sent.filter((page) => page === "VERIFY_CODE")).toHaveLength(60);
    await strict.close();
  });

  test("GET does the same as POST, HEAD and prefetch do nothing", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    await house.moveClock(31);
    const ask = (method: string, more: Record<string, string> = {}) =>
      house.apis[0].request("/api/v2/registration/verify/resend", {
        method,
        headers: { "api-key": "belair", "x-registration-session": guest.token ?? "", ...more },
      });
    for (const harmless of [await ask("HEAD"), await ask("GET", { "sec-purpose": "prefetch" })]) {
      expect(harmless.status).toBe(204);
      expect(harmless.headers.get("x-registration-session")).toBeNull();
    }
    expect(await messagesTo(person.email)).toHaveLength(1);
    expect((await ask("GET")).status).toBe(200);
    expect(await messagesTo(person.email)).toHaveLength(2);
  });
});

describe("after a right code", () => {
  const account = (email: string, more: object = {}) =>
    testAccount(house, { email, password: soundPassword, personKey: email, ...more });
  const proven = async (person: TestPerson, option: "SMS" | "EMAIL") => {
    const guest = await visitor().toCode(person, { option });
    await guest.verify(await codeSentTo(house, option === "SMS" ? person.cellPhone : person.email));
    return guest;
  };

  test("a person with an account is welcomed back, and the account gains the policy it lacked", async () => {
    const person = await newPerson(house);
    const id = await account(`old-${person.email}`, { personKey: person.personKey, policies: [] });
    const guest = await proven(person, "EMAIL");
    expect(guest.claims()).toMatchObject({ page: "WELCOME_BACK", step: "DONE" });
    const policies = await house.database
      .selectFrom("account_policy")
      .selectAll()
      .where("account_id", "=", id)
      .execute();
    expect(policies).toMatchObject([{ policy_number: person.policy.policyNumber, role: 40 }]);
  });

  test("by e-mail the address is proven: on to creation", async () => {
    expect((await proven(await newPerson(house), "EMAIL")).page()).toBe("CREATE");
  });

  test("by text the address on file is to be confirmed, and is shown whole", async () => {
    const person = await newPerson(house);
    const guest = await proven(person, "SMS");
    expect(await guest.call("page")).toMatchObject({
      data: { page: "CONFIRM_USERNAME", mode: "confirm", email: person.email, policyProvince: "qc" },
    });
  });

  test("an address on file that is another person's username is asked anew", async () => {
    const person = await newPerson(house);
    await account(person.email);
    const guest = await proven(person, "EMAIL");
    expect(await guest.call("page")).toMatchObject({ data: { page: "ASK_USERNAME", mode: "ask" } });
  });

  test("no address on file asks for one", async () => {
    const person = await newPerson(house, { email: null });
    const guest = await visitor().toCode(person, { by: "policyNumber" });
    await guest.verify(await codeSentTo(house, person.cellPhone));
    const page = await guest.call("page");
    expect(page).toMatchObject({ data: { page: "ASK_USERNAME", mode: "ask" } });
    expect(page.kind === "ok" && page.data).not.toHaveProperty("email");
  });

  test("A-035 proof dies when somebody else is identified", async () => {
    const [person, other] = [await newPerson(house), await newPerson(house)];
    const guest = await proven(person, "EMAIL");
    await guest.call("back");
    expect(guest.page()).toBe("ACCOUNT_TYPE");
    await guest.call("accountType", { body: { accountType: "policyHolder" } });
    await guest.call("identify", { body: { email: other.email } });
    expect(await guest.call("create", { body: createBody })).toMatchObject({ error: { error: "WRONG_STEP" } });
    expect(guest.page()).toBe("VERIFY_OPTIONS");
  });

  test("A-035 a code asked for before going to the policy number is worth nothing afterwards", async () => {
    const person = await newPerson(house, { cell_phone: null });
    const guest = await visitor().toCode(person);
    const code = await codeSentTo(house, person.email);
    await guest.call("identify", { body: { method: "policyNumber" } });
    await guest.call("identify", { body: person.policy });
    expect(guest.page()).toBe("VERIFY_CODE");
    expect(await guest.verify(code)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
  });
});
