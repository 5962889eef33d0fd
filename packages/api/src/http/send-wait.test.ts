import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { messagesTo, summaryOf } from "../../../../test/recovery.ts";
import { newPerson, type TestPerson, Visitor } from "../../../../test/registration.ts";

const testApi = await openTestApi();

type Method = "SMS" | "EMAIL" | "PIN";
/** Chooses a verification method for an identified person. */
type Chooser = (method: Method) => Promise<"sent" | "waits">;

async function choosesByPolicy(person: TestPerson): Promise<Chooser> {
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  return async (method) => {
    const result = await registrant.validate(registrant.methodId(method));
    if (result.kind === "ok") return "sent";
    expect(result).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    return "waits";
  };
}

async function choosesBySmart(person: TestPerson): Promise<Chooser> {
  const visitor = await new Visitor(testApi.apis).start("policyHolder");
  await visitor.call("identify", { email: person.email });
  return async (method) => {
    if (visitor.page() === "VERIFY_CODE") await visitor.call("back");
    const options = await visitor.call("options");
    const id = options.kind === "ok" ? options.data.find(({ type }) => type === method)?.id : undefined;
    const result = await visitor.call("send", id ?? "");
    if (result.kind === "ok") return "sent";
    expect(result).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    return "waits";
  };
}

const messages = async ({ email, cellPhone }: TestPerson) =>
  (await messagesTo(testApi, email)).length + (await messagesTo(testApi, cellPhone)).length;

describe.each([
  ["v1", choosesByPolicy],
  ["v2", choosesBySmart],
])("the 30 seconds between two codes, with API %s", (_door, chooser) => {
  test("A-025 apply to the registration, whichever methods are chosen in turn", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const choose = await chooser(person);
    expect(await choose("SMS")).toBe("sent");
    expect(await choose("EMAIL")).toBe("waits");
    expect(await choose("PIN")).toBe("sent");
    expect(await choose("EMAIL")).toBe("waits");
    expect(await messages(person)).toBe(1);
    await testApi.moveClock(ttl.resendWaitSeconds);
    expect(await choose("EMAIL")).toBe("sent");
    expect(await choose("SMS")).toBe("waits");
    expect(await messages(person)).toBe(2);
  });
});

test("makes a repeated choice with v1 wait, and keeps the sent code valid", async () => {
  const person = await newPerson(testApi);
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  const sms = registrant.methodId("SMS");
  await registrant.validate(sms);
  expect(summaryOf(await registrant.validate(sms))).toBe("429 1429");
  const [{ facts } = { facts: { code: "" } }] = await messagesTo(testApi, person.cellPhone);
  expect(summaryOf(await registrant.validate(sms, facts.code))).not.toBe("404 1404");
});
