import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { codeSentTo, newPerson, otherThan, validPassword } from "../../../../../test/registration.ts";
import { reachPage } from "../../../../../test/registration-pages.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor, atPolicy } = await openRegistrationTest();
const { limit: lookups } = limits.lookupSession;

test("returns the attempts left with each refused lookup", async () => {
  const person = await newPerson(testApi);
  const visitor = await atPolicy();
  for (let left = lookups - 1; left > 0; left--)
    expect(await visitor.call("identify", { ...person.policy, firstName: "Other" })).toMatchObject({
      error: { error: "POLICY_NUMBER_NOT_FOUND", triesLeft: left },
    });
});

test("counts a mismatched licence with the other lookups", async () => {
  const person = await newPerson(testApi, { role: 80 });
  const visitor = await atPolicy("insuredDriver");
  await visitor.call("identify", { ...person.policy, firstName: "Other" });
  const body = { ...person.policy, driverLicense: "S531229028899", driverLicenseProvince: "qc" };
  expect(await visitor.call("identify", body)).toMatchObject({
    error: { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND", triesLeft: lookups - 2 },
  });
});

test("counts lookups of an account holder", async () => {
  const person = await newPerson(testApi);
  await testAccount(testApi, { email: `x-${person.email}`, password: validPassword, personKey: person.personKey });
  const visitor = await atPolicy();
  expect(await visitor.call("identify", person.policy)).toMatchObject({
    error: { error: "ACCOUNT_ALREADY_EXISTS", triesLeft: lookups - 1 },
  });
});

test("counts e-mails that are taken", async () => {
  await testAccount(testApi, { email: "taken@courrier.example", password: validPassword, personKey: "taken" });
  const { visitor } = await reachPage.CONFIRM_USERNAME(testApi);
  expect(await visitor.call("username", { email: "taken@courrier.example" })).toMatchObject({
    error: { error: "EMAIL_ALREADY_EXISTS", triesLeft: limits.usernameTakenSession.limit - 1 },
  });
});

test("announces only the last attempt of a code, whose limit is randomized", async () => {
  const person = await newPerson(testApi, { cell_phone: null });
  const visitor = await createVisitor().toCode(person);
  const wrong = otherThan(await codeSentTo(testApi, person.email));
  const refusals: (number | undefined)[] = [];
  let result = await visitor.verify(wrong);
  while (result.kind === "error" && result.error.error === "INVALID_ACTIVATION_CODE") {
    refusals.push(result.error.triesLeft);
    result = await visitor.verify(wrong);
  }
  expect(refusals.at(-1)).toBe(1);
  expect(refusals.slice(0, -1).every((left) => left === undefined)).toBe(true);
});

test("announces a person's last wrong code of the day before the session's own limit", async () => {
  const person = await newPerson(testApi, { cell_phone: null });
  const dayLimit = limits.wrongCodeIdentity.limit;
  let wrongCodes = 0;
  for (;;) {
    const visitor = await createVisitor().toCode(person);
    const wrong = otherThan(await codeSentTo(testApi, person.email));
    for (let turn = 0; turn < 2; turn++) {
      const result = await visitor.verify(wrong);
      wrongCodes += 1;
      const left = result.kind === "error" ? result.error.triesLeft : undefined;
      if (wrongCodes === dayLimit - 1) return expect(left).toBe(1);
    }
    await testApi.moveClock(60);
  }
});

test("does not return attempts left for a malformed form", async () => {
  const result = await (await atPolicy()).call("identify", { email: "x" } as never);
  expect(result).toMatchObject({ error: { error: "INVALID_REQUEST" } });
  expect(result.kind === "error" && "triesLeft" in result.error).toBe(false);
});

test("documents triesLeft in the error responses", async () => {
  const description = await (await testApi.apis[0].request("/api/openapi.json")).json();
  for (const path of ["identify", "verify", "verify/email"]) {
    const { responses } = description.paths[`/api/v2/registration/${path}`].post;
    expect(JSON.stringify(responses)).toContain('"triesLeft"');
  }
});
