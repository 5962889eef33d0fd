import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, minutesTo, newPerson } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

async function startedAttempt() {
  const person = await newPerson(testApi);
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  return { person, registrant };
}

describe("extending a registration by policy number", () => {
  test("restarts the 15 idle minutes, but not the 30 minutes from the start", async () => {
    const { person, registrant } = await startedAttempt();
    for (const passed of [14, 28]) {
      await testApi.moveClock(14 * 60);
      const { idleEndsAt, endsAt } = dataOf(await registrant.extend());
      expect([minutesTo(testApi, idleEndsAt), minutesTo(testApi, endsAt)]).toEqual([15, 30 - passed]);
    }
    dataOf(await registrant.validate(registrant.methodId("EMAIL")));
    await testApi.moveClock(2 * 60);
    expect(summaryOf(await registrant.extend())).toBe("404 1404");
    expect(
      summaryOf(await registrant.validate(registrant.methodId("EMAIL"), await codeSentTo(testApi, person.email))),
    ).toBe("404 1404");
  });

  test("does not extend the ten minutes of a code sent before", async () => {
    const { person, registrant } = await startedAttempt();
    dataOf(await registrant.validate(registrant.methodId("EMAIL")));
    const code = await codeSentTo(testApi, person.email);
    await testApi.moveClock(9 * 60);
    dataOf(await registrant.extend());
    await testApi.moveClock(2 * 60);
    expect(await registrant.validate(registrant.methodId("EMAIL"), code)).toMatchObject({
      status: 240,
      data: { error: true },
    });
  });

  test("is refused after the idle time, and after the account is created", async () => {
    const late = await startedAttempt();
    await testApi.moveClock(15 * 60);
    expect(summaryOf(await late.registrant.extend())).toBe("404 1404");
    const done = await startedAttempt();
    await done.registrant.proven(testApi, done.person);
    dataOf(await done.registrant.create(factsOf(done.person)));
    expect(summaryOf(await done.registrant.extend())).toBe("404 1404");
  });

  test("requires the registration's own id and brand", async () => {
    const { registrant } = await startedAttempt();
    const elsewhere = new Registrant(testApi, { apiKey: "intact" });
    elsewhere.id = registrant.id;
    expect(summaryOf(await elsewhere.extend())).toBe("404 1404");
    elsewhere.id = "someone";
    expect(summaryOf(await elsewhere.extend())).toBe("404 1404");
    expect(summaryOf(await registrant.extend())).toBe("200");
  });

  test("accepts only an empty object as body", async () => {
    const { registrant } = await startedAttempt();
    const path = policyNumberRegistrationEndpoints.extend.path.replace("{registrationId}", registrant.id);
    const headers = { "api-key": "belair", "content-type": "application/json" };
    const post = async (body: string) =>
      (await testApi.apis[0].request(path, { method: "POST", headers, body })).status;
    expect([await post("{}"), await post('{"minutes":600}'), await post("{")]).toEqual([200, 400, 400]);
  });
});
