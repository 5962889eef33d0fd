import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, newHolder, Recoverer } from "../../../../../test/recovery.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { dataAbout, deskAgent, expectNothingPersonal, supportDeskOf } from "../../../../../test/support-desk.ts";

const testApi = await openTestApi();
const { desk, caseOf } = supportDeskOf(testApi);
const found = async (body: Parameters<typeof desk.search>[1], by = deskAgent) =>
  dataOf(await desk.search(by, body)).journeys;

async function searchEvents() {
  const { rows } = await testApi.pool.query(
    "select event, result, actor, facts from audit_event where event in ('support.searched', 'support.opened') order by id",
  );
  return rows;
}

test("finds a person's journeys by policy number and by e-mail, and opens the one that the agent selects", async () => {
  const person = await newPerson(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person, { option: "SMS" });
  await new Registrant(testApi).found(person);
  const dashed = `${person.policy.policyNumber.slice(0, 3)}-${person.policy.policyNumber.slice(3)}`.toLowerCase();
  for (const body of [{ policyNumber: dashed }, { email: person.email.toUpperCase() }]) {
    const journeys = await found(body);
    expect(journeys.map(({ kind, role }) => [kind, role])).toEqual([
      ["policyNumberRegistration", "policyHolder"],
      ["registration", "policyHolder"],
    ]);
    expectNothingPersonal(journeys, dataAbout(person));
  }
  const picked = { kind: "registration", id: visitor.claims().sid } as const;
  const { code } = dataOf(await desk.open(deskAgent, picked));
  const opened = await caseOf(code);
  expect(opened).toMatchObject({ journey: { kind: "registration", state: "open" }, province: "qc", language: "fr" });
  expect(opened.steps.map(({ event }) => event)).toContain("code.sent");
  const events = await searchEvents();
  expect(events.map(({ event, result }) => [event, result])).toEqual([
    ["support.searched", "found"],
    ["support.searched", "found"],
    ["support.opened", "ok"],
  ]);
  expect(events.every(({ actor }) => actor === "agent:amelie.12")).toBe(true);
  expectNothingPersonal(events, dataAbout(person));
});

test("finds the recoveries, links and sign-ins of an account by its e-mail", async () => {
  const holder = await newHolder(testApi);
  await new Recoverer(testApi).startReset(holder.accountEmail);
  const { database, auditor } = testApi.deps;
  await database.transaction().execute((transaction) =>
    auditor.record(transaction, {
      event: "sign-in.refused",
      result: "bad",
      actor: "person",
      brandId: "belair",
      accountId: holder.accountId,
      auditContext: { journey: "signIn", province: "qc", language: "fr" },
    }),
  );
  const journeys = await found({ email: holder.accountEmail });
  expect(journeys.map(({ kind }) => kind).sort()).toEqual(["link", "recovery", "signIn"]);
  for (const journey of journeys) {
    const { code } = dataOf(await desk.open(deskAgent, { kind: journey.kind, id: journey.id }));
    expect(await caseOf(code)).toMatchObject({ journey: { kind: journey.kind }, account: "active" });
  }
});

test("finds a sign-in by ticket, which the statistics do not count", async () => {
  const holder = await newHolder(testApi);
  const { database, auditor } = testApi.deps;
  await database.transaction().execute((transaction) =>
    auditor.record(transaction, {
      event: "sign-in.succeeded",
      result: "ok",
      actor: "person",
      brandId: "belair",
      accountId: holder.accountId,
      facts: { how: "ticket" },
    }),
  );
  expect((await found({ email: holder.accountEmail })).map(({ kind }) => kind)).toEqual(["signIn"]);
});

const nowhere = { kind: "recovery", id: "00000000-0000-4000-8000-000000000000" } as const;

test("distinguishes people on one policy by role and first initial only", async () => {
  const holder = await newPerson(testApi);
  const { policyNumber } = holder.policy;
  const driver = await newPerson(testApi, { policy_number: policyNumber, role: 80, first_name: "Zoé" });
  await new Registrant(testApi).found(holder);
  await new Registrant(testApi).found(driver);
  const journeys = await found({ policyNumber });
  expect(journeys.map(({ role, initial }) => [role, initial])).toEqual([
    ["insuredDriver", "Z"],
    ["policyHolder", "M"],
  ]);
  expectNothingPersonal(journeys, [...dataAbout(driver), ...dataAbout(holder)]);
});

test("gives the same answer for an unknown person, one without a recent journey, and one of another brand", async () => {
  const person = await newPerson(testApi);
  expect(await found({ policyNumber: "ZZZ9999" })).toEqual([]);
  expect(await found({ email: "not an e-mail" })).toEqual([]);
  expect(await found({ policyNumber: person.policy.policyNumber })).toEqual([]);
  const visitor = await new Visitor(testApi.apis).toCode(person);
  const elsewhere = { ...deskAgent, brandId: "servus" };
  expect(await found({ email: person.email }, elsewhere)).toEqual([]);
  const open = { kind: "registration", id: visitor.claims().sid } as const;
  expect(await desk.open(elsewhere, open)).toMatchObject({ status: 404 });
  expect(await desk.open(deskAgent, nowhere)).toMatchObject({ status: 404 });
  await testApi.moveClock(8 * 24 * 3600);
  expect(await found({ policyNumber: person.policy.policyNumber })).toEqual([]);
  await testApi.moveClock(-8 * 24 * 3600);
});

test("requires an agent, a brand and exactly one search field", async () => {
  const body = { policyNumber: "K3M4821" };
  const [api] = testApi.apis;
  const headers = { authorization: `Bearer ${deskAgent.serviceCredential}`, "content-type": "application/json" };
  const post = (path: string, more = {}, sent: object = body) =>
    api.request(path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(sent) });
  expect((await post("/internal/v1/support-search?brand=belair")).status).toBe(400);
  const agent = { "agent-id": "amelie" };
  expect((await post("/internal/v1/support-search", agent)).status).toBe(400);
  expect(
    (await post("/internal/v1/support-search?brand=belair", agent, { ...body, email: "a@b.example" })).status,
  ).toBe(400);
  expect((await post("/internal/v1/support-search?brand=belair", { ...agent, authorization: "Bearer x" })).status).toBe(
    401,
  );
});

test("counts searches without a result together with unknown references", async () => {
  const by = { ...deskAgent, agent: { id: "searcher" } };
  const unknown = await supportDeskOf(testApi).reference({});
  await testApi.pool.query("delete from support_reference where code = $1", [unknown]);
  for (let count = 1; count < limits.referenceMissAgent.limit; count++)
    expect(await found({ policyNumber: `ZZZ${1000 + count}` }, by)).toEqual([]);
  expect(await desk.look(by, unknown)).toMatchObject({ status: 404 });
  const refused = { status: 429, retryAfterSeconds: expect.any(Number) };
  expect(await desk.search(by, { policyNumber: "ZZZ2000" })).toMatchObject(refused);
  expect(await desk.open(by, nowhere)).toMatchObject(refused);
  expect(await desk.look(by, unknown)).toMatchObject(refused);
});
