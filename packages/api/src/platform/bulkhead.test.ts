import { expect, test } from "vitest";
import { bulkhead } from "./bulkhead.adapter.ts";

const patient = { waitMilliseconds: 60_000, busy: () => new Error("busy") };

/** A bulkhead whose jobs run until the test ends them. */
function heldJobs(limits: Omit<Parameters<typeof bulkhead>[0], "waitMilliseconds" | "busy">) {
  const places = bulkhead({ ...patient, ...limits });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    places,
    started,
    enter: async (client: string) => {
      const release = await places.enter(client);
      started.push(client);
      ends.push(release);
    },
    endFirst: async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test("A-104 runs a bounded number of jobs and serves those that wait in turn between clients", async () => {
  const { places, started, enter, endFirst } = heldJobs({ running: 2, waiting: 10 });
  const jobs = ["flood", "flood", "flood", "flood", "flood", "other", "third"].map(enter);
  await new Promise(setImmediate);
  expect([started, places.load()]).toEqual([["flood", "flood"], { running: 2, waiting: 5, refused: 0 }]);
  for (const _job of jobs) await endFirst();
  await Promise.all(jobs);
  expect(started).toEqual(["flood", "flood", "flood", "other", "third", "flood", "flood"]);
  expect(places.load()).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test("A-104 keeps places for other clients where one has as many as it may", async () => {
  const { places, started, enter, endFirst } = heldJobs({ running: 4, runningPerClient: 2, waiting: 10 });
  const jobs = ["flood", "flood", "flood", "other"].map(enter);
  await new Promise(setImmediate);
  expect(started).toEqual(["flood", "flood", "other"]);
  await endFirst();
  expect(started).toEqual(["flood", "flood", "other", "flood"]);
  await Promise.all(jobs);
  expect(places.load().waiting).toBe(0);
});

test("A-104 refuses the last job of the longest queue in favour of a client with a shorter one", async () => {
  const { places, started, enter, endFirst } = heldJobs({ running: 1, waiting: 3 });
  const flood = ["flood", "flood", "flood", "flood"].map((client) => enter(client));
  expect([places.isFull("flood"), places.isFull("other")]).toEqual([true, false]);
  await expect(enter("flood")).rejects.toThrow("busy");
  const evicted = expect(flood[3]).rejects.toThrow("busy");
  const other = enter("other");
  await evicted;
  expect(places.load()).toEqual({ running: 1, waiting: 3, refused: 2 });
  for (const _job of [0, 1, 2]) await endFirst();
  await other;
  expect(started).toEqual(["flood", "flood", "other", "flood"]);
});

test("A-104 refuses a new client where no queue is longer than its own would be", async () => {
  const { places, enter, endFirst } = heldJobs({ running: 1, waiting: 2 });
  const jobs = ["one", "two", "three"].map(enter);
  expect(places.isFull("four")).toBe(true);
  await expect(enter("four")).rejects.toThrow("busy");
  for (const _job of jobs) await endFirst();
  await Promise.all(jobs);
});

test("refuses a job that waits too long", async () => {
  const places = bulkhead({ ...patient, running: 1, waiting: 1, waitMilliseconds: 1 });
  const release = await places.enter("one");
  await expect(places.enter("two")).rejects.toThrow("busy");
  release();
  expect(places.load()).toEqual({ running: 0, waiting: 0, refused: 1 });
});

test("passes on the place of a job that fails", async () => {
  const places = bulkhead({ ...patient, running: 1, waiting: 1 });
  const failed = places.run("one", () => Promise.reject(new Error("offline")));
  const next = places.run("two", async () => "done");
  await expect(failed).rejects.toThrow("offline");
  expect(await next).toBe("done");
});
