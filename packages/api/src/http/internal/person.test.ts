import { randomUUID } from "node:crypto";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { type ApiClientSettings, createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import { type PersonBody, personSections } from "@vestibule/contract/internal/person.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { linkClients, liveLinkFor, orderFor } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, newestReset, newHolder, Recoverer } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { findColumnsContaining, personalTexts } from "../../../../../test/stored-texts.ts";
import { deskAgent, supportDeskOf } from "../../../../../test/support-desk.ts";
import { testAgents } from "../../../../../test/test-api.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { issueTicket } from "../../accounts/sign-in-ticket.store.ts";
import { addTestPasskey } from "../../passkeys/test/add-test-passkey.ts";
import { exportedColumns } from "../../retention/person-rows.store.ts";

const testApi = await openTestApi();
const { deps, pool } = testApi;
const settings: ApiClientSettings = {
  baseUrl: "http://localhost",
  fetch: async (request) => testApi.apis[0].fetch(request),
  timeoutMilliseconds: 25_000,
};
const people = createClient(personEndpoints, settings);
const { agent: _agent, ...system } = deskAgent;
const secondAgent = { ...deskAgent, agent: { id: "bruno" } };

const cells = {
  first_name: "Ghislaine",
  date_of_birth: "1971-03-04",
  postal_code: "J4Z2K9",
  licence_number: "T001234567890",
};
const identityOf = ({ policy: { postalCode: _postalCode, ...identity } }: TestPerson): PersonBody => identity;

/** A person with an account and rows in every table that keeps personal data. */
async function personWithEverything(): Promise<TestPerson & { accountId: string }> {
  const person = await newPerson(testApi, { ...cells, person_id: randomUUID() });
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), person);
  await visitor.call("create", createBody);
  const { rows } = await pool.query("select id from account where email = $1", [person.email]);
  const accountId: string = rows[0].id;
  const registrant = new Registrant(testApi);
  await registrant.found(person);
  await registrant.validate(registrant.methodId("SMS"));
  await new Recoverer(testApi).startReset(person.email);
  await liveLinkFor(linkClients(testApi), orderFor(person, { action: "RESETPWD_LOGIN" }));
  await supportDeskOf(testApi).reference({ journey: visitor.claims().sid });
  const { company, policyNumber } = { company: "belair", ...person.policy };
  await pool.query(
    `insert into link_request (brand, reference, action, person_key, company, policy_number, role, recipient_typed, language,
       province, bound_to, stop_token_hash, mails_sent, texts_sent, requested_by, due_at)
     values ('belair', '123456789', 'RESETPWD_LOGIN', $1, $2, $3, 40, $4, 'fr', 'qc', 'b', $5, 1, 0, 'agent:a', app_now())`,
    [person.personKey, company, policyNumber, `New-${person.email}`, person.rowId],
  );
  await pool.query(
    `insert into letter_request (brand, company, policy_number, role, person_key, language, journey_id)
     values ('belair', $1, $2, 40, $3, 'fr', gen_random_uuid())`,
    [company, policyNumber, person.personKey],
  );
  await pool.query(
    `insert into person_request (brand, action, company, policy_number, role, person_key, requested_by, due_at)
     values ('belair', 'export', $1, $2, 40, $3, 'agent:a', app_now())`,
    [company, policyNumber, person.personKey],
  );
  await pool.query(
    `insert into household_request (brand, journey_id, company, policy_number, role, person_key, first_name, email,
       email_typed, language, province, origin, token_hash, due_at)
     values ('belair', gen_random_uuid(), $1, $2, 80, $3, $4, $5, $5, 'fr', 'qc', 'http://localhost', $6, app_now())`,
    [company, policyNumber, person.personKey, person.policy.firstName, person.email, person.rowId],
  );
  const [name] = loginNameHashes(deps.keys.lookupHash, { brandId: "belair", email: person.email });
  await pool.query("insert into sign_in_failure (key, randomized_limit) values ($1, 5), ($1 || '/device', 5)", [name]);
  await addTestPasskey(deps, { accountId, origin: "http://localhost:3000" });
  await pool.query(
    `insert into email_change (brand, account_id, session_id_hash, email, email_typed, wrong_code_limit)
     values ('belair', $1, 's', $2, $2, 3)`,
    [accountId, person.email],
  );
  await pool.query(
    `with app as (insert into authenticator (account_id, name, secret, key_id, confirmed_at)
       values ($1, 'App', 'sealed-secret', 'k', app_now()) returning id, account_id),
     code as (insert into recovery_code (account_id, selector, code_hash) values ($1, 'K7QM', 'argon2'))
     insert into method_removal (account_id, brand, method, method_id, undo_token_hash, undo_ends_at)
     select account_id, 'belair', 'authenticator', id, gen_random_uuid()::text, app_now() from app`,
    [accountId],
  );
  await pool.query("insert into detached_policy values ($1, 'belair', 'ZZZ0000', 40)", [accountId]);
  await pool.query(
    `insert into policy_addition (account_id, session_id_hash, company, policy_number, role, person_key, contact,
       wrong_code_limit)
     values ($1, 's', $2, $3, 40, $4, $5, 3)`,
    [accountId, company, policyNumber, person.personKey, person.email],
  );
  await pool.query("insert into gateway_session (id_hash, account_id) values ($1, $2)", [person.rowId, accountId]);
  await pool.query(
    `insert into pending_sign_in (id_hash, account_id, client, reasons, failed_sign_ins, wrong_code_limit, expires_at)
     values ($1, $2, 'browser', '{unknownBrowser}', 0, 3, app_now())`,
    [person.rowId, accountId],
  );
  await pool.query("insert into held_second_factor (account_id, method) values ($1, 'text')", [accountId]);
  await pool.query("insert into known_browser (id_hash, account_id) values ($1, $2)", [person.rowId, accountId]);
  await pool.query(
    `insert into oidc_artifact (id_hash, model, issuer, client_id, account_id, payload, expires_at)
     values ($1, 'RefreshToken', 'i', 'claims', $2, '{}', app_now() + interval '1 day')`,
    [person.rowId, accountId],
  );
  await pool.query("insert into allowed_application (account_id, client_id, scopes) values ($1, 'claims', '{email}')", [
    accountId,
  ]);
  await deps.database.transaction().execute((transaction) => issueTicket(deps, transaction, accountId));
  return { ...person, accountId };
}

const eventsOf = async (accountId: string) => {
  const { rows } = await pool.query(
    "select event, result, actor, facts ->> 'requestedBy' as requested_by from audit_event where account_id = $1 and event like 'person.%' order by id",
    [accountId],
  );
  return rows;
};

test("exports everything kept of a person, without a secret, and records it", async () => {
  const person = await personWithEverything();
  const { code } = await newestReset(testApi, person.email);
  const { brand, data } = dataOf(await people.export(system, { email: person.email.toUpperCase() }));
  expect(brand).toBe("belair");
  expect(Object.keys(data).sort()).toEqual([...personSections].sort());
  expect(data.account).toEqual([
    expect.objectContaining({ email: person.email, firstName: "Ghislaine", dateOfBirth: "1971-03-04" }),
  ]);
  expect(data.insurerBook?.[0]).toMatchObject({ cellPhone: person.cellPhone, postalCode: "J4Z2K9" });
  expect(data.events?.map(({ event }) => event)).toEqual(expect.arrayContaining(["account.created", "code.sent"]));
  expect(data.failedSignIns).toHaveLength(2);
  const text = JSON.stringify(data);
  for (const hidden of ["argon2", "wrongCodeLimit", code, person.accountId, "agent:a", "sealed-secret", "K7QM"])
    expect(text).not.toContain(hidden);
  expect(dataOf(await people.export(deskAgent, identityOf(person))).data.account).toEqual(data.account);
  expect((await eventsOf(person.accountId)).map(({ event, actor }) => [event, actor])).toEqual([
    ["person.exported", "service"],
    ["person.exported", "agent:amelie.12"],
  ]);
});

test("erases a person after a second agent's confirmation, and leaves what is declared to be kept", async () => {
  const person = await personWithEverything();
  const other = await personWithEverything();
  const { exportedAt: _before, ...othersData } = dataOf(await people.export(system, identityOf(other)));
  const personOnly = personalTexts(person).filter((text) => !personalTexts(other).includes(text));
  expect(personOnly).toEqual(expect.arrayContaining([person.email, person.cellPhone, person.personKey]));

  const preview = dataOf(await people.previewErasure(deskAgent, { email: person.email }));
  expect(Object.keys(preview.deletes)).toHaveLength(personSections.length - 2);
  expect(preview.keeps.map(({ section }) => section)).toEqual(["insurerBook", "events"]);
  const { confirmation } = preview;
  const order = { person: identityOf(person), confirmation };
  expect(await people.erase(deskAgent, order)).toMatchObject({ status: 409, error: { fields: { act: "ownRequest" } } });
  expect(await people.erase(secondAgent, { ...order, person: identityOf(other) })).toMatchObject({
    status: 409,
    error: { fields: { act: "unconfirmed" } },
  });
  expect(await findColumnsContaining(pool, [person.email])).toContain("account.email");

  const { deletes, keeps } = dataOf(await people.erase(secondAgent, order));
  expect(deletes).toEqual(preview.deletes);
  expect(keeps.map(({ why }) => why)).toEqual(preview.keeps.map(({ why }) => why));
  const paths = await findColumnsContaining(pool, personOnly);
  expect([...new Set(paths.map((path) => path.split(".")[0]))]).toEqual(["book_row"]);
  expect(await findColumnsContaining(pool, [person.accountId])).toEqual(["audit_event.account_id"]);
  expect(await eventsOf(person.accountId)).toEqual([
    { event: "person.erasureRequested", result: "ok", actor: "agent:amelie.12", requested_by: null },
    { event: "person.erased", result: "ok", actor: "agent:bruno", requested_by: "agent:amelie.12" },
  ]);
  expect(await people.export(system, { email: person.email })).toMatchObject({ kind: "ok" });

  const { exportedAt: _after, ...left } = dataOf(await people.export(system, identityOf(other)));
  const { events: eventsBefore, ...dataBefore } = othersData.data;
  const { events: eventsAfter, ...dataAfter } = left.data;
  expect(dataAfter).toEqual(dataBefore);
  expect(eventsAfter?.length).toBe((eventsBefore?.length ?? 0) + 1);
});

test("the person may register again after an erasure", async () => {
  const person = await personWithEverything();
  const { confirmation } = dataOf(await people.previewErasure(system, { email: person.email }));
  expect(await people.erase(system, { person: { email: person.email }, confirmation })).toMatchObject({ kind: "ok" });
  const again = await toCreate(testApi, new Visitor(testApi.apis), person);
  expect(await again.call("create", createBody)).toMatchObject({ kind: "ok" });
});

test("erases a person once when two confirmations arrive at once", async () => {
  const person = await personWithEverything();
  const by = { email: person.email };
  const { confirmation } = dataOf(await people.previewErasure(system, by));
  const results = await Promise.all([0, 1].map(() => people.erase(system, { person: by, confirmation })));
  const deleted = results.map((result) => (result.kind === "ok" ? (result.data.deletes.account ?? 0) : 0));
  expect(deleted.sort()).toEqual([0, 1]);
  expect(results.every((result) => result.kind !== "unavailable")).toBe(true);
});

test("ends a confirmation after a day", async () => {
  const person = await newHolder(testApi, cells);
  const by = { email: person.accountEmail };
  const { confirmation, endsAt } = dataOf(await people.previewErasure(system, by));
  expect(Date.parse(endsAt) - deps.clock.now().getTime()).toBeLessThanOrEqual(24 * 3_600_000);
  await testApi.moveClock(24 * 3600 + 1);
  expect(await people.erase(system, { person: by, confirmation })).toMatchObject({
    status: 409,
    error: { fields: { act: "unconfirmed" } },
  });
});

test("erases a support reference of a sign-in whose name is stored under two keys", async () => {
  const person = await newPerson(testApi);
  const [name] = loginNameHashes(deps.keys.lookupHash, { brandId: "belair", email: person.email });
  await pool.query(
    `insert into support_reference (code, brand, journey, name_key, facts, expires_at)
     values ($1, 'belair', 'signIn', $2, '{}', app_now() + interval '1 day')`,
    ["000000000", `${name} the-hash-under-the-previous-key`],
  );
  const by = identityOf(person);
  const { confirmation } = dataOf(await people.previewErasure(system, by));
  await people.erase(system, { person: by, confirmation });
  const { rows } = await pool.query("select from support_reference where code = '000000000'");
  expect(rows).toEqual([]);
});

test("erases what is kept of an e-mail without an account or a policy", async () => {
  const email = "not-on-file@courrier.example";
  await new Recoverer(testApi).startReset(email);
  const { deletes, confirmation } = dataOf(await people.previewErasure(system, { email }));
  expect(deletes).toMatchObject({ passwordResets: 1 });
  await people.erase(system, { person: { email }, confirmation });
  expect(await findColumnsContaining(pool, [email])).toEqual([]);
  expect(await people.export(system, { email })).toMatchObject({ status: 404 });
});

test("exports and erases a request for a link to an e-mail with an accented domain, which no policy has", async () => {
  const { desk, reference } = supportDeskOf(testApi);
  const person = await newPerson(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person, { option: "SMS" });
  const code = await reference({ journey: visitor.claims().sid });
  const emailAsTyped = "Renee@Assuré-Été.example";
  dataOf(await desk.link(deskAgent, code, { action: "DEFPWD_REGISTER", email: emailAsTyped }));
  const email = "renee@assuré-été.example";
  expect(dataOf(await people.export(system, { email })).data.linkRequests).toMatchObject([
    { recipient: "renee@xn--assur-t-fyabb.example", recipientTyped: emailAsTyped },
  ]);
  const { confirmation } = dataOf(await people.previewErasure(system, { email }));
  await people.erase(system, { person: { email }, confirmation });
  expect(await findColumnsContaining(pool, [emailAsTyped])).toEqual([]);
});

test("assigns an e-mail of several people to none of them, and separates their messages", async () => {
  const shared = { email: "household@courrier.example", cell_phone: null };
  const one = await newPerson(testApi, { ...cells, ...shared });
  const two = await newPerson(testApi, shared);
  for (const call of [people.export, people.previewErasure])
    expect(await call(system, { email: shared.email })).toMatchObject({
      status: 409,
      error: { fields: { act: "severalPeople" } },
    });
  await new Visitor(testApi.apis).toCode(two, { by: "policyNumber" });
  expect(await codeSentTo(testApi, shared.email)).toMatch(/^\d{6}$/);
  const sections = async (person: TestPerson) =>
    Object.keys(dataOf(await people.export(system, identityOf(person))).data);
  expect(await sections(one)).toEqual(["insurerBook"]);
  expect(await sections(two)).toEqual(expect.arrayContaining(["messages", "codes", "registrations"]));
});

test("requires a credential, a brand, and a role that acts; unknown people are counted", async () => {
  const person = await newHolder(testApi, cells);
  const by = { email: person.accountEmail };
  expect(await people.export({ ...system, serviceCredential: "a-guess" }, by)).toMatchObject({ kind: "unavailable" });
  expect(await people.export({ ...system, brandId: "nobody" }, by)).toMatchObject({ status: 400 });
  expect(await people.export({ ...system, brandId: "intact" }, by)).toMatchObject({ status: 404 });
  expect(await people.export(system, { ...identityOf(person), firstName: "Autre" } as PersonBody)).toMatchObject({
    status: 404,
  });
  const results = [];
  for (let guess = 0; guess < 25; guess++)
    results.push(await people.export(deskAgent, { email: `guess${guess}@courrier.example` }));
  expect(results.at(-1)).toMatchObject({ status: 429 });
});

test("an agent with read permission only can neither export nor erase", async () => {
  const sessions = createClient(agentSessionEndpoints, settings);
  const amelie = { agentId: "amelie", secret: testAgents.amelie };
  const { token } = dataOf(await sessions.signIn(system, amelie));
  await pool.query("update agent_session set roles = '{read}'");
  const reader = { ...system, agent: { session: token } };
  for (const call of [people.export, people.previewErasure])
    expect(await call(reader, { email: "a@courrier.example" })).toMatchObject({
      status: 409,
      error: { fields: { act: "readOnly" } },
    });
});

test("every exported field and section has a label in both languages", () => {
  for (const language of languages)
    for (const { section, columns } of exportedColumns) {
      expect(sentence(`personExport:section.${section}`, language)).not.toBe("");
      for (const { name } of columns) expect(sentence(`personExport:field.${name}` as TextKey, language)).not.toBe("");
    }
});
