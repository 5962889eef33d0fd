import { expect, test } from "vitest";
import { fairShares } from "./fair-shares.adapter.ts";

/** Takes as many slots as the client can get. */
function takeAll(shares: ReturnType<typeof fairShares>, client: string) {
  const releases: (() => void)[] = [];
  for (let release = shares.take(client); release !== undefined; release = shares.take(client)) releases.push(release);
  return releases;
}

test("A-104 gives a single client a third of the slots, and the next one half of those left free", () => {
  const shares = fairShares(30);
  expect(takeAll(shares, "one")).toHaveLength(10);
  expect(takeAll(shares, "two")).toHaveLength(7);
  expect(shares.hasRoom("three")).toBe(true);
});

test("A-104 gives a client without slots one as long as any is free", () => {
  const shares = fairShares(30);
  for (const greedy of ["one", "two", "three"]) takeAll(shares, greedy);
  let others = 0;
  while (shares.take(`other ${others}`) !== undefined) others += 1;
  expect(others).toBeGreaterThanOrEqual(6);
  expect(shares.hasRoom("one more")).toBe(false);
});

test("A-104 reuses a released slot", () => {
  const shares = fairShares(3);
  const release = shares.take("one");
  expect(shares.hasRoom("one")).toBe(false);
  release?.();
  expect(shares.hasRoom("one")).toBe(true);
});
