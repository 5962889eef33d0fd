import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, messagesTo, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

const halfAMinute = 30;

/** An identified registrant who chose a method, and the code sent there. */
async function asked(by: "EMAIL" | "SMS" = "EMAIL") {
  const person = await newPerson(testApi);
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  const methodId = registrant.methodId(by);
  const result = await registrant.validate(methodId);
  const code = await codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
  return { person, registrant, methodId, result, code };
}

describe("a verification method", () => {
  test("by text or e-mail sends a code, and returns when and how often it can be resent", async () => {
    for (const by of ["EMAIL", "SMS"] as const) {
      const { person, registrant, methodId, result, code } = await asked(by);
      expect(result).toEqual({
        kind: "ok",
        status: 202,
        data: {
          error: false,
          id: expect.any(String),
          twoFactorValidations: [registrant.methods.find(({ id }) => id === methodId)],
          sentAt: expect.any(String),
          resendAvailableAt: expect.any(String),
          resendsLeft: 3,
        },
      });
      expect(code).toMatch(/^\d{6}$/);
      const { sentAt, resendAvailableAt } = dataOf(result);
      expect(Date.parse(resendAvailableAt ?? "") - Date.parse(sentAt ?? "")).toBe(halfAMinute * 1000);
      expect(await messagesTo(testApi, by === "SMS" ? person.email : person.cellPhone)).toEqual([]);
    }
  });

  test("sends a message that names the flow: a new account, or finding one", async () => {
    const { person } = await asked();
    expect(await messagesTo(testApi, person.email)).toMatchObject([{ kind: "registrationCode" }]);
    const seeker = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    await registrant.found(seeker, { purpose: "findAccount" });
    await registrant.validate(registrant.methodId("EMAIL"));
    expect(await messagesTo(testApi, seeker.email)).toMatchObject([{ kind: "findAccountCode" }]);
    const holder = await newPerson(testApi);
    await accountOf(testApi, holder);
    await registrant.found(holder);
    await registrant.validate(registrant.methodId("EMAIL"));
    expect(await messagesTo(testApi, holder.email)).toMatchObject([{ kind: "findAccountCode" }]);
  });

  test("A-032 sends nothing for a PIN or none of these, and answers 404 for a method not offered", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    expect(await registrant.validate(registrant.methodId("PIN"))).toMatchObject({
      status: 240,
      data: { error: false, twoFactorValidations: [{ method: "PIN" }] },
    });
    expect(await registrant.validate(registrant.methodId("NONE"))).toMatchObject({
      status: 240,
      data: { error: false, twoFactorValidations: [] },
    });
    expect(await messagesTo(testApi, person.email)).toEqual([]);
    expect(summaryOf(await registrant.validate("another-method"))).toBe("404 1404");
    expect(summaryOf(await registrant.validate("another-method", "123456"))).toBe("404 1404");
  });

  test("resends a code every 30 seconds, three times, and then ends the registration", async () => {
    const { person, registrant, methodId } = await asked();
    const early = await registrant.validate(methodId);
    expect(early).toMatchObject({ status: 429, error: { errorCode: 1429, reason: "codeJustSent" } });
    expect(early.kind === "error" && early.retryAfterSeconds).toBeLessThanOrEqual(halfAMinute);
    for (const resendsLeft of [2, 1, 0]) {
      await testApi.moveClock(halfAMinute);
      expect(await registrant.validate(methodId)).toMatchObject({ status: 202, data: { resendsLeft } });
    }
    expect(summaryOf(await registrant.validate(methodId))).toBe("403 3002 resend-code");
    expect(summaryOf(await registrant.validate(methodId, await codeSentTo(testApi, person.email)))).toBe("404 1404");
    expect(await messagesTo(testApi, person.email)).toHaveLength(4);
  });

  test("A-025 sends one code for twenty concurrent resends", async () => {
    const { person, registrant, methodId } = await asked();
    await testApi.moveClock(halfAMinute);
    const results = await Promise.all(Array.from({ length: 20 }, () => registrant.validate(methodId)));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    expect(await messagesTo(testApi, person.email)).toHaveLength(2);
  });
});

describe("a code", () => {
  test("leads to the password when it verifies the e-mail on file", async () => {
    const { person, registrant, methodId, code } = await asked();
    expect(await registrant.validate(methodId, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
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

  test("A-007 A-008 is accepted once in twenty concurrent requests", async () => {
    const { person, registrant, methodId, code } = await asked();
    const results = await Promise.all(Array.from({ length: 20 }, () => registrant.validate(methodId, code)));
    expect(results.filter((result) => summaryOf(result) === "200")).toHaveLength(1);
    const second = await registrant.validate(methodId, code);
    expect(second).toMatchObject({ status: 240, data: { error: true } });
    expect(JSON.stringify(second)).not.toMatch(/courrier|Maëlle|policyProvince/);
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
  });

  test("A-001 is refused when wrong until the randomized limit, which ends the registration even for the correct one", async () => {
    const { registrant, methodId, code } = await asked();
    let attempts = 1;
    const triesLeft: (number | undefined)[] = [];
    for (;;) {
      const result = await registrant.validate(methodId, otherThan(code));
      if (result.kind !== "ok") {
        expect(summaryOf(result)).toBe("403 3002 resend-code");
        break;
      }
      expect(result).toMatchObject({ status: 240, data: { error: true, twoFactorValidations: [{ method: "EMAIL" }] } });
      triesLeft.push(result.data.triesLeft);
      attempts += 1;
    }
    expect(triesLeft, "the last try alone shows").toEqual([...Array(attempts - 2).fill(undefined), 1]);
    expect(attempts).toBeGreaterThanOrEqual(limits.wrongCodeSession.from);
    expect(attempts).toBeLessThanOrEqual(limits.wrongCodeSession.to);
    expect(summaryOf(await registrant.validate(methodId, code))).toBe("404 1404");
  });

  test("A-002 is checked no more often than the limit in fifty concurrent requests on two servers", async () => {
    const { registrant, methodId, code } = await asked();
    const results = await Promise.all(Array.from({ length: 50 }, () => registrant.validate(methodId, otherThan(code))));
    const attempts = results.filter(({ kind }) => kind === "ok").length + 1;
    // Fewer where the fifty fill the count of the day before the third is compared.
    expect(attempts).toBeLessThanOrEqual(limits.wrongCodeSession.to);
    expect(results.filter((result) => summaryOf(result).startsWith("403 3002"))).toHaveLength(1);
    expect(summaryOf(await registrant.validate(methodId, code))).toBe("404 1404");
  });

  test("A-005 counts per person over all registrations and methods when wrong, and the tenth locks out", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrants = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const registrant = new Registrant(testApi);
        await registrant.found(person);
        return registrant;
      }),
    );
    const results: string[] = [];
    let lastOfDay: unknown;
    for (const [index, registrant] of registrants.entries()) {
      const methodId = registrant.methodId(index % 2 === 0 ? "PIN" : "EMAIL");
      const wrong = index % 2 === 0 ? "AAAA1111" : "000000";
      await registrant.validate(methodId);
      for (let turn = 0; turn < 2; turn++) {
        const result = await registrant.validate(methodId, wrong);
        if (result.kind === "ok") lastOfDay = result;
        results.push(summaryOf(result));
      }
    }
    expect(results.slice(0, 9)).toEqual(Array(9).fill("240"));
    expect(lastOfDay).toMatchObject({ data: { triesLeft: 1 } });
    expect(results[9]).toMatch(/^403 3002 (resend-code|pin-difficulties)$/);
    const closed = await new Registrant(testApi).find(person);
    expect(closed).toMatchObject({ status: 403, error: { roadblock: "resend-code", until: expect.any(String) } });
  });

  test("A-013 expires after ten minutes", async () => {
    const { registrant, methodId, code } = await asked();
    await testApi.moveClock(601);
    expect(await registrant.validate(methodId, code)).toMatchObject({ status: 240, data: { error: true } });
  });

  test("A-010 A-011 is refused in another registration and with another method", async () => {
    const first = await asked();
    const second = new Registrant(testApi);
    await second.found(first.person);
    await second.validate(second.methodId("SMS"));
    expect(await second.validate(second.methodId("SMS"), first.code)).toMatchObject({ data: { error: true } });
    // The code was sent by e-mail, so it does not match the text method of the same registration.
    expect(await first.registrant.validate(first.registrant.methodId("SMS"), first.code)).toMatchObject({
      data: { error: true },
    });
    expect(summaryOf(await first.registrant.validate(first.methodId, first.code))).toBe("200");
  });

  test.each(["12345", "1234567", "１２３４５６", "+12345", "", "abcdef"])(
    "A-017 is not counted as an attempt when malformed, such as “%s”",
    async (typed) => {
      const { registrant, methodId, code } = await asked();
      for (let turn = 0; turn < 7; turn++)
        expect(await registrant.validate(methodId, typed)).toMatchObject({
          status: 400,
          error: { errorCode: 1000, fields: { validationValue: expect.any(String) } },
        });
      expect(summaryOf(await registrant.validate(methodId, code))).toBe("200");
    },
  );
});

describe("a PIN", () => {
  test("A-020 is accepted in upper and lower case, and leads to the question for an e-mail", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    expect(await registrant.validate(registrant.methodId("PIN"), "k7m2p9qx")).toMatchObject({
      status: 240,
      data: { error: false, action: "ASKEMAIL", email: person.email, firstName: "Maëlle" },
    });
  });

  test("leads to its own roadblock after too many wrong ones", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    let result = await registrant.validate(registrant.methodId("PIN"), "AAAA1111");
    while (result.kind === "ok") result = await registrant.validate(registrant.methodId("PIN"), "AAAA1111");
    expect(summaryOf(result)).toBe("403 3002 pin-difficulties");
  });
});
