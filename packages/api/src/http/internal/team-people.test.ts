import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { teamPeopleEndpoints } from "@vestibule/contract/internal/team-people.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, newHolder } from "../../../../../test/recovery.ts";
import { supportDeskOf } from "../../../../../test/support-desk.ts";
import { openTeam } from "../../../../../test/team.ts";

const testApi = await openTestApi();
const roles = {
  ada: ["operate"],
  bob: ["operate"],
  look: ["look"],
  edit: ["edit"],
  publish: ["publish"],
  act: ["act"],
} as const;
const { settings, service, member } = openTeam(testApi.deps, roles);
const people = createClient(teamPeopleEndpoints, settings);

async function personOnFile() {
  const holder = await newHolder(testApi);
  const { policyNumber } = holder.policy;
  const found = dataOf(await people.find(await member("ada"), { brand: "belair", policyNumber }));
  const row = found.people[0]?.row ?? "";
  return { holder, policyNumber, found, order: { brand: "belair", row } };
}

const openRequests = async (id: keyof typeof roles) => dataOf(await people.requests(await member(id))).requests;

const eventsOf = async (request: string) => {
  const { rows } = await testApi.pool.query(
    "select event, actor from audit_event where facts ->> 'request' = $1 order by id",
    [request],
  );
  return rows;
};

test("finds a person by policy with a masked number, and records it", async () => {
  const { holder, policyNumber, found } = await personOnFile();
  expect(found.people).toMatchObject([{ firstName: holder.policy.firstName, role: 40, hasAccount: true }]);
  expect(found.people[0]?.policyNumber).not.toBe(policyNumber);
  const { rows } = await testApi.pool.query(
    "select actor, facts from audit_event where event = 'person.searched' order by id desc limit 1",
  );
  expect(rows).toMatchObject([{ actor: "agent:ada", facts: { by: "policy", people: 1 } }]);
});

test("answers 404 to a reference without a person, and 400 to a misread one", async () => {
  const code = await supportDeskOf(testApi).reference({ agentCode: roadblocks.technical.agentCode });
  expect(await people.find(await member("ada"), { reference: code })).toMatchObject({ status: 404 });
  expect(await people.find(await member("ada"), { reference: "482913705" })).toMatchObject({ status: 400 });
});

test.each(["", "not an id", "intact:4821"])(
  "answers 404 to a request about the row %j, which no book has",
  async (row) => {
    const order = { brand: "belair", row, action: "export" } as const;
    expect(await people.request(await member("ada"), order)).toMatchObject({ status: 404 });
  },
);

test("erases a person after the approval of a second member, at once and with the request", async () => {
  const { holder, order } = await personOnFile();
  expect(await people.request(await member("ada"), { ...order, action: "erase" })).toMatchObject({ status: 204 });
  expect(await people.request(await member("bob"), { ...order, action: "erase" })).toMatchObject({ status: 409 });
  const [request] = await openRequests("bob");
  expect(request).toMatchObject({ action: "erase", firstName: holder.policy.firstName, isOwn: false });
  const { erased } = dataOf(await people.approve(await member("bob"), request?.id ?? ""));
  expect(erased?.deletes).toMatchObject({ account: 1, personRequests: 1 });
  expect(await openRequests("bob")).toEqual([]);
  expect((await eventsOf(request?.id ?? "")).map(({ event, actor }) => [event, actor])).toEqual([
    ["person.erasureRequested", "agent:ada"],
    ["person.erased", "agent:bob"],
  ]);
});

test("lets both members download an export that the second approved, each time recorded", async () => {
  const { order } = await personOnFile();
  await people.request(await member("ada"), { ...order, action: "export" });
  const [request] = await openRequests("ada");
  const id = request?.id ?? "";
  expect(await people.download(await member("ada"), id)).toMatchObject({ status: 404 });
  expect(dataOf(await people.approve(await member("bob"), id))).toEqual({});
  expect(dataOf(await people.download(await member("ada"), id)).data.account).toHaveLength(1);
  const { rows } = await testApi.pool.query(
    "select actor from audit_event where event = 'person.exported' order by id desc limit 1",
  );
  expect(rows).toEqual([{ actor: "agent:ada" }]);
  await testApi.moveClock(24 * 3600 + 1);
  expect(await people.download(await member("ada"), id)).toMatchObject({ status: 404 });
  expect(await openRequests("ada")).toEqual([]);
});

test("A-391 refuses to approve one's own request, and an approval after a refusal", async () => {
  const { order } = await personOnFile();
  await people.request(await member("ada"), { ...order, action: "erase" });
  const [request] = await openRequests("ada");
  const id = request?.id ?? "";
  expect(await people.approve(await member("ada"), id)).toMatchObject({
    status: 409,
    error: { fields: { act: "ownRequest" } },
  });
  expect(await people.withdraw(await member("ada"), id)).toMatchObject({ status: 204 });
  expect(await people.approve(await member("bob"), id)).toMatchObject({ status: 404 });
});

test("A-391 erases once when two members approve at once", async () => {
  const { order } = await personOnFile();
  await people.request(await member("ada"), { ...order, action: "erase" });
  const [request] = await openRequests("bob");
  const bob = await member("bob");
  const results = await Promise.all([0, 1].map(() => people.approve(bob, request?.id ?? "")));
  expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
});

type Caller = Awaited<ReturnType<typeof member>>;
const none = "00000000-0000-0000-0000-000000000000";
const calls = {
  find: (caller: Caller) => people.find(caller, { brand: "belair", policyNumber: "ABC1234" }),
  requests: (caller: Caller) => people.requests(caller),
  request: (caller: Caller) => people.request(caller, { brand: "belair", row: none, action: "export" }),
  approve: (caller: Caller) => people.approve(caller, none),
  withdraw: (caller: Caller) => people.withdraw(caller, none),
  download: (caller: Caller) => people.download(caller, none),
} as const satisfies Record<keyof typeof teamPeopleEndpoints, unknown>;

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  "A-390 refuses %s without the role to operate",
  async (name) => {
    for (const id of ["look", "edit", "publish", "act"] as const)
      expect(await calls[name](await member(id)), id).toMatchObject({ status: 403, error: { errorCode: 3013 } });
    expect(await calls[name]({ ...service, agent: { session: "none" } })).toMatchObject({ error: { errorCode: 3004 } });
  },
);
