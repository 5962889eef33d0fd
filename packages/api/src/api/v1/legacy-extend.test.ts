import { registrationExtendEndpoint } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { describe, expect, test } from "vitest";
import { factsOf, Registrant } from "../../../../../test/legacy-registration.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, endOf } from "../../../../../test/recovery.ts";
import { codeSentTo, minutesTo, newPerson } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

async function begun() {
  const person = await newPerson(testApi);
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  return { person, registrant };
}

describe("more time for a registration by policy number", () => {
  test("is told by OpenAPI, with every status it can have", async () => {
    const answer = await testApi.apis[0].request("/api/openapi.json");
    const { paths } = (await answer.json()) as { paths: Record<string, { post: { responses: object } }> };
    expect(Object.keys(paths[registrationExtendEndpoint.path]?.post.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "400", "403", "404", "413", "415", "429", "503"]),
    );
  });

  test("begins its 15 idle minutes anew, and leaves the 30 from its beginning as they are", async () => {
    const { person, registrant } = await begun();
    for (const passed of [14, 28]) {
      await testApi.moveClock(14 * 60);
      const { idleEndsAt, endsAt } = dataOf(await registrant.extend());
      expect([minutesTo(testApi, idleEndsAt), minutesTo(testApi, endsAt)]).toEqual([15, 30 - passed]);
    }
    dataOf(await registrant.validate(registrant.way("EMAIL")));
    await testApi.moveClock(2 * 60);
    expect(endOf(await registrant.extend())).toBe("404 1404");
    expect(endOf(await registrant.validate(registrant.way("EMAIL"), await codeSentTo(testApi, person.email)))).toBe(
      "404 1404",
    );
  });

  test("is no step: a code sent before lives its ten minutes and no longer", async () => {
    const { person, registrant } = await begun();
    dataOf(await registrant.validate(registrant.way("EMAIL")));
    const code = await codeSentTo(testApi, person.email);
    await testApi.moveClock(9 * 60);
    dataOf(await registrant.extend());
    await testApi.moveClock(2 * 60);
    expect(await registrant.validate(registrant.way("EMAIL"), code)).toMatchObject({
      status: 240,
      data: { error: true },
    });
  });

  test("comes too late after the idle time, and for a registration that is done", async () => {
    const late = await begun();
    await testApi.moveClock(15 * 60);
    expect(endOf(await late.registrant.extend())).toBe("404 1404");
    const done = await begun();
    await done.registrant.proven(testApi, done.person);
    dataOf(await done.registrant.create(factsOf(done.person)));
    expect(endOf(await done.registrant.extend())).toBe("404 1404");
  });

  test("is for the holder of its id under its brand alone, and for no other kind of id", async () => {
    const { registrant } = await begun();
    const elsewhere = new Registrant(testApi, { apiKey: "intact" });
    elsewhere.id = registrant.id;
    expect(endOf(await elsewhere.extend())).toBe("404 1404");
    elsewhere.id = "someone";
    expect(endOf(await elsewhere.extend())).toBe("404 1404");
    expect(endOf(await registrant.extend())).toBe("200");
  });

  test("takes no body but an empty object", async () => {
    const { registrant } = await begun();
    const path = registrationExtendEndpoint.path.replace("{registrationId}", registrant.id);
    const headers = { "api-key": "belair", "content-type": "application/json" };
    const post = async (body: string) =>
      (await testApi.apis[0].request(path, { method: "POST", headers, body })).status;
    expect([await post("{}"), await post('{"minutes":600}'), await post("{")]).toEqual([200, 400, 400]);
  });
});
