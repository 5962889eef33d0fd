import { setTimeout as pause } from "node:timers/promises";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { isWholeMatrix } from "../../../../test/matrix.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createAuditor } from "../audit/audit-trail.store.ts";
import { keys } from "../audit/test/audit-events.ts";
import { readFeed } from "./event-feed.ts";

const database = closeAfterTests(await testDatabase());
const auditor = createAuditor(keys);

const writers = 16;
const accounts = Array.from({ length: 24 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`);
const eventsEach = 5;
const total = isWholeMatrix ? 100_000 : 2000;

/** Events of one account in one transaction, which holds the account's lock; some roll back, and all commit late. */
async function writeEvents(accountIndex: number, counts: number[], isRolledBack: boolean): Promise<void> {
  const accountId = accounts[accountIndex] ?? "";
  const work = database.database.transaction().execute(async (transaction) => {
    await sql`select pg_current_xact_id()`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${accountIndex})`.execute(transaction);
    const first = counts[accountIndex] ?? 0;
    const numbered = Array.from({ length: eventsEach }, (_, index) => ({
      event: "account.policiesAdded" as const,
      result: "ok",
      brandId: "belair",
      accountId,
      actor: "person",
      facts: { count: first + index },
    }));
    await auditor.record(transaction, ...numbered);
    if (Math.random() < 0.2) await pause(Math.random() * 5);
    if (isRolledBack) throw new Error("rolled back");
    counts[accountIndex] = first + eventsEach;
  });
  await (isRolledBack ? work.catch(() => {}) : work);
}

test(
  "F-40 skips no event and keeps the order of each account while 16 writers commit out of order",
  async () => {
    const counts = accounts.map(() => 0);
    let left = total / eventsEach;
    const write = async () => {
      while (left > 0) {
        left -= 1;
        const account = Math.floor(Math.random() * accounts.length);
        if (Math.random() < 0.1) await writeEvents(account, counts, true);
        await writeEvents(account, counts, false);
      }
    };
    const writing = { isDone: false };
    const written = Promise.all(Array.from({ length: writers }, write)).finally(() => {
      writing.isDone = true;
    });
    const read: PortalEvent[] = [];
    let after: string | undefined;
    for (let isLast = false; !isLast; ) {
      isLast = writing.isDone;
      const page = await readFeed(database.database, {
        epoch: "",
        after,
        brand: undefined,
        waitSeconds: 0,
        signal: abortSignal(),
      });
      if (page.kind !== "page") throw new Error(page.kind);
      read.push(...page.events);
      after = page.next;
      isLast &&= page.events.length === 0;
    }
    await written;
    expect(read).toHaveLength(total);
    expect(new Set(read.map(({ id }) => id)).size).toBe(total);
    for (const [index, accountId] of accounts.entries()) {
      const order = read.filter((event) => event.accountId === accountId).map(({ data }) => data.count);
      expect(order).toEqual(Array.from({ length: counts[index] ?? 0 }, (_, count) => count));
    }
  },
  30 * 60_000,
);

test("stops looking for the events of a brand once the reader has left", async () => {
  const query = { epoch: "", after: undefined, brand: "intact", waitSeconds: 0 };
  const left = await readFeed(database.database, { ...query, signal: AbortSignal.abort() });
  const stayed = await readFeed(database.database, { ...query, signal: abortSignal() });
  expect(left).toMatchObject({ kind: "page", events: [] });
  expect(left).not.toEqual(stayed);
});

const abortSignal = () => new AbortController().signal;
