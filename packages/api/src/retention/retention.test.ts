import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type TestPerson,
  toCreate,
  Visitor,
} from "../../../../test/registration.ts";
import { settleNotification } from "../messages/notification.store.ts";
import { jsonLog } from "../platform/log.adapter.ts";
import { startRetentionJob } from "./retention.adapter.ts";
import { deletePastRows, retentionRows, runRetention } from "./retention.store.ts";
import { retentionPage } from "./retention-page.rule.ts";

const testApi = await openTestApi();
const deletePast = () => deletePastRows(testApi.database);
const day = 24 * 3600;

const count = async (table: string) => {
  const { rows } = await testApi.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n as number;
};

/** Every column of every table, in any schema. */
async function allColumns(): Promise<{ table: string; column: string; column_path: string }[]> {
  const { rows } = await testApi.pool.query(`
    select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(a.attname) as "column",
      c.relname || '.' || a.attname as column_path
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`);
  return rows;
}

/** Columns that contain one of these texts, ignoring case. */
async function columnsWith(texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`);
  const found: string[] = [];
  for (const { table, column, column_path: columnPath } of await allColumns()) {
    const { rows } = await testApi.pool.query(`select 1 from ${table} where ${column}::text ilike any($1) limit 1`, [
      patterns,
    ]);
    if (rows.length > 0) found.push(columnPath);
  }
  return found.sort();
}

/** A person's personal data in every format that the product may store. */
function personalTexts({ email, cellPhone, policy, driver, personKey }: TestPerson): string[] {
  const postalCode = policy.postalCode.replace(" ", "");
  return [
    ...[email, cellPhone, cellPhone.replace(/^(...)(...)/, "$1-$2-"), policy.lastName, policy.firstName, personKey],
    ...[policy.dateOfBirth, postalCode, postalCode.replace(/^(...)/, "$1 "), driver.driverLicense],
  ].filter((text) => text !== "" && text !== "--");
}

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

test("deletes agents' sessions after 30 days and link requests 7 days after their deadline", async () => {
  await testApi.pool.query(
    "insert into agent_session (id_hash, agent, secret_mark, address_key) values ('a', 'b', 'c', 'd')",
  );
  await testApi.pool.query(`insert into link_request (brand, reference, action, person_key, company, policy_number, role,
      recipient_typed, language, province, bound_to, stop_token_hash, mails_sent, texts_sent, requested_by, due_at)
    values ('belair', '1', 'DEFPWD_REGISTER', 'p', 'belair', 'q', 40, 'r', 'fr', 'qc', 's', 't', 0, 0, 'agent:a',
      app_now() + interval '1 day')`);
  const kept = async () => [await count("link_request"), await count("agent_session")];
  await testApi.moveClock(7 * 24 * 3600);
  await deletePast();
  expect(await kept()).toEqual([1, 1]);
  await testApi.moveClock(25 * 3600);
  await deletePast();
  expect(await kept()).toEqual([0, 1]);
  await testApi.moveClock(23 * 24 * 3600);
  await deletePast();
  expect(await kept()).toEqual([0, 0]);
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
  expect(await columnsWith([person.email])).toContain("notification.recipient");
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
  const deliveryOutcome = { kind: "accepted", providerMessageId: null } as const;
  await settleNotification(testApi.database, { id, attempts, deliveryOutcome, keepsFacts: false });
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

test("runs on one of several servers that start concurrently, and not again within the hour", async () => {
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
  const job = startRetentionJob({ database: testApi.database, log: jsonLog({ level: "silent" }) });
  const isThere = async () => (await testApi.pool.query("select 1 from limit_window where key = 'old'")).rows.length;
  await expect.poll(isThere, { timeout: 30_000 }).toBe(0);
  await job.stop();
});

test("leaves personal data only in accounts and the imported directory after two years", async () => {
  await testApi.pool.query("truncate notification, registration_attempt, one_time_code, limit_window");
  const [registered, found, member, target] = [
    await newPerson(testApi, { cell_phone: null }),
    await newPerson(testApi),
    await newHolder(testApi),
    await newPerson(testApi),
  ];
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

  const before = await columnsWith([...personal, ...codes]);
  expect(before).toEqual(expect.arrayContaining(["notification.recipient", "notification.facts", "link.recipient"]));
  expect(before).toEqual(expect.arrayContaining(["registration_attempt.state", "link_request.recipient_typed"]));

  await testApi.moveClock(2 * 366 * day);
  await deletePast();
  const tables = new Set((await columnsWith(personal)).map((columnPath) => columnPath.split(".")[0]));
  expect([...tables].sort()).toEqual(["account", "book_row"]);
  const holders = (await columnsWith(codes)).filter((columnPath) => !/^(account|book_row)\./.test(columnPath));
  expect(holders).toEqual([]);
});

test("covers every table, and the documentation page is up to date", async () => {
  const tables = new Set((await allColumns()).map(({ table }) => table.replace(/^public\./, "")));
  const own = [...tables].filter((table) => !table.startsWith("kysely_"));
  expect(own.sort()).toEqual(Object.keys(retentionRows).sort());
  const page = join(import.meta.dirname, "../../../../docs/security/retention.md");
  expect(await readFile(page, "utf8")).toBe(retentionPage());
});
