import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ProxiedDatabase, proxiedDatabase } from "../../../../test/proxied-database.ts";
import { openDatabase } from "./database.adapter.ts";
import { isDatabaseUnavailable, UnstorableText } from "./database-fault.rule.ts";
import { transact } from "./transaction.adapter.ts";

let proxied: ProxiedDatabase;
let opened: ReturnType<typeof openDatabase>;
let uncaught: unknown[];
const patience = { timeout: 30_000 };
/** Of PostgreSQL's time limits and of the wait for a connection, which a busy machine would reach. */
const timeoutFactor = 10;
const noteUncaught = (fault: unknown) => uncaught.push(fault);

beforeEach(async () => {
  uncaught = [];
  process.on("uncaughtException", noteUncaught);
  proxied = await proxiedDatabase();
  await asOwner("create table note (word text); grant all on note to public");
  opened = openDatabase({ url: proxied.url, poolSize: 4, queryTimeoutMillis: 3000, timeoutFactor });
});
afterEach(async () => {
  process.off("uncaughtException", noteUncaught);
  // Some tests close the pool themselves.
  if (!opened.pool.ending) await opened.database.destroy();
  await proxied.close();
});

/** Runs a statement over a direct connection that bypasses the proxy. */
const asOwner = async (text: string) => (await proxied.direct.pool.query(text)).rows;
const respond = () => sql<{ one: number }>`select 1 as one`.execute(opened.database).then(({ rows }) => rows[0]?.one);
const sleep = () => sql`select pg_sleep(20)`.execute(opened.database);
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

async function backends(state: "active" | "idle in transaction"): Promise<number> {
  const [row] = await asOwner(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = '${state}' and pid <> pg_backend_pid()`);
  return row.count;
}
const untilOne = (state: "active" | "idle in transaction") => expect.poll(() => backends(state), patience).toBe(1);

/** A transaction that has written and waits for its release. */
function heldTransaction() {
  const gate = Promise.withResolvers<void>();
  const done = faultOf(
    transact(opened.database, async (transaction) => {
      await sql`insert into note values ('half')`.execute(transaction);
      await gate.promise;
      await sql`insert into note values ('whole')`.execute(transaction);
    }),
  );
  return { release: gate.resolve, done };
}

const terminateAll = () =>
  asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

describe.each([
  { how: "is reset by the network", lose: async () => proxied.proxy.resetConnections() },
  { how: "is terminated by PostgreSQL", lose: terminateAll },
])("a connection that $how", ({ lose }) => {
  it("A-195 F-03 fails only its query, and the next call works", async () => {
    const failed = faultOf(sleep());
    await untilOne("active");
    await lose();
    expect(await failed).toSatisfy(isDatabaseUnavailable);
    expect(await respond()).toBe(1);
    expect(uncaught).toEqual([]);
  });

  it("A-195 F-02 between two statements of a transaction fails only the transaction, and writes nothing", async () => {
    const { release, done } = heldTransaction();
    await untilOne("idle in transaction");
    await lose();
    await expect.poll(() => backends("idle in transaction"), patience).toBe(0);
    release();
    expect(await done).toSatisfy(isDatabaseUnavailable);
    expect(await respond()).toBe(1);
    expect(await asOwner("select word from note")).toEqual([]);
    expect(uncaught).toEqual([]);
  });
});

it.each(["\ud800", "a\udfff", "a\u0000b"])(
  "A-170 refuses the text %j, of which PostgreSQL would store another or none",
  async (text) => {
    for (const value of [text, ["first", text]])
      expect(await faultOf(sql`select ${value}::text`.execute(opened.database))).toBeInstanceOf(UnstorableText);
    expect(await respond()).toBe(1);
  },
);

describe("a connection that stops responding", () => {
  it("fails its query after the query timeout and is not used again", async () => {
    expect(await respond()).toBe(1);
    proxied.proxy.blackHoleConnections();
    expect(await faultOf(respond())).toSatisfy(isDatabaseUnavailable);
    expect(await respond()).toBe(1);
  });

  it("fails its transaction, writes nothing, and is not used again", async () => {
    const { release, done } = heldTransaction();
    await untilOne("idle in transaction");
    proxied.proxy.blackHoleConnections();
    release();
    expect(await done).toSatisfy(isDatabaseUnavailable);
    expect(await respond()).toBe(1);
    expect(await asOwner("select word from note")).toEqual([]);
  });

  it("is replaced together with the other idle connections", async () => {
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => opened.pool.connect()));
    for (const client of others) client.release();
    first?.release();
    expect(opened.pool.idleCount).toBe(4);
    proxied.proxy.blackHoleConnections();
    expect(await faultOf(respond())).toSatisfy(isDatabaseUnavailable);
    expect(await Promise.all([respond(), respond(), respond(), respond()])).toEqual([1, 1, 1, 1]);
  });

  it("does not prevent the pool from closing", async () => {
    const clients = await Promise.all([1, 2].map(() => opened.pool.connect()));
    for (const client of clients) client.release();
    const failed = faultOf(sleep());
    await untilOne("active");
    proxied.proxy.blackHoleConnections();
    await opened.database.destroy();
    expect(await failed).toBeDefined();
    expect(opened.pool.totalCount).toBe(0);
  });
});

describe("connections to a server that has become read-only", () => {
  it("F-04 fail a write as an outage and are not used again, nor are idle ones", async () => {
    const clients = await Promise.all([1, 2, 3].map(() => opened.pool.connect()));
    for (const client of clients) await client.query("set session characteristics as transaction read only");
    for (const client of clients) client.release();
    const write = () => faultOf(sql`insert into note values ('kept')`.execute(opened.database));
    expect(await write()).toSatisfy(isDatabaseUnavailable);
    expect(await Promise.all([write(), write(), write()])).toEqual([undefined, undefined, undefined]);
  });
});

describe("a URL with several hosts", () => {
  const withHosts = (hosts: (own: string) => string) => proxied.url.replace(/127\.0\.0\.1:\d+/, hosts);
  const openAt = async (url: string) => {
    await opened.database.destroy();
    opened = openDatabase({ url, poolSize: 2, timeoutFactor });
  };

  it("F-04 leads to the host that answers, after one outage at most", async () => {
    await openAt(withHosts((own) => `127.0.0.1:1,${own}`));
    await faultOf(respond());
    expect(await Promise.all([respond(), respond()])).toEqual([1, 1]);
  });

  it("may have a space after each comma", async () => {
    await openAt(withHosts((own) => `127.0.0.1:1, ${own}`));
    await faultOf(respond());
    expect(await faultOf(respond())).toBeUndefined();
  });

  it("F-04 does not use a host that accepts no writes", async () => {
    const [database] = await asOwner("select current_database() as name");
    await asOwner(`alter database "${database.name}" set default_transaction_read_only = on`);
    await openAt(withHosts((own) => `${own},${own}`));
    expect(await faultOf(respond())).toSatisfy(isDatabaseUnavailable);
    await asOwner("set default_transaction_read_only = off");
    await asOwner(`alter database "${database.name}" reset default_transaction_read_only`);
    expect(await respond()).toBe(1);
  });
});

describe("a statement with values", () => {
  const notes = () => sql`select * from note where word = ${"any"}`.execute(opened.database);
  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let time = 0; time < count; time += 1) await work();
  };

  it("is prepared once it has been sent five times", async () => {
    await times(5, notes);
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;
    expect((await prepared.execute(opened.database)).rows).toEqual([]);
    await notes();
    expect((await prepared.execute(opened.database)).rows).toEqual([
      { statement: "select * from note where word = $1" },
    ]);
  });

  it("fails once as an outage when a migration changed its columns, on all connections together", async () => {
    const four = () => Promise.all([notes(), notes(), notes(), notes()]);
    await times(8, four);
    await asOwner("alter table note add column author text");
    expect(await faultOf(notes())).toSatisfy(isDatabaseUnavailable);
    expect(await faultOf(four())).toBeUndefined();
  });

  it("is never prepared where a pooler in transaction mode is between", async () => {
    await opened.database.destroy();
    opened = openDatabase({ url: `${proxied.url}?pgbouncer=true`, poolSize: 1, timeoutFactor });
    await times(8, notes);
    const prepared = sql`select statement from pg_prepared_statements`;
    expect((await prepared.execute(opened.database)).rows).toEqual([]);
  });
});
