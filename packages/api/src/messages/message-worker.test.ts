import { describe, expect, it } from "vitest";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { renewLeases } from "./notification.store.ts";
import { openSendingTest, recorder, yes } from "./test/sending.ts";
import { leaseSeconds, sendMessage } from "./worker.adapter.ts";

const {
  depsOf,
  own: testDatabase,
  queue,
  queueText,
  row,
  sendDue,
  settled,
  stuckProvider,
  leaseAll,
  work,
} = await openSendingTest();

describe("a worker", () => {
  it("F-15 that dies loses its message to another within seconds", async () => {
    const id = await queue();
    expect(await leaseAll()).toMatchObject([{ kind: "leased", message: { id } }]);
    expect(await leaseAll()).toEqual([]);
    await testDatabase.moveClock(leaseSeconds);
    expect(await leaseAll()).toMatchObject([{ kind: "leased", message: { id, attempts: 2 } }]);
    expect(leaseSeconds).toBeLessThan(10);
  });

  it("F-15 keeps its lease as long as it renews it", async () => {
    await queue();
    const [taken] = await leaseAll();
    await renewLeases(testDatabase.database, { held: [taken?.message ?? { id: "", attempts: 0 }], leaseSeconds: 300 });
    await testDatabase.moveClock(240);
    expect(await leaseAll()).toEqual([]);
    await testDatabase.moveClock(60);
    const [again] = await leaseAll();
    expect(again?.message.attempts).toBe(2);
    // The first worker can no longer renew the lease.
    await renewLeases(testDatabase.database, { held: [taken?.message ?? { id: "", attempts: 0 }], leaseSeconds: 600 });
    await testDatabase.moveClock(leaseSeconds);
    expect(await leaseAll()).toHaveLength(1);
  });

  it("F-15 never leases again a message that it is sending", async () => {
    const { handed, provider, release } = stuckProvider();
    work(provider);
    const first = await queue();
    await expect.poll(() => handed.length, { timeout: 15_000 }).toBe(1);
    await testDatabase.moveClock(3600);
    const second = await queueText();
    await expect.poll(() => handed.map(({ id }) => id), { timeout: 15_000 }).toEqual([first, second]);
    await release();
    await settled(first).toBe("accepted");
    expect(handed).toHaveLength(2);
  });

  it("F-15 killed between sending and recording causes at most one repeat, under the same id", async () => {
    const id = await queue();
    const { handed, provider } = recorder(yes);
    // The first worker sends the message and is killed before it can record it.
    await leaseAll();
    await provider.deliver({ id } as OutgoingMessage);
    await testDatabase.moveClock(leaseSeconds);
    await sendDue(provider);
    await sendDue(provider);
    expect(handed.map((message) => message.id)).toEqual([id, id]);
  });

  it("F-02 records acceptance once the database is back", async () => {
    const { handed, provider } = recorder(yes);
    const id = await queue();
    const [taken] = await leaseAll();
    if (taken?.kind !== "leased") throw new Error("nothing is due");
    let failures = 3;
    const database = testDatabase.database.withPlugin({
      transformQuery: ({ node }) => {
        if (handed.length > 0 && failures-- > 0) throw new Error("the database is away");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await sendMessage(depsOf(provider, { database }), taken.message);
    expect(await row(id)).toMatchObject({ status: "accepted" });
    expect(handed).toHaveLength(1);
  });

  it("F-04 leases no message again before the database accepts writes", async () => {
    const refused: string[] = [];
    const database = testDatabase.database.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === "SelectQueryNode") return node;
        refused.push(node.kind === "RawNode" ? "lease" : "write");
        throw new Error("cannot execute UPDATE in a read-only transaction");
      },
      transformResult: async ({ result }) => result,
    });
    work(recorder(yes).provider, { database });
    await expect.poll(() => refused.length, { timeout: 15_000 }).toBeGreaterThan(3);
    expect(refused.filter((kind) => kind === "lease")).toHaveLength(1);
  });
});
