import { expect, test } from "vitest";
import { type BulkheadClient, bulkhead } from "./bulkhead.adapter.ts";

class Busy extends Error {}

const minute = 60_000;
const strangers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `192.0.2.${index}` }));

/** A bulkhead with calls that run until they are ended, oldest first. */
function held({ running = 1, waiting = 4, waitMillis = minute } = {}) {
  const room = bulkhead({ running, waiting, waitMillis, busy: () => new Busy() });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const call = (client: BulkheadClient) => {
    const result = room.run(client, () => {
      started.push(client.id);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    // A test reads the result after it has ended the calls.
    result.catch(() => {});
    return result;
  };
  const callAll = (clients: readonly BulkheadClient[]) => clients.map(call);
  const end = async () => {
    ends.shift()?.();
    // The next call starts in a later microtask.
    await new Promise(setImmediate);
  };
  const endAll = async () => {
    while (ends.length > 0) await end();
  };
  return { room, call, callAll, started, end, endAll };
}

const resultsOf = async (calls: readonly Promise<void>[]) =>
  (await Promise.allSettled(calls)).map((result) => (result.status === "rejected" ? result.reason : "done"));

test("A-104 runs a bounded number of calls, lets a bounded number wait, and refuses the others", async () => {
  const { room, callAll, endAll } = held({ running: 2, waiting: 3 });
  const calls = callAll(strangers(7));
  expect(room.load()).toEqual({ running: 2, waiting: 3, refused: 2 });
  await endAll();
  expect(await resultsOf(calls)).toEqual(["done", "done", "done", "done", "done", new Busy(), new Busy()]);
  expect(room.load()).toEqual({ running: 0, waiting: 0, refused: 2 });
});

test("A-104 gives a place of the full queue to another client of the one that fills it", async () => {
  const { call, callAll, started, endAll } = held({ waiting: 4 });
  const flood = callAll(Array.from({ length: 9 }, () => ({ id: "198.51.100.7" })));
  const others = strangers(3).map(call);
  await endAll();
  expect(await resultsOf(others)).toEqual(["done", "done", "done"]);
  expect((await resultsOf(flood)).filter((result) => result === "done")).toHaveLength(2);
  expect(started.slice(0, 4)).toEqual(["198.51.100.7", "198.51.100.7", "192.0.2.0", "192.0.2.1"]);
});

test("A-104 starts the call of the client with the fewest calls running", async () => {
  const { call, callAll, started, end, endAll } = held({ running: 2, waiting: 8 });
  const calls = [...callAll(Array.from({ length: 6 }, () => ({ id: "198.51.100.7" }))), call({ id: "192.0.2.1" })];
  await end();
  expect(started).toEqual(["198.51.100.7", "198.51.100.7", "192.0.2.1"]);
  await endAll();
  expect(await resultsOf(calls)).toEqual(calls.map(() => "done"));
});

test("A-092 accepts a known client into a queue that is full of unknown ones, and starts it first", async () => {
  const { call, callAll, started, endAll } = held({ waiting: 4 });
  const flood = callAll(strangers(5));
  const known = call({ id: "a device", isKnown: true });
  await endAll();
  expect(await resultsOf([known])).toEqual(["done"]);
  expect(started[1]).toBe("a device");
  expect(await resultsOf(flood)).toEqual(["done", "done", "done", "done", new Busy()]);
});

test("A-092 a known client that fills the queue leaves room for an unknown client", async () => {
  const { call, callAll, endAll } = held({ waiting: 4 });
  const flood = callAll(Array.from({ length: 9 }, () => ({ id: "a device", isKnown: true })));
  const unknown = call({ id: "192.0.2.1" });
  await endAll();
  expect(await resultsOf([unknown])).toEqual(["done"]);
  expect((await resultsOf(flood)).filter((result) => result === "done")).toHaveLength(4);
});

test("A-104 refuses a call that waited too long, which then holds no place", async () => {
  const { room, callAll, endAll } = held({ waitMillis: 0 });
  const calls = callAll(strangers(2));
  await expect(calls[1]).rejects.toThrow(Busy);
  expect(room.load()).toEqual({ running: 1, waiting: 0, refused: 1 });
  await endAll();
  expect(await resultsOf(calls)).toEqual(["done", new Busy()]);
});

test("A-104 frees the place of a call that failed", async () => {
  const { room } = held({ waiting: 0 });
  const failed = room.run({ id: "192.0.2.1" }, () => Promise.reject(new Error("away")));
  await expect(failed).rejects.toThrow("away");
  expect(await room.run({ id: "192.0.2.2" }, async () => "in")).toBe("in");
});
