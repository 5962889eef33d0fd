import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { codeSentTo, createBody, newPerson, toCreate, Visitor } from "../../../../test/registration.ts";
import { allColumns, findColumnsContaining, personalTexts } from "../../../../test/stored-texts.ts";
import { setPassword } from "../accounts/account-change.store.ts";
import { settleNotification } from "../messages/notification.store.ts";
import { jsonLog } from "../platform/log.adapter.ts";
import { personalData } from "./personal-data.table.ts";
import { personalDataPage } from "./personal-data-page.rule.ts";
import { startRetentionJob } from "./retention.adapter.ts";
import { deletePastRows, pastRows, runRetention } from "./retention.store.ts";

const testApi = await openTestApi();
const deletePast = () => deletePastRows(testApi.database);
const day = 24 * 3600;

const count = async (table: string) => {
  const { rows } = await testApi.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n as number;
};

test("deletes an abandoned registration after a day and its codes a week after they expire", async () => {
  await new Visitor(testApi.apis).toCode(await newPerson(testApi, { cell_phone: null }));
  await new Registrant(testApi).found(await newPerson(testApi));
  await testApi.moveClock(day - 60);
  await deletePast();
  const kept = async () => Promise.all([count("registration_attempt"), count("one_time_code")]);
  expect(await kept()).toEqual([2, 1]);
  await testApi.moveClock(120);
  await deletePast();
  expect(await kept()).toEqual([0, 1]);
  await testApi.moveClock(7 * day);
  await deletePast();
  expect([await count("one_time_code"), await count("limit_window")]).toEqual([0, 0]);
});

/** A row of each table with an end, made now, and the seconds until it is deleted. */
const rowsWithEnd: Record<string, { insert: string; seconds: number }> = {
  report_count: {
    insert: "(position_id, part, key, count) select max(id), app_now(), gen_random_uuid(), 1 from report_position",
    seconds: 30 * day,
  },
  report_dimension: {
    insert: `(position_id, key, brand, dimensions) select max(id), gen_random_uuid(), 'belair', '{}'
      from report_position`,
    seconds: 30 * day,
  },
  report_position: { insert: "(figure, definition) values ('ending', 'd')", seconds: 30 * day },
  registration_attempt: {
    insert: "(api, brand, province, language, page, state) values ('v1', 'belair', 'qc', 'fr', 'START', '{}')",
    seconds: day,
  },
  one_time_code: {
    insert: `(purpose, brand, session_id, identity_key, channel, code_hash, expires_at)
      values ('reset', 'belair', gen_random_uuid(), 'i', 'EMAIL', 'h', app_now())`,
    seconds: 7 * day,
  },
  link: {
    insert: `(token_hash, brand, action, language, province, bound_to, expires_at)
      values ('t', 'belair', 'x', 'fr', 'qc', 'b', app_now() + interval '1 day')`,
    seconds: 8 * day,
  },
  link_request: {
    insert: `(brand, reference, action, person_key, company, policy_number, role, recipient_typed, language, province,
        bound_to, stop_token_hash, mails_sent, texts_sent, requested_by, due_at)
      values ('belair', '1', 'x', 'p', 'belair', 'q', 40, 'r', 'fr', 'qc', 'b', 's', 0, 0, 'a', app_now() + interval '1 day')`,
    seconds: 8 * day,
  },
  household_request: {
    insert: `(brand, account_id, journey_id, company, policy_number, role, person_key, first_name, email, email_typed,
      language, province, origin, token_hash, due_at)
      select brand, id, gen_random_uuid(), 'belair', 'q', 80, 'p', 'f', 'e', 'e', 'fr', 'qc', 'o', 't',
        app_now() + interval '3 days' from account`,
    seconds: 10 * day,
  },
  letter_request: {
    insert: `(brand, company, policy_number, role, person_key, language, journey_id, acknowledged_at)
      values ('belair', 'belair', 'q', 40, 'p', 'fr', gen_random_uuid(), app_now())`,
    seconds: 30 * day,
  },
  person_request: {
    insert: `(brand, action, company, policy_number, role, person_key, requested_by, due_at)
      values ('belair', 'erase', 'belair', 'q', 40, 'p', 'agent:a', app_now() + interval '1 day')`,
    seconds: 8 * day,
  },
  recovery: {
    insert: "(brand, email_key, how, language, province) values ('belair', 'e', 'forgot', 'fr', 'qc')",
    seconds: 7 * day,
  },
  sign_in_ticket: {
    insert: "(token_hash, account_id, expires_at) select 't', id, app_now() + interval '1 minute' from account",
    seconds: 7 * day + 60,
  },
  early_receipt: { insert: "(channel, id, kind) values ('SMS', 'i', 'delivered')", seconds: 60 * 60 },
  passkey_challenge: { insert: "(nonce, expires_at) values ('n', app_now())", seconds: 60 * 60 },
  passkey: {
    insert: `(account_id, credential_id, relying_party, public_key, sign_count, transports, backup_eligible, backed_up,
        name, removed_at) select id, 'c', 'r', '', 0, '{}', false, false, 'n', app_now() from account`,
    seconds: 30 * day,
  },
  authenticator: {
    insert: `(account_id, name, secret, key_id, confirmed_at, removed_at)
      select id, 'n', 's', 'k', app_now(), app_now() from account`,
    seconds: 30 * day,
  },
  recovery_code: {
    insert: "(account_id, selector, code_hash, superseded_at) select id, 's', 'h', app_now() from account",
    seconds: 30 * day,
  },
  method_removal: {
    insert: `(account_id, brand, method, method_id, undo_token_hash, undo_ends_at)
      select id, brand, 'passkey', id, 'h', app_now() from account`,
    seconds: 7 * day,
  },
  email_change: {
    insert:
      "(brand, account_id, session_id_hash, email, email_typed, wrong_code_limit) select brand, id, 's', 'e', 'e', 3 from account",
    seconds: 30 * day,
  },
  policy_addition: {
    insert: `(account_id, session_id_hash, company, policy_number, role, person_key, contact, wrong_code_limit)
      select id, 's', 'belair', 'q', 40, 'p', 'c', 3 from account`,
    seconds: 7 * day,
  },
  gateway_session: { insert: "(id_hash, account_id) select 's', id from account", seconds: 7 * day },
  oidc_artifact: {
    insert: "(id_hash, model, issuer, payload, expires_at) values ('o', 'AccessToken', 'i', '{}', app_now())",
    seconds: 0,
  },
  pending_sign_in: {
    insert: `(id_hash, account_id, client, reasons, failed_sign_ins, wrong_code_limit, expires_at)
      select 'p', id, 'browser', '{unknownBrowser}', 0, 3, app_now() + interval '10 minutes' from account`,
    seconds: 7 * day,
  },
  known_browser: { insert: "(account_id, id_hash) select id, 'b' from account", seconds: 180 * day },
  agent_session: {
    insert: "(id_hash, agent, secret_mark, address_key) values ('a', 'b', 'c', 'd')",
    seconds: 30 * day,
  },
  agent_sign_in: {
    insert: "(state_hash, nonce, code_verifier, redirect_uri) values ('s', 'n', 'c', 'u')",
    seconds: 10 * 60,
  },
  support_reference: {
    insert: "(code, brand, facts, expires_at) values ('1', 'belair', '{}', app_now() + interval '7 days')",
    seconds: 7 * day,
  },
  sign_in_failure: { insert: "(key, randomized_limit) values ('k', 5)", seconds: 365 * day },
  limit_window: { insert: "(key, hits) values ('k', '{}')", seconds: day },
  webhook_delivery: {
    insert: `(webhook_id, event_id, event, parked_at) values ('crm', 'evt_1', '{}', app_now())`,
    seconds: 90 * day,
  },
  notification: {
    insert: `(kind, brand, language, channel, recipient, facts, expires_at, done_at)
      values ('welcome', 'belair', 'fr', 'EMAIL', 'r', '{}', app_now() + interval '1 hour', app_now())`,
    seconds: 365 * day,
  },
};

test("keeps a row of each table until its end, and deletes it then", async () => {
  expect(Object.keys(rowsWithEnd).sort()).toEqual(Object.keys(pastRows).sort());
  await newHolder(testApi);
  await testApi.pool.query("delete from account where id <> (select id from account limit 1)");
  for (const [table, { insert, seconds }] of Object.entries(rowsWithEnd)) {
    await testApi.pool.query("delete from report_position");
    await testApi.pool.query("insert into report_position (figure, definition) values ('event', 'd')");
    await testApi.pool.query(`truncate ${table} cascade`);
    await testApi.pool.query(`insert into ${table} ${insert}`);
    await testApi.moveClock(seconds - 60);
    await deletePast();
    const kept = await count(table);
    await testApi.moveClock(2 * 60 + (table === "sign_in_failure" ? day : 0));
    await deletePast();
    expect([table, kept, await count(table)]).toEqual([table, 1, 0]);
  }
});

test("deletes the setup of an authenticator app that no code confirmed after a day", async () => {
  await testApi.pool.query("truncate authenticator");
  await testApi.pool.query(
    "insert into authenticator (account_id, name, secret, key_id) select id, '', 's', 'k' from account",
  );
  await testApi.moveClock(day - 60);
  await deletePast();
  expect(await count("authenticator")).toBe(1);
  await testApi.moveClock(120);
  await deletePast();
  expect(await count("authenticator")).toBe(0);
});

test("deletes a letter request that was never acknowledged after 90 days", async () => {
  await testApi.pool.query(`insert into letter_request ${rowsWithEnd.letter_request?.insert}`);
  await testApi.pool.query("update letter_request set acknowledged_at = null");
  await testApi.moveClock(90 * day - 60);
  await deletePast();
  expect(await count("letter_request")).toBe(1);
  await testApi.moveClock(120);
  await deletePast();
  expect(await count("letter_request")).toBe(0);
});

test("keeps the hashes of the last five passwords, and none without the account", async () => {
  const { accountId } = await newHolder(testApi);
  const { database } = testApi.deps;
  const hashes = async () =>
    (
      await testApi.pool.query("select password_hash from password_history where account_id = $1 order by set_at", [
        accountId,
      ])
    ).rows;
  for (const passwordHash of ["2", "3", "4", "5", "6"]) {
    await testApi.moveClock(1);
    await database.transaction().execute((trx) => setPassword(trx, { accountId, passwordHash }));
  }
  expect((await hashes()).map(({ password_hash: hash }) => hash)).toEqual(["2", "3", "4", "5", "6"]);
  await testApi.pool.query("delete from account where id = $1", [accountId]);
  expect(await hashes()).toEqual([]);
});

test("deletes more rows than one batch and keeps counts within their window", async () => {
  await testApi.pool.query(`insert into limit_window (key, hits, touched_at)
    select n::text, array[app_now()], app_now() - case when n <= 4500 then interval '25 hours' else interval '23 hours' end
    from generate_series(1, 4600) n`);
  expect(await deletePast()).toMatchObject({ limit_window: 4500 });
  expect(await count("limit_window")).toBe(100);
});

test("deletes a message's recipient after 30 days and the message a year later", async () => {
  await testApi.pool.query("truncate notification");
  const person = await newPerson(testApi, { cell_phone: null });
  await new Visitor(testApi.apis).toCode(person);
  await testApi.pool.query(
    "update notification set status = 'accepted', done_at = app_now(), provider_message_id = 'an-id'",
  );
  await testApi.moveClock(30 * day - 60);
  await deletePast();
  expect(await findColumnsContaining(testApi.pool, [person.email])).toContain("notification.recipient");
  await testApi.moveClock(120);
  await deletePast();
  const { rows } = await testApi.pool.query(
    "select kind, status, recipient, facts, provider_message_id from notification",
  );
  expect(rows).toEqual([
    { kind: "registrationCode", status: "accepted", recipient: "", facts: {}, provider_message_id: "an-id" },
  ]);
  await testApi.moveClock(365 * day);
  await deletePast();
  expect(await count("notification")).toBe(0);
});

test("F-15 empties a message's values in the statement that records it as sent", async () => {
  await new Visitor(testApi.apis).toCode(await newPerson(testApi, { cell_phone: null }));
  const read = async () =>
    (await testApi.pool.query("select id, status, attempts, facts ? 'code' as has_code from notification")).rows;
  const [{ id, attempts, has_code }] = await read();
  expect(has_code).toBe(true);
  const delivery = { kind: "accepted", providerMessageId: null } as const;
  await settleNotification(testApi.database, { id, attempts, delivery, retrySeconds: 0, keepsFacts: false });
  expect(await read()).toEqual([{ id, attempts, status: "accepted", has_code: false }]);
});

test("keeps a name that is locked until a reset longer than one with a few wrong passwords", async () => {
  await testApi.pool.query(`insert into sign_in_failure (key, randomized_limit, consecutive, touched_at) values
    ('quiet', 5, 99, app_now()), ('locked', 5, 100, app_now())`);
  const keys = async () =>
    (await testApi.pool.query("select key from sign_in_failure order by key")).rows.map(({ key }) => key);
  await testApi.moveClock(366 * day);
  await deletePast();
  expect(await keys()).toEqual(["locked"]);
  await testApi.moveClock(366 * day);
  await deletePast();
  expect(await keys()).toEqual([]);
});

test("F-25 runs on one of several servers that start concurrently, and not again within the hour", async () => {
  await testApi.pool.query("update retention_run set ran_at = null");
  await testApi.pool.query(`insert into limit_window (key, hits, touched_at)
    select n::text || ' past', array[app_now()], app_now() - interval '25 hours' from generate_series(1, 5000) n`);
  const runs = await Promise.all([0, 1].map(() => runRetention(testApi.database, { sinceMinutes: 55 })));
  expect(runs.map((counts) => counts?.limit_window).sort()).toEqual([expect.any(Number), undefined]);
  expect(await runRetention(testApi.database, { sinceMinutes: 55 })).toBeUndefined();
  await testApi.moveClock(3600);
  expect(await runRetention(testApi.database, { sinceMinutes: 55 })).toBeDefined();
});

test("deletes expired rows when a server starts", async () => {
  await testApi.pool.query(
    "insert into limit_window (key, hits, touched_at) values ('old', '{}', app_now() - interval '2 days')",
  );
  const job = startRetentionJob({
    database: testApi.database,
    log: jsonLog({ level: "silent" }),
    storedSecret: testApi.deps.keys.storedSecret,
  });
  const isThere = async () => (await testApi.pool.query("select 1 from limit_window where key = 'old'")).rows.length;
  await expect.poll(isThere, { timeout: 30_000 }).toBe(0);
  await job.stop();
});

test("leaves personal data only in accounts and the imported directory after two years", async () => {
  await testApi.pool.query("truncate notification, registration_attempt, one_time_code, limit_window");
  const registered = await newPerson(testApi, { cell_phone: null });
  const found = await newPerson(testApi);
  const member = await newHolder(testApi);
  const target = await newPerson(testApi);
  const created = await toCreate(testApi, new Visitor(testApi.apis), registered);
  await created.call("create", createBody);
  const unfinished = await newPerson(testApi, { cell_phone: null });
  await new Visitor(testApi.apis).toCode(unfinished);
  const registrant = new Registrant(testApi);
  await registrant.found(found);
  await registrant.validate(registrant.methodId("SMS"));
  const recoverer = new Recoverer(testApi);
  const recovery = await recoverer.startReset(member.accountEmail);
  const reset = await newestReset(testApi, member.accountEmail);
  const { token } = await recoverer.proven(recovery, reset.code);
  const { postalCode } = member.policy;
  expect((await recoverer.password(recovery, { password: nextPassword, token, postalCode })).kind).toBe("ok");
  await liveLinkFor(linkClients(testApi), orderFor(target, { action: "DEFPWD_REGISTER" }));
  await testApi.pool.query(
    `insert into link_request (brand, reference, action, person_key, company, policy_number, role, recipient_typed, language,
       province, bound_to, stop_token_hash, mails_sent, texts_sent, requested_by, due_at)
     values ('belair', '123456789', 'x', $1, 'belair', $2, 40, $3, 'fr', 'qc', 'b', 's', 1, 0, 'agent', app_now())`,
    [target.personKey, target.policy.policyNumber, target.email],
  );
  const codes = [await codeSentTo(testApi, unfinished.email), await codeSentTo(testApi, found.cellPhone), reset.code];
  const people = [registered, found, member, target, unfinished];
  const personal = [...people.flatMap(personalTexts), member.accountEmail, reset.token];

  const before = await findColumnsContaining(testApi.pool, [...personal, ...codes]);
  expect(before).toEqual(expect.arrayContaining(["notification.recipient", "notification.facts", "link.recipient"]));
  expect(before).toEqual(expect.arrayContaining(["registration_attempt.state", "link_request.recipient_typed"]));

  await testApi.moveClock(2 * 366 * day);
  await deletePast();
  const tables = new Set(
    (await findColumnsContaining(testApi.pool, personal)).map((columnPath) => columnPath.split(".")[0]),
  );
  expect([...tables].sort()).toEqual(["account", "account_contact", "account_policy", "book_row"]);
  const holders = (await findColumnsContaining(testApi.pool, codes)).filter(
    (columnPath) => !/^(account|book_row)\./.test(columnPath),
  );
  expect(holders).toEqual([]);
});

test("lists every column of every table once, and the documentation page is up to date", async () => {
  const columns = (await allColumns(testApi.pool))
    .map(({ columnPath }) => columnPath)
    .filter((columnPath) => !columnPath.startsWith("kysely_"));
  const listed = Object.entries(personalData).flatMap(([table, { fields, notPersonal = [] }]) =>
    [...fields.flatMap((field) => field.columns), ...notPersonal].map((column) => `${table}.${column}`),
  );
  expect(listed.sort()).toEqual(columns.sort());
  const page = join(import.meta.dirname, "../../../../docs/security/personal-data.md");
  expect(await readFile(page, "utf8")).toBe(personalDataPage());
});
