import { sql } from "kysely";
import { afterAll, beforeAll, expect, type Mock, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { listenForNotifications } from "./notification-listener.adapter.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const channel = "test_channel";
const notify = (name = channel) => sql`select pg_notify(${name}, '')`;
const untilCalled = (onNotification: Mock, times: number) =>
  vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(times), { timeout: 20_000 });

test("calls back once it listens and at each committed notification of its channel, and no more after its stop", async () => {
  const onNotification = vi.fn();
  const listener = listenForNotifications({ url: database.url, channel, onNotification });
  await untilCalled(onNotification, 1);
  await notify("another_channel").execute(database.database);
  await database.database
    .transaction()
    .execute(async (transaction) => {
      await notify().execute(transaction);
      throw new Error("rolled back");
    })
    .catch(() => {});
  await notify().execute(database.database);
  await untilCalled(onNotification, 2);
  await listener.stop();
  await notify().execute(database.database);
  expect(onNotification).toHaveBeenCalledTimes(2);
});

test("ends without a fault where it cannot connect, or its connection is closed", async () => {
  const onNotification = vi.fn();
  const unreachable = listenForNotifications({ url: "postgres://127.0.0.1:1/none", channel, onNotification });
  await unreachable.stop();
  expect(onNotification).not.toHaveBeenCalled();

  const listener = listenForNotifications({ url: database.url, channel, onNotification });
  await untilCalled(onNotification, 1);
  const closed = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = ${`listen ${channel}`}
  `.execute(database.database);
  expect(closed.rows).toHaveLength(1);
  await listener.stop();
});

test("opens no connection behind a pooler, which does not keep one for it", async () => {
  const onNotification = vi.fn();
  const listener = listenForNotifications({ url: `${database.url}?pgbouncer=true`, channel, onNotification });
  await listener.stop();
  expect(onNotification).not.toHaveBeenCalled();
});
