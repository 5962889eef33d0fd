import { describe, expect, test } from "vitest";
import { fillFor } from "../../../../../test/puzzle.ts";
import { codeSentTo, createRegistrationTestApi, newPerson, Visitor } from "../../../../../test/registration.ts";
import { fillWindow } from "../../../../../test/support-desk.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor } = await openRegistrationTest();

const messagesTo = (recipient: string) =>
  testApi.database.selectFrom("notification").selectAll().where("recipient", "=", recipient).execute();

describe("the options to receive a code", () => {
  test("A-031 show two digits of the mobile and a masked e-mail, without a private domain", async () => {
    const person = await newPerson(testApi, { email: "zoe@private-house.example", pin: "AB12CD34" });
    const visitor = createVisitor();
    await visitor.start("policyHolder");
    await visitor.call("identify", { email: person.email });
    expect(await visitor.call("options")).toMatchObject({
      data: [
        { type: "EMAIL", maskedValue: "z•••@p•••.example" },
        { type: "SMS", maskedValue: `•••-•••-••${person.cellPhone.slice(-2)}` },
        { type: "PIN", maskedValue: "" },
      ],
    });
  });

  test.each(["8765550101", "8095550101", "8005550101", "9005550101", "2125550101"])(
    "A-023 omit %s, which is not a Canadian mobile, and offer the others",
    async (cell_phone) => {
      const person = await newPerson(testApi, { cell_phone, pin: "AB12CD34" });
      const visitor = createVisitor();
      await visitor.start("policyHolder");
      await visitor.call("identify", { email: person.email });
      expect(await visitor.call("options")).toMatchObject({ data: [{ type: "EMAIL" }, { type: "PIN" }] });
    },
  );

  test("A-032 refuse one that was not offered, and send nothing", async () => {
    const person = await newPerson(testApi);
    const visitor = createVisitor();
    await visitor.start("policyHolder");
    await visitor.call("identify", { email: person.email });
    expect(await visitor.call("send", "another")).toMatchObject({ status: 400 });
    expect(await messagesTo(person.email)).toHaveLength(0);
  });

  test("send the code by text to the mobile on file, in the request's language", async () => {
    const person = await newPerson(testApi);
    const visitor = new Visitor(testApi.apis, { language: "en" });
    await visitor.toCode(person, { option: "SMS" });
    expect(await messagesTo(person.cellPhone)).toMatchObject([
      { channel: "SMS", language: "en", kind: "registrationCode" },
    ]);
    expect(await visitor.call("page")).toMatchObject({
      data: { page: "VERIFY_CODE", option: { type: "SMS" }, otherOptions: true, resendsLeft: 3 },
    });
  });
});

describe("resending a code", () => {
  test("waits 30 seconds with Retry-After, and revokes the previous code", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    const first = await codeSentTo(testApi, person.email);
    const early = await visitor.call("resend");
    expect(early).toMatchObject({ status: 429, error: { error: "TOO_MANY_REQUESTS", reason: "codeJustSent" } });
    expect(early.kind === "error" && early.retryAfterSeconds).toBeLessThanOrEqual(30);
    await testApi.moveClock(30);
    expect(await visitor.call("resend")).toMatchObject({ kind: "ok" });
    const second = await codeSentTo(testApi, person.email);
    expect(await visitor.verify(first)).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
    expect(await visitor.verify(second)).toMatchObject({ kind: "ok" });
  });

  test("leads back to the code that was just sent when its method is chosen again, and not by another method", async () => {
    const person = await newPerson(testApi);
    const visitor = await createVisitor().toCode(person, { option: "SMS" });
    await visitor.call("back");
    const options = await visitor.call("options");
    const choose = (type: string) =>
      visitor.call("send", (options.kind === "ok" && options.data.find((each) => each.type === type)?.id) || "");
    const justSent = { status: 429, error: { error: "TOO_MANY_REQUESTS", reason: "codeJustSent" } };
    expect(await choose("EMAIL")).toMatchObject(justSent);
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
    expect(await choose("SMS")).toMatchObject(justSent);
    expect(visitor.page()).toBe("VERIFY_CODE");
    expect(await visitor.verify(await codeSentTo(testApi, person.cellPhone))).toMatchObject({ kind: "ok" });
  });

  test("works three times, and the fourth request ends the session", async () => {
    const person = await newPerson(testApi);
    const visitor = await createVisitor().toCode(person, { option: "EMAIL" });
    for (let left = 2; left >= 0; left--) {
      await testApi.moveClock(31);
      expect(await visitor.call("resend")).toMatchObject({ kind: "ok" });
      // Other options count only while resends are left.
      expect(await visitor.call("page")).toMatchObject({ data: { resendsLeft: left, otherOptions: left > 0 } });
    }
    expect(await visitor.call("resend")).toMatchObject({
      status: 403,
      error: { error: "EXCEEDED_RETRIES_CODE_ACTIVATION" },
    });
    expect(await messagesTo(person.email)).toHaveLength(4);
  });

  test("leaves a PIN as the other option after three times", async () => {
    const visitor = await createVisitor().toCode(await newPerson(testApi, { pin: "AB12CD34" }), { option: "SMS" });
    for (let turn = 0; turn < 3; turn++) {
      await testApi.moveClock(31);
      await visitor.call("resend");
    }
    expect(await visitor.call("page")).toMatchObject({ data: { resendsLeft: 0, otherOptions: true } });
  });

  test("counts another option or Back as a resend", async () => {
    const person = await newPerson(testApi);
    const visitor = await createVisitor().toCode(person, { option: "SMS" });
    for (const type of ["EMAIL", "SMS", "EMAIL", "SMS"] as const) {
      await visitor.call("back");
      await testApi.moveClock(30);
      const options = await visitor.call("options");
      const option = options.kind === "ok" ? options.data.find((each) => each.type === type) : undefined;
      await visitor.call("send", option?.id ?? "");
    }
    expect([...(await messagesTo(person.email)), ...(await messagesTo(person.cellPhone))]).toHaveLength(4);
  });

  test("is limited to ten a day per recipient, over all sessions", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 10; turn++) await createVisitor().toCode(person);
    const visitor = await createVisitor().toCode(person);
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
    const options = await visitor.call("options");
    const optionId = options.kind === "ok" ? (options.data[0]?.id ?? "") : "";
    expect(await visitor.call("send", optionId)).toMatchObject({
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    expect(await messagesTo(person.email)).toHaveLength(10);
  });

  test("A-022 is limited to sixty an hour per client IP", async () => {
    const strict = await createRegistrationTestApi({ clientIpLimitFactor: 1 });
    const clientIp = "192.0.2.200";
    await fillFor(strict, clientIp, "sendClientIp", 58 / 60);
    const sent: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const person = await newPerson(strict, { cell_phone: null });
      const visitor = await new Visitor(strict.apis, { clientIp }).toCode(person);
      sent.push(visitor.page());
    }
    expect(sent.filter((page) => page === "VERIFY_CODE")).toHaveLength(2);
    await strict.close();
  });

  test("A-022 is limited to a thousand an hour for mobile numbers with the same prefix", async () => {
    await fillWindow(testApi, { limit: "sendTelephonePrefix", subject: "438555" }, 999 / 1000);
    const reached = async (cell_phone: string) =>
      (await createVisitor().toCode(await newPerson(testApi, { cell_phone }), { option: "SMS" })).page();
    expect(await reached("5815550187")).toBe("VERIFY_CODE");
    expect(await reached("4385550186")).toBe("VERIFY_CODE");
    expect(await reached("4385550187")).toBe("VERIFY_OPTIONS");
    expect(await messagesTo("4385550187")).toHaveLength(0);
  });

  test("works with GET and POST, and does nothing for HEAD and prefetch", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = await createVisitor().toCode(person);
    await testApi.moveClock(31);
    const request = (method: string, more: Record<string, string> = {}) =>
      testApi.apis[0].request("/api/v2/registration/verify/resend", {
        method,
        headers: { "api-key": "belair", "x-registration-session": visitor.token ?? "", ...more },
      });
    for (const harmless of [await request("HEAD"), await request("GET", { "sec-purpose": "prefetch" })]) {
      expect(harmless.status).toBe(204);
      expect(harmless.headers.get("x-registration-session")).toBeNull();
    }
    expect(await messagesTo(person.email)).toHaveLength(1);
    expect((await request("GET")).status).toBe(200);
    expect(await messagesTo(person.email)).toHaveLength(2);
  });
});
