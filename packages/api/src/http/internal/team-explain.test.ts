import { createClient } from "@vestibule/contract/api.client.ts";
import { teamExplainEndpoints } from "@vestibule/contract/internal/team-explain.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { memberOfEachRole, openTeam } from "../../../../../test/team.ts";

const testApi = await openTestApi();
const { settings, service, member } = openTeam(testApi.deps, memberOfEachRole);
const explain = createClient(teamExplainEndpoints, settings);

test("explains the rows of a policy with a masked number, and records the search", async () => {
  const person = await newPerson(testApi);
  const { rows } = dataOf(
    await explain.row(await member("operate"), { brand: "belair", row: person.policy.policyNumber }),
  );
  expect(rows[0]?.endings).toContain("codeByEmail");
  expect(rows[0]?.policyNumber).not.toBe(person.policy.policyNumber);
  const events = await testApi.pool.query("select facts from audit_event where event = 'person.searched'");
  expect(events.rows).toMatchObject([{ facts: { by: "explain" } }]);
});

test("explains a person to imagine by what is on file", async () => {
  const operate = await member("operate");
  const endingsOf = async (facts: ("email" | "cellPhone" | "postalCode" | "legacy")[]) =>
    dataOf(await explain.imagined(operate, { brand: "belair", province: "qc", role: 40, facts })).endings;
  expect(await endingsOf([])).toContain("cannotRegister");
  expect(await endingsOf(["email", "postalCode"])).toEqual(["codeByEmail", "choosesPassword"]);
  expect(await endingsOf(["legacy", "postalCode"])).toContain("legacyRegistry");
});

test("names the parts of the week on which the telephone of a province is closed", async () => {
  const operate = await member("operate");
  const closedIn = async (brand: string) =>
    dataOf(await explain.imagined(operate, { brand, province: "qc", role: 40, facts: [] })).closedDays;
  expect(await closedIn("intact")).toEqual(["sunday"]);
  expect(await closedIn("belair")).toEqual([]);
});

test("counts the people of a book", async () => {
  const { people, endings } = dataOf(await explain.book(await member("operate"), { brand: "belair" }));
  expect(people).toBeGreaterThan(0);
  expect(Object.values(endings).every((count) => count > 0)).toBe(true);
});

test("answers 404 to a row that the book does not have, and 400 to an unknown brand", async () => {
  const operate = await member("operate");
  expect(await explain.row(operate, { brand: "belair", row: "nowhere@courrier.example" })).toMatchObject({
    status: 404,
  });
  expect(await explain.book(operate, { brand: "none" })).toMatchObject({ status: 400 });
});

type Caller = Awaited<ReturnType<typeof member>>;
const calls = {
  row: (caller: Caller) => explain.row(caller, { brand: "belair", row: "ABC1234" }),
  imagined: (caller: Caller) => explain.imagined(caller, { brand: "belair", province: "qc", role: 40, facts: [] }),
  book: (caller: Caller) => explain.book(caller, { brand: "belair" }),
} as const satisfies Record<keyof typeof teamExplainEndpoints, unknown>;

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  "A-390 refuses %s without the role to operate",
  async (name) => {
    for (const role of ["look", "edit", "publish", "act"] as const)
      expect(await calls[name](await member(role)), role).toMatchObject({ status: 403, error: { errorCode: 3013 } });
    expect(await calls[name]({ ...service, agent: { session: "none" } })).toMatchObject({ error: { errorCode: 3004 } });
  },
);
