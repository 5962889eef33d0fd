import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../test/policy-number-registration.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { deskAgent, supportDeskOf } from "../../../../test/support-desk.ts";

const testApi = await openTestApi();
const profile = clientOf(testApi, profileEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);
const people = clientOf(testApi, personEndpoints);
const { desk } = supportDeskOf(testApi);

const rightPin = "K7M2P9QX";
const wrongPin = "AAAA1111";
let pairs = 0;
const nextPair = () => {
  pairs += 1;
  return pairs;
};
/** Two people of one name, born the same day, each with a policy, contacts and a PIN. */
async function namesakes() {
  const names = {
    first_name: "Julie",
    last_name: `Paré ${String.fromCharCode(96 + nextPair())}`,
    date_of_birth: "1980-05-06",
  };
  const first = await newPerson(testApi, { ...names, pin: rightPin });
  const second = await newPerson(testApi, {
    ...names,
    pin: rightPin,
    licence_province: "other",
    licence_number: "P6000805",
  });
  return { first, second };
}

/** Registers by e-mail, and returns what the account shows and exports. */
async function fileOf(person: TestPerson): Promise<string> {
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  expect(await visitor.call("create", createBody)).toMatchObject({ kind: "ok" });
  const { rows } = await testApi.pool.query("select id from account where email = $1", [person.email]);
  const caller = await openSession(testApi, rows[0].id);
  return JSON.stringify([
    dataOf(await ownData.data(caller)),
    dataOf(await profile.profile(caller)),
    dataOf(await profile.policies(caller)),
  ]);
}

describe("a person whose namesake is locked out", () => {
  test("A-440 proves their own PIN after a day of the namesake's wrong PINs", async () => {
    const { first, second } = await namesakes();
    let result = "240";
    for (let sessions = 0; sessions < 6; sessions += 1) {
      const registrant = new Registrant(testApi);
      const found = await registrant.find(first);
      if (found.kind !== "ok") continue;
      registrant.hold(found.data);
      for (let turn = 0; turn < 3; turn += 1)
        result = summaryOf(await registrant.validate(registrant.methodId("PIN"), wrongPin));
    }
    expect(result).toMatch(/^40[34] /);
    expect(summaryOf(await new Registrant(testApi).find(first))).toMatch(/^403 3002 /);
    const registrant = new Registrant(testApi);
    await registrant.found(second);
    expect(await registrant.validate(registrant.methodId("PIN"), rightPin)).toMatchObject({ data: { error: false } });
  });

  test("A-440 is found by their own licence after the namesake's policy got wrong ones", async () => {
    const { first, second } = await namesakes();
    const identify = async ({ policy }: TestPerson, driverLicense: string) => {
      const visitor = await new Visitor(testApi.apis).start("policyHolder");
      await visitor.call("identify", { method: "policyNumber" });
      return visitor.call("identify", { ...policy, driverLicense, driverLicenseProvince: "other" });
    };
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect(await identify(first, `ZZ9999${attempt}`)).toMatchObject({
        error: { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND" },
      });
    expect(await identify(second, second.driver.driverLicense)).toMatchObject({ kind: "ok" });
  });

  test("A-440 registers after the namesake's registration met wrong facts until it ended", async () => {
    const { first, second } = await namesakes();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const visitor = await new Visitor(testApi.apis).start("policyHolder");
      await visitor.call("identify", { method: "policyNumber" });
      for (let turn = 0; turn < 3 && visitor.page() === "POLICY_IDENTIFICATION"; turn += 1)
        await visitor.call("identify", { ...first.policy, postalCode: "G1R4S9" });
    }
    const registrant = new Registrant(testApi);
    await registrant.proven(testApi, second);
    expect((await registrant.create(factsOf(second))).kind).toBe("ok");
  });

  test("A-440 sets a new password after the namesake's reset met wrong postal codes all day", async () => {
    const { first, second } = await namesakes();
    const accounts = await Promise.all([first, second].map((person) => accountOf(testApi, person)));
    expect(new Set(accounts).size).toBe(2);
    const attempt = async ({ email }: TestPerson, postalCode: string) => {
      const person = new Recoverer(testApi);
      const started = await person.startReset(email);
      const { id, token } = await person.proven(started, (await newestReset(testApi, email)).code);
      const results = [];
      for (let turn = 0; turn < 3; turn += 1)
        results.push(summaryOf(await person.password(id, { password: nextPassword, token, postalCode })));
      return results;
    };
    expect((await attempt(first, "K1A 0B1")).at(-1)).toBe("400 1003 login-difficulties");
    expect((await attempt(second, "H2X 1Y4"))[0]).toBe("200");
  });
});

describe("a mother and a daughter who share the e-mail and the mobile number", () => {
  const family = async () => {
    const pair = nextPair();
    const shared = { email: `famille${pair}@courrier.example`, cell_phone: `43855501${10 + pair}` };
    const mother = await newPerson(testApi, { first_name: "Manon", date_of_birth: "1970-07-22", ...shared });
    const { lastName: last_name } = mother.policy;
    const daughter = await newPerson(testApi, {
      first_name: "Jade",
      last_name,
      date_of_birth: "2003-01-30",
      ...shared,
    });
    return { mother, daughter, shared };
  };

  test("A-441 are two people in the agents' search by a policy, and told apart by an initial in that by the e-mail", async () => {
    const { mother, daughter, shared } = await family();
    for (const person of [mother, daughter]) await new Visitor(testApi.apis).toCode(person, { by: "policyNumber" });
    const search = async (body: Parameters<typeof desk.search>[1]) =>
      dataOf(await desk.search(deskAgent, body)).journeys;
    const personRows = [];
    for (const { policy } of [mother, daughter]) {
      const journeys = await search({ policyNumber: policy.policyNumber });
      expect(journeys).toHaveLength(1);
      personRows.push(journeys[0]?.id);
    }
    expect(new Set(personRows).size).toBe(2);
    const both = await search({ email: shared.email });
    expect(both.map(({ initial }) => initial).toSorted()).toEqual(["J", "M"]);
  });

  test("A-441 are neither exported nor erased for each other by the service", async () => {
    const { mother, daughter, shared } = await family();
    expect(summaryOf(await people.export(deskAgent, { email: shared.email }))).toMatch(/^409 /);
    for (const [own, other] of [
      [mother, daughter],
      [daughter, mother],
    ] as const) {
      const { policyNumber, firstName, lastName, dateOfBirth } = own.policy;
      const identity = { policyNumber, firstName, lastName, dateOfBirth };
      const text = JSON.stringify(dataOf(await people.export(deskAgent, identity)));
      expect(text).toContain(policyNumber);
      for (const hidden of [other.policy.policyNumber, other.policy.firstName]) expect(text).not.toContain(hidden);
    }
  });
});

describe.each([
  ["twins", { first_name: "Laurence" }, { first_name: "Florence" }],
  ["a father and a son of one name", { date_of_birth: "1961-02-17" }, { date_of_birth: "1992-10-05" }],
])("%s", (_who, one, another) => {
  test("A-441 register apart and see nothing of each other", async () => {
    const shared = { first_name: "Robert", last_name: `Gingras ${String.fromCharCode(97 + nextPair())}` };
    const first = await newPerson(testApi, { ...shared, ...one });
    const second = await newPerson(testApi, { ...shared, ...another, postal_code: "G1R4P5" });
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const text = await fileOf(own);
      expect(text).toContain(own.policy.policyNumber);
      for (const hidden of [other.policy.policyNumber, other.email, other.cellPhone])
        expect(text).not.toContain(hidden);
    }
  });
});

test("A-441 a son cannot be added to the father's account, nor sign in by the code of a shared mobile", async () => {
  const father = await newHolder(testApi, { first_name: "Robert", date_of_birth: "1961-02-17" });
  const son = await newPerson(testApi, {
    ...{ first_name: "Robert", last_name: father.policy.lastName, date_of_birth: "1992-10-05" },
    cell_phone: father.cellPhone,
  });
  const visitor = await new Visitor(testApi.apis).toCode(son, { option: "SMS" });
  await visitor.verify(await codeSentTo(testApi, son.cellPhone));
  expect(visitor.page()).not.toBe("WELCOME_BACK");
  expect(JSON.stringify(await visitor.call("accountInfo"))).not.toContain(father.accountEmail);
});
