import { withDatabaseClient } from "@vestibule/api/platform/database-client.adapter.ts";
import { findMissingTimeLimits } from "@vestibule/api/platform/session-check.adapter.ts";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { startRefusingPooler, startWaitingPooler } from "../serve/test/refusing-pooler.ts";
import { checkDatabase } from "./database.check.ts";

const database = closeAfterTests(await testDatabase());
const pooled = `${database.url}${database.url.includes("?") ? "&" : "?"}pgbouncer=true`;
const noSecrets = { token: [], hash: [], lookup: [], cookie: [], audit: [] };
const options = { mode: "demo", databasePoolSize: 20, secrets: noSecrets } as const;

test("names the time limits that the role of a pooled connection lacks, and none once it has them", async () => {
  const findings = await checkDatabase({ databaseUrl: pooled, ...options });
  const [role] = /alter role \S+/.exec(findings.map(({ detail }) => detail.en).join("\n")) ?? [];
  expect(findings.find(({ state }) => state === "warning")?.detail.en).toBe(
    `a pooler keeps no time limits of ours: ${[
      `${role} set idle_in_transaction_session_timeout = '5000ms'`,
      `${role} set lock_timeout = '1000ms'`,
      `${role} set statement_timeout = '2500ms'`,
    ].join("; ")}`,
  );
  const statements = await findMissingTimeLimits(pooled);
  // As `alter role` would, for connections to this test's database alone.
  const [, name] = /\/([^/?]+)(?:\?|$)/.exec(database.url) ?? [];
  await withDatabaseClient({ connectionString: database.url }, async (client) => {
    for (const statement of statements) await client.query(statement.replace(/ set /, ` in database "${name}" set `));
  });
  expect(await findMissingTimeLimits(pooled)).toEqual([]);
});

test("asks nothing of a role whose connections bring their own time limits", async () => {
  expect(await findMissingTimeLimits(database.url)).toEqual([]);
});

test.each([
  ["client_login_timeout (server down)", "the pooler does not reach PostgreSQL"],
  ["server login has been failing, try again later (server_login_retry)", "the pooler does not reach PostgreSQL"],
  ["query_wait_timeout", "the pooler has no connection to PostgreSQL free: raise default_pool_size"],
  ["no more connections allowed (max_client_conn)", "the pooler accepts no more connections: raise max_client_conn"],
])("names a pooler that says %s", async (message, detail) => {
  const findings = await checkDatabase({ databaseUrl: await startRefusingPooler(message), ...options });
  expect(findings).toMatchObject([{ state: "fault", detail: { en: `DATABASE_URL: ${detail}` } }]);
});

test("names a pooler that waits for PostgreSQL and answers nothing", async () => {
  const findings = await checkDatabase({ databaseUrl: await startWaitingPooler(), ...options });
  const detail = "DATABASE_URL: no answer to the login: the host is down, a firewall drops packets, or a pooler waits";
  expect(findings).toMatchObject([{ state: "fault", detail: { en: detail } }]);
});
