import { createClient } from "@vestibule/contract/api.client.ts";
import { type Finding, teamDeskEndpoints } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import { expect, test } from "vitest";
import { dataOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { memberOfEachRole, openTeam } from "../../../../../test/team.ts";
import { saveLastAnswer } from "../../connections/last-answer.store.ts";
import { startWebhook } from "../../events/webhook.store.ts";
import { recordKeyUses } from "../../platform/key-use.store.ts";
import { openLinkRequestTest } from "./test/link-request.ts";

const { requested, testApi } = await openLinkRequestTest();
const { deps, pool } = testApi;
const findings: Finding[] = [
  {
    ...{ state: "ok", subject: operatorText("subject.database") },
    detail: operatorText("databaseAnswers", { version: "18.4" }),
  },
];
const { settings, service, member } = openTeam({ ...deps, checkUp: async () => findings }, memberOfEachRole);
const desk = createClient(teamDeskEndpoints, settings);

test("marks a letter as printed once, in the member's name", async () => {
  const { rows } = await pool.query(
    `insert into letter_request (brand, company, policy_number, role, person_key, language, journey_id)
     values ('belair', 'belair', 'ABC1234', 40, 'p', 'fr', gen_random_uuid()) returning id`,
  );
  const id: string = rows[0].id;
  const operate = await member("operate");
  expect(dataOf(await desk.letters(operate)).letters).toMatchObject([{ id, brand: "belair", policyNumber: "ABC1234" }]);
  expect(dataOf(await desk.letters(operate)).brands).toContainEqual({
    id: "belair",
    name: { en: "Belair", fr: "Belair" },
  });
  expect(await desk.markPrinted(operate, id)).toMatchObject({ status: 204 });
  expect(await desk.markPrinted(operate, id)).toMatchObject({ status: 404 });
  expect(dataOf(await desk.letters(operate)).letters).toEqual([]);
  const events = await pool.query("select actor from audit_event where event = 'letter.acknowledged'");
  expect(events.rows).toEqual([{ actor: "agent:operate" }]);
});

test("lists links that wait for a second agent, with masked e-mails", async () => {
  const { id, email } = await requested(await newPerson(testApi));
  const { requests } = dataOf(await desk.linkRequests(await member("operate")));
  expect(requests).toMatchObject([{ id, brand: "belair", state: "requested", requestedBy: "amelie" }]);
  expect(JSON.stringify(requests)).not.toContain(email);
});

test("shows queues, keys with their age, and the last good and bad answer of a webhook", async () => {
  await recordKeyUses(deps.database, deps.keys);
  await startWebhook(deps.database, "crm");
  const answered = { kind: "webhook", brandId: "", id: "crm" } as const;
  await saveLastAnswer(deps.database, { ...answered, isGood: true, answer: "accepted" });
  await saveLastAnswer(deps.database, { ...answered, isGood: false, answer: "status-503" });
  const state = dataOf(await desk.state(await member("operate")));
  expect(state.queues.map(({ queue }) => queue)).toContain("email-code");
  expect(state.keys.map(({ setting }) => setting)).toContain("AUDIT_SECRETS");
  expect(state.webhooks).toMatchObject([{ id: "crm", waiting: 0, parked: 0 }]);
  expect(state.webhooks[0]?.answers.map(({ answer }) => answer).sort()).toEqual(["accepted", "status-503"]);
});

test("returns what the doctor finds, and 503 where it takes too long", async () => {
  expect(dataOf(await desk.check(await member("operate")))).toEqual({ findings });
  const slow = openTeam({ ...deps, checkUp: async () => undefined }, memberOfEachRole);
  const onSlow = createClient(teamDeskEndpoints, slow.settings);
  expect(await onSlow.check(await slow.member("operate"))).toMatchObject({ status: 503 });
});

type Caller = Awaited<ReturnType<typeof member>>;
const calls = {
  letters: (caller: Caller) => desk.letters(caller),
  markPrinted: (caller: Caller) => desk.markPrinted(caller, "00000000-0000-0000-0000-000000000000"),
  linkRequests: (caller: Caller) => desk.linkRequests(caller),
  state: (caller: Caller) => desk.state(caller),
  check: (caller: Caller) => desk.check(caller),
} as const satisfies Record<keyof typeof teamDeskEndpoints, unknown>;

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  "A-390 refuses %s without the role to operate",
  async (name) => {
    for (const role of ["look", "edit", "publish", "act"] as const)
      expect(await calls[name](await member(role)), role).toMatchObject({ status: 403, error: { errorCode: 3013 } });
    expect(await calls[name]({ ...service, agent: { session: "none" } })).toMatchObject({ error: { errorCode: 3004 } });
  },
);
