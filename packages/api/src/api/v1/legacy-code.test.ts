import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { factsOf, Registrant } from "../../../../../test/legacy-registration.ts";
import { accountOf } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, endOf, messagesTo } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

const halfAMinute = 30;

/** Found, with a way chosen; and the code that went there. */
async function asked(by: "EMAIL" | "SMS" = "EMAIL") {
  const person = await newPerson(testApi);
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  const way = registrant.way(by);
  const reply = await registrant.validate(way);
  const code = await codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
  return { person, registrant, way, reply, code };
}

describe("a way that is chosen", () => {
  test("by text or e-mail sends a code, and says when and how often another may be asked for", async () => {
    for (const by of ["EMAIL", "SMS"] as const) {
      const { person, registrant, way, reply, code } = await asked(by);
      expect(reply).toEqual({
        kind: "ok",
        status: 202,
        data: {
          error: false,
          id: expect.any(String),
          twoFactorValidations: [registrant.ways.find(({ id }) => id === way)],
          sentAt: expect.any(String),
          resendAvailableAt: expect.any(String),
          resendsLeft: 3,
        },
      });
      expect(code).toMatch(/^\d{6}$/);
      const { sentAt, resendAvailableAt } = dataOf(reply);
      expect(Date.parse(resendAvailableAt ?? "") - Date.parse(sentAt ?? "")).toBe(halfAMinute * 1000);
      expect(await messagesTo(testApi, by === "SMS" ? person.email : person.cellPhone)).toEqual([]);
    }
  });

  test("names the journey in its message: a new account, or the search for one", async () => {
    const { person } = await asked();
    expect(await messagesTo(testApi, person.email)).toMatchObject([{ kind: "registrationCode" }]);
    const seeker = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    await registrant.found(seeker, { purpose: "findAccount" });
    await registrant.validate(registrant.way("EMAIL"));
    expect(await messagesTo(testApi, seeker.email)).toMatchObject([{ kind: "findAccountCode" }]);
    const holder = await newPerson(testApi);
    await accountOf(testApi, holder);
    await registrant.found(holder);
    await registrant.validate(registrant.way("EMAIL"));
    expect(await messagesTo(testApi, holder.email)).toMatchObject([{ kind: "findAccountCode" }]);
  });

  test("A-032 as a PIN or as none of these sends nothing, and one that nobody offered is not there", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    expect(await registrant.validate(registrant.way("PIN"))).toMatchObject({
      status: 240,
      data: { error: false, twoFactorValidations: [{ method: "PIN" }] },
    });
    expect(await registrant.validate(registrant.way("NONE"))).toMatchObject({
      status: 240,
      data: { error: false, twoFactorValidations: [] },
    });
    expect(await messagesTo(testApi, person.email)).toEqual([]);
    expect(endOf(await registrant.validate("another-way"))).toBe("404 1404");
    expect(endOf(await registrant.validate("another-way", "123456"))).toBe("404 1404");
  });

  test("sends again half a minute later, three times; then the registration is over", async () => {
    const { person, registrant, way } = await asked();
    const early = await registrant.validate(way);
    expect(early).toMatchObject({ status: 429, error: { errorCode: 1429 } });
    expect(early.kind === "error" && early.retryAfterSeconds).toBeLessThanOrEqual(halfAMinute);
    for (const resendsLeft of [2, 1, 0]) {
      await testApi.moveClock(halfAMinute);
      expect(await registrant.validate(way)).toMatchObject({ status: 202, data: { resendsLeft } });
    }
    expect(endOf(await registrant.validate(way))).toBe("403 3002 resend-code");
    expect(endOf(await registrant.validate(way, await codeSentTo(testApi, person.email)))).toBe("404 1404");
    expect(await messagesTo(testApi, person.email)).toHaveLength(4);
  });

  test("A-025 of twenty resends at once one is sent", async () => {
    const { person, registrant, way } = await asked();
    await testApi.moveClock(halfAMinute);
    const replies = await Promise.all(Array.from({ length: 20 }, () => registrant.validate(way)));
    expect(replies.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    expect(await messagesTo(testApi, person.email)).toHaveLength(2);
  });
});

describe("a code", () => {
  test("that is right leads to the password where it proves the address on file", async () => {
    const { person, registrant, way, code } = await asked();
    expect(await registrant.validate(way, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
      kind: "ok",
      status: 200,
      data: {
        error: false,
        id: expect.any(String),
        twoFactorValidations: [],
        email: person.email,
        firstName: "Maëlle",
        identityFact: "postalCodeAndDateOfBirth",
        policyProvince: "qc",
      },
    });
  });

  test("A-007 A-008 is good once: of twenty at once one is granted, and the others move nothing", async () => {
    const { person, registrant, way, code } = await asked();
    const replies = await Promise.all(Array.from({ length: 20 }, () => registrant.validate(way, code)));
    expect(replies.filter((reply) => endOf(reply) === "200")).toHaveLength(1);
    const second = await registrant.validate(way, code);
    expect(second).toMatchObject({ status: 240, data: { error: true } });
    expect(JSON.stringify(second)).not.toMatch(/courrier|Maëlle|policyProvince/);
    expect(endOf(await registrant.create(factsOf(person)))).toBe("201");
  });

  test("A-001 that is wrong is refused until the drawn limit, which ends the registration, even for the right one", async () => {
    const { registrant, way, code } = await asked();
    let weighed = 1;
    const triesLeft: (number | undefined)[] = [];
    for (;;) {
      const reply = await registrant.validate(way, otherThan(code));
      if (reply.kind !== "ok") {
        expect(endOf(reply)).toBe("403 3002 resend-code");
        break;
      }
      expect(reply).toMatchObject({ status: 240, data: { error: true, twoFactorValidations: [{ method: "EMAIL" }] } });
      triesLeft.push(reply.data.triesLeft);
      weighed += 1;
    }
    expect(triesLeft, "P-13 the last try alone shows").toEqual([...Array(weighed - 2).fill(undefined), 1]);
    expect(weighed).toBeGreaterThanOrEqual(limits.wrongCodeSession.from);
    expect(weighed).toBeLessThanOrEqual(limits.wrongCodeSession.to);
    expect(endOf(await registrant.validate(way, code))).toBe("404 1404");
  });

  test("A-002 of thirty wrong ones at once on two servers no more than the limit are weighed", async () => {
    const { registrant, way, code } = await asked();
    const replies = await Promise.all(Array.from({ length: 30 }, () => registrant.validate(way, otherThan(code))));
    const weighed = replies.filter(({ kind }) => kind === "ok").length + 1;
    expect(weighed).toBeGreaterThanOrEqual(limits.wrongCodeSession.from);
    expect(weighed).toBeLessThanOrEqual(limits.wrongCodeSession.to);
    expect(replies.filter((reply) => endOf(reply) === "403 3002 resend-code")).toHaveLength(1);
  });

  test("A-005 wrong ones count on the person over all registrations and ways; the tenth says until when", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrants = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const registrant = new Registrant(testApi);
        await registrant.found(person);
        return registrant;
      }),
    );
    const ends: string[] = [];
    let lastOfDay: unknown;
    for (const [index, registrant] of registrants.entries()) {
      const way = registrant.way(index % 2 === 0 ? "PIN" : "EMAIL");
      const wrong = index % 2 === 0 ? "AAAA1111" : "000000";
      await registrant.validate(way);
      for (let turn = 0; turn < 2; turn++) {
        const reply = await registrant.validate(way, wrong);
        if (reply.kind === "ok") lastOfDay = reply;
        ends.push(endOf(reply));
      }
    }
    expect(ends.slice(0, 9)).toEqual(Array(9).fill("240"));
    expect(lastOfDay).toMatchObject({ data: { triesLeft: 1 } });
    expect(ends[9]).toMatch(/^403 3002 (resend-code|pin-difficulties)$/);
    const closed = await new Registrant(testApi).find(person);
    expect(closed).toMatchObject({ status: 403, error: { roadblock: "resend-code", until: expect.any(String) } });
  });

  test("A-013 is good for ten minutes", async () => {
    const { registrant, way, code } = await asked();
    await testApi.moveClock(601);
    expect(await registrant.validate(way, code)).toMatchObject({ status: 240, data: { error: true } });
  });

  test("A-010 A-011 of another registration or purpose is worth nothing", async () => {
    const first = await asked();
    const second = new Registrant(testApi);
    await second.found(first.person);
    await second.validate(second.way("SMS"));
    expect(await second.validate(second.way("SMS"), first.code)).toMatchObject({ data: { error: true } });
    // The code went by e-mail: under another way of the same registration it is not judged.
    expect(await first.registrant.validate(first.registrant.way("SMS"), first.code)).toMatchObject({
      data: { error: true },
    });
    expect(endOf(await first.registrant.validate(first.way, first.code))).toBe("200");
  });

  test.each(["12345", "1234567", "１２３４５６", "+12345", "", "abcdef"])(
    "A-017 malformed, such as “%s”, is not weighed and costs no try",
    async (typed) => {
      const { registrant, way, code } = await asked();
      for (let turn = 0; turn < 7; turn++)
        expect(await registrant.validate(way, typed)).toMatchObject({
          status: 400,
          error: { errorCode: 1000, fields: { validationValue: expect.any(String) } },
        });
      expect(endOf(await registrant.validate(way, code))).toBe("200");
    },
  );
});

describe("a PIN", () => {
  test("A-020 is the person's own, upper and lower case alike, and leads to the question for an address", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    expect(await registrant.validate(registrant.way("PIN"), "k7m2p9qx")).toMatchObject({
      status: 240,
      data: { error: false, action: "ASKEMAIL", email: person.email, firstName: "Maëlle" },
    });
  });

  test("guessed wrong until the limit leads to its own roadblock", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    let reply = await registrant.validate(registrant.way("PIN"), "AAAA1111");
    while (reply.kind === "ok") reply = await registrant.validate(registrant.way("PIN"), "AAAA1111");
    expect(endOf(reply)).toBe("403 3002 pin-difficulties");
  });
});
