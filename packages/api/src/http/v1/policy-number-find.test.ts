import { randomBytes } from "node:crypto";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { summaryOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { browserSessionHeaders } from "../../../../../test/support-desk.ts";

const testApi = await openTestApi();

/** A client with a browser session id, at the given client IP. */
const journeyAt = (clientIp: string) =>
  new Registrant(testApi, browserSessionHeaders(randomBytes(16).toString("base64url"), clientIp));

const methodsOf = (response: { twoFactorValidations: { method: string; maskedValue?: string | undefined }[] }) =>
  response.twoFactorValidations.map(({ method, maskedValue }) => [method, maskedValue]);

describe("a person found by policy number", () => {
  test("is offered masked contacts in display order, then the brand's option none of these", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX", email: "maelle@courrier.example" });
    const result = await new Registrant(testApi).find(person);
    expect(result).toMatchObject({ kind: "ok", status: 240, data: { ubiMatchPH: false, ubi: false } });
    const response = await new Registrant(testApi).found(person);
    expect(methodsOf(response)).toEqual([
      ["EMAIL", "m•••@c•••.example"],
      ["SMS", expect.stringMatching(new RegExp(`${person.cellPhone.slice(-2)}$`))],
      ["PIN", undefined],
      ["NONE", undefined],
    ]);
    expect(JSON.stringify(response)).not.toContain(person.cellPhone);
  });

  test("gets no method without a contact on file, except the brand's option none of these", async () => {
    const nothing = { email: null, email_typed: null, cell_phone: null };
    expect(methodsOf(await new Registrant(testApi).found(await newPerson(testApi, nothing)))).toEqual([
      ["NONE", undefined],
    ]);
    const elsewhere = new Registrant(testApi, { apiKey: "bna" });
    const client = await newPerson(testApi, { ...nothing, company: "bna" });
    expect(methodsOf(await elsewhere.found(client))).toEqual([]);
  });

  test("is found in either registry, however the name is written", async () => {
    for (const registry of ["smart", "legacy"] as const) {
      const person = await newPerson(testApi, { registry });
      const typed = { firstName: "maelle", lastName: person.policy.lastName.toUpperCase().replace("-", " ") };
      expect(summaryOf(await new Registrant(testApi).find(person, typed))).toBe("240");
    }
  });

  test("A-076 with an account gets the same answer with status 200, and the third find in one browser session the roadblock", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person, { email: "compte@courrier.example" });
    const registrant = journeyAt("192.0.2.70");
    for (let turn = 1; turn < limits.lookupKnownJourney.limit; turn++) {
      const result = await registrant.find(person);
      expect(result).toMatchObject({ kind: "ok", status: 200, data: { ubi: false, ubiMatchPH: false } });
      expect(JSON.stringify(result)).not.toContain("compte");
    }
    const third = await registrant.find(person);
    expect(third).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "more-than-one-profile", until: expect.any(String) },
    });
    expect(await registrant.find(person)).toEqual(third);
    expect(summaryOf(await journeyAt("192.0.2.70").find(person))).toBe("200");
    await testApi.moveClock(limits.lookupKnownJourney.windowMinutes * 60);
    expect(summaryOf(await registrant.find(person))).toBe("200");
  });
});

describe("a search without a match", () => {
  test("A-073 answers an unknown number and another person alike, with the attempts left", async () => {
    const person = await newPerson(testApi);
    const unknown = await new Registrant(testApi).find(person, { policyNumber: "ZZZ9999" });
    const another = await new Registrant(testApi).find(person, { lastName: "Lavoie" });
    expect(another).toEqual(unknown);
    expect(another).toEqual({
      kind: "error",
      status: 404,
      error: { errorCode: 1404, message: "not found", triesLeft: 2 },
    });
  });

  test("A-076 leads to the roadblock after three misses of one browser session, whichever numbers were entered", async () => {
    const person = await newPerson(testApi);
    const registrant = journeyAt("192.0.2.71");
    const results = [];
    for (const policyNumber of ["YYA1111", "YYB2222", "YYC3333"])
      results.push(await registrant.find(person, { policyNumber }));
    expect(results.map(summaryOf)).toEqual(["404 1404", "404 1404", "403 3002 registration-difficulties"]);
    expect(results[1]).toMatchObject({ error: { triesLeft: 1 } });
    expect(results[2]).toMatchObject({ error: { until: expect.any(String) } });
    expect(await registrant.find(person)).toEqual(results[2]);
    await testApi.moveClock(limits.lookupMissJourney.windowMinutes * 60);
    expect(summaryOf(await registrant.find(person))).toBe("240");
  });

  test("A-076 does not lock the policyholder's number for other browser sessions", async () => {
    const person = await newPerson(testApi);
    for (const clientIp of ["192.0.2.50", "192.0.2.51", "192.0.2.52", "192.0.2.53"])
      expect(summaryOf(await journeyAt(clientIp).find(person, { postalCode: "G1R 4S9" }))).toBe("404 1404");
    expect(summaryOf(await journeyAt("192.0.2.50").find(person))).toBe("240");
    expect(summaryOf(await new Registrant(testApi, { clientIp: "192.0.2.50" }).find(person))).toBe("240");
  });

  test("resets the count after a person is found in the same browser session", async () => {
    const first = await newPerson(testApi);
    const second = await newPerson(testApi);
    const registrant = journeyAt("192.0.2.72");
    for (let turn = 1; turn < limits.lookupMissJourney.limit; turn++)
      expect(summaryOf(await registrant.find(first, { lastName: "Lavoie" }))).toBe("404 1404");
    expect(summaryOf(await registrant.find(first))).toBe("240");
    expect(await registrant.find(second, { lastName: "Lavoie" })).toMatchObject({ error: { triesLeft: 2 } });
  });

  test("A-076 is limited by number and client IP, and by network, without a browser session id", async () => {
    const person = await newPerson(testApi);
    const wrong = { postalCode: "G1R 4S9" };
    const registrant = new Registrant(testApi, { clientIp: "203.0.113.20" });
    const ends = [];
    for (let turn = 0; turn < 4; turn++) ends.push(summaryOf(await registrant.find(person, wrong)));
    expect(ends).toEqual([
      "404 1404",
      "404 1404",
      "403 3002 registration-difficulties",
      "403 3002 registration-difficulties",
    ]);
    expect(summaryOf(await new Registrant(testApi, { clientIp: "203.0.114.20" }).find(person))).toBe("240");
    let answered = 0;
    while (summaryOf(await registrant.find(person, { policyNumber: `XQZ${1000 + answered}` })) !== "429 1429")
      answered += 1;
    expect(answered).toBe(limits.lookupPrefixNetwork.limit);
  });

  test("is checked no more often than the limit in ten concurrent requests on two servers", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    const results = await Promise.all(
      Array.from({ length: 10 }, async () => summaryOf(await registrant.find(person, { lastName: "Lavoie" }))),
    );
    expect(results.filter((result) => result === "404 1404")).toHaveLength(limits.lookupMissJourney.limit - 1);
    expect(results.filter((result) => result === "403 3002 registration-difficulties")).toHaveLength(8);
  });

  test("includes a licence that differs from the one on file, but not one missing on either side", async () => {
    const person = await newPerson(testApi);
    const licence = { driverLicence: "S5312-290288-08", driverLicenceProvince: "qc" };
    expect(summaryOf(await new Registrant(testApi).find(person, licence))).toBe("404 1404");
    const unlicensed = await newPerson(testApi, { licence_number: null, licence_province: null });
    expect(summaryOf(await new Registrant(testApi).find(unlicensed, licence))).toBe("240");
  });

  test("includes a policy of another brand", async () => {
    const person = await newPerson(testApi);
    expect(summaryOf(await new Registrant(testApi, { apiKey: "intact" }).find(person))).toBe("404 1404");
  });
});

describe("an invalid request", () => {
  test("names each field, and is not counted as an attempt", async () => {
    const person = await newPerson(testApi);
    const typed = { policyNumber: "K3", firstName: "M", dateOfBirth: "2026-02-30", postalCode: "H2X" };
    for (let turn = 0; turn < 4; turn++)
      expect(await new Registrant(testApi).find(person, typed)).toMatchObject({
        status: 400,
        error: {
          errorCode: 1000,
          fields: { policyNumber: "length", firstName: "minlength", dateOfBirth: "date", postalCode: "format" },
        },
      });
    expect(summaryOf(await new Registrant(testApi).find(person))).toBe("240");
  });

  test("in the driving programme includes a missing licence", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    expect(await registrant.find(person, { flow: "ubi" })).toMatchObject({
      status: 400,
      error: { fields: { driverLicence: "required", driverLicenceProvince: "required" } },
    });
    const licence = { driverLicence: "S5312-290288-07", driverLicenceProvince: "qc" };
    expect(await registrant.find(person, { flow: "ubi", ...licence })).toMatchObject({
      status: 240,
      data: { ubi: true },
    });
  });

  test("A-065 includes an unknown field, and both search methods at once", async () => {
    const person = await newPerson(testApi);
    const smuggled = { email: "maelle@courrier.example", role: 40 } as object;
    expect(await new Registrant(testApi).find(person, smuggled)).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { email: "unknown", role: "unknown" } },
    });
  });
});
