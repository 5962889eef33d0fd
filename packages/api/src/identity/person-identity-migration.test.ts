import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { openPatiently } from "../../../../test/database.ts";
import { migrateTo } from "../../../../test/migrate-to.ts";
import { databaseUrl, onServer } from "../../../../test/postgres.setup.ts";
import { verifyAuditTrail } from "../audit/audit-verification.store.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { listDetachedPolicies } from "./detached-policy.store.ts";

const { url: server } = inject("postgres");
const { audit } = testKeys();
const before = "0008-drop-codes-sent";

interface Row {
  policy: string;
  email?: string | null;
  mobile?: string | null;
  names?: [string, string];
  key?: string;
  role?: 40 | 80;
  /** Not in the imported book: a directory over HTTP knows who is on the policy. */
  isOutside?: true;
}

/** Fills a database of the version before with one account and its policies, and migrates it. */
async function migrated(account: { email: string; key?: string }, rows: readonly Row[], more: string[] = []) {
  const name = `before_${randomBytes(4).toString("hex")}`;
  await onServer(server, `create database ${name}`);
  const url = databaseUrl(server, name);
  await migrateTo(url, before);
  const { database, pool } = openPatiently(url);
  onTestFinished(async () => {
    await database.destroy();
    await onServer(server, `drop database ${name} with (force)`);
  });
  const personKey = account.key ?? "julie|roy|1980-05-06";
  const { rows: created } = await pool.query(
    `insert into account (brand, email, email_typed, person_key, first_name, last_name, date_of_birth, status,
       password_hash, language, province)
     values ('belair', $1, $1, $2, 'Julie', 'Roy', '1980-05-06', 'A', 'x', 'fr', 'qc') returning id`,
    [account.email, personKey],
  );
  const { id } = created[0];
  for (const {
    policy,
    email = null,
    mobile = null,
    names = ["Julie", "Roy"],
    key = personKey,
    role = 40,
    ...of
  } of rows) {
    if (!of.isOutside)
      await pool.query(
        `insert into book_row (company, policy_number, line, year, province, role, first_name, last_name, date_of_birth,
         person_key, email, cell_phone, registry)
       values ('belair', $1, 'auto', 2026, 'qc', $2, $3, $4, '1980-05-06', $5, $6, $7, 'smart')`,
        [policy, role, ...names, key, email, mobile],
      );
    await pool.query("insert into account_policy values ($1, 'belair', $2, $3)", [id, policy, role]);
  }
  for (const statement of more) await pool.query(statement, [id]);
  await migrateDatabase({ url, migrationUrl: url }, audit);
  const { rows: policies } = await pool.query("select policy_number from account_policy order by policy_number");
  const detached = (await listDetachedPolicies(database)).map(({ policyNumber }) => policyNumber);
  return { database, pool, url, kept: policies.map((row) => row.policy_number), detached };
}

const julieEmail = "julie@courrier.example";
const other = "namesake@courrier.example";

test("keeps the policies with the e-mail of the account, and detaches those of a namesake with an audit event", async () => {
  const { kept, detached, database, pool, url } = await migrated({ email: julieEmail }, [
    { policy: "AAA0001", email: julieEmail, mobile: "5145550101" },
    { policy: "AAA0002", email: julieEmail },
    { policy: "BBB0001", email: other, mobile: "5145550101" },
  ]);
  expect([kept, detached]).toEqual([["AAA0001", "AAA0002"], ["BBB0001"]]);
  await migrateDatabase({ url, migrationUrl: url }, audit);
  const { rows } = await pool.query("select event, facts from audit_event");
  expect(rows).toEqual([{ event: "account.policyDetached", facts: { company: "belair", role: 40 } }]);
  expect(await verifyAuditTrail(database, audit)).toEqual({ kind: "whole", events: 1 });
});

test("keeps the only policy of an account, whatever its contacts are", async () => {
  const { kept } = await migrated({ email: julieEmail }, [{ policy: "AAA0001", email: other }]);
  expect(kept).toEqual(["AAA0001"]);
});

test("keeps policies that share a contact where the account's e-mail is on none", async () => {
  const rows = ["AAA0001", "AAA0002"].map((policy) => ({ policy, mobile: "5145550101" }));
  expect((await migrated({ email: julieEmail }, rows)).kept).toEqual(["AAA0001", "AAA0002"]);
});

test("detaches all where nothing tells which one the registration proved", async () => {
  const rows = [
    { policy: "AAA0001", email: other },
    { policy: "AAA0002", mobile: "5145550101" },
  ];
  expect((await migrated({ email: julieEmail }, rows)).detached).toEqual(["AAA0001", "AAA0002"]);
});

test("keeps a policy that carries an earlier e-mail of the account, but none of a change that was undone", async () => {
  const change = (email: string, previous: string, undone: string) =>
    `insert into email_change (brand, account_id, session_id_hash, email, email_typed, previous_email,
       previous_email_typed, wrong_code_limit, changed_at, undone_at)
     values ('belair', $1, 'x', '${email}', '${email}', '${previous}', '${previous}', 3, now(), ${undone})`;
  const rows = [
    { policy: "AAA0001", email: "before@courrier.example" },
    { policy: "BBB0001", email: other },
  ];
  const changes = [change(julieEmail, "before@courrier.example", "null"), change(other, julieEmail, "now()")];
  const { kept, detached } = await migrated({ email: julieEmail }, rows, changes);
  expect([kept, detached]).toEqual([["AAA0001"], ["BBB0001"]]);
});

test("keeps the policies that a driver of the household added", async () => {
  const { kept } = await migrated({ email: julieEmail }, [
    { policy: "AAA0001", email: julieEmail },
    { policy: "AAA0001", role: 80, names: ["Éric", "Roy"], key: "eric|roy|1980-05-06" },
  ]);
  expect(kept).toEqual(["AAA0001", "AAA0001"]);
});

test("keeps policies of another system as the account's own, and notes several of them to be checked", async () => {
  const stateOf = async (rows: readonly Row[]) => {
    const { pool, kept } = await migrated({ email: julieEmail }, rows);
    const { rows: accounts } = await pool.query("select policies_unchecked from account");
    const { rows: policies } = await pool.query("select person_key from account_policy order by policy_number");
    return { kept, isUnchecked: accounts[0].policies_unchecked, keys: policies.map(({ person_key }) => person_key) };
  };
  const key = "julie|roy|1980-05-06";
  const outside = { policy: "OUT0001", isOutside: true } as const;
  expect(await stateOf([outside])).toEqual({ kept: ["OUT0001"], isUnchecked: false, keys: [key] });
  expect(await stateOf([outside, { ...outside, policy: "OUT0002" }])).toMatchObject({
    isUnchecked: true,
    keys: [key, key],
  });
  const byEmail = { policy: "AAA0001", email: julieEmail };
  expect(await stateOf([byEmail, outside])).toMatchObject({ isUnchecked: true, keys: [key, key] });
});

test("spells letters such as đ in the stored keys as this version does", async () => {
  const { pool } = await migrated({ email: julieEmail, key: "đang|łukasz|1980-05-06" }, [
    { policy: "AAA0001", email: julieEmail, names: ["Đặng", "Łukasz"] },
  ]);
  for (const table of ["account", "book_row"]) {
    const { rows } = await pool.query(`select person_key from ${table}`);
    expect(rows).toEqual([{ person_key: "dang|lukasz|1980-05-06" }]);
  }
});
