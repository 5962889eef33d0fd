import { expect, test } from "vitest";
import { passwordCheckLimiter } from "./password-check-limiter.adapter.ts";
import { HashingBusy } from "./password-hashing.port.ts";

const never = () => new Promise<never>(() => {});
const clients = (count: number) => Array.from({ length: count }, (_, index) => ({ clientIp: `192.0.2.${index}` }));
const flood = { clientIp: "198.51.100.7" };

test("A-104 rejects while every place is taken, and accepts again after a check ends or fails", async () => {
  const limiter = passwordCheckLimiter({ running: 2, waiting: 0 });
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const [one, two, three] = clients(3) as [typeof flood, typeof flood, typeof flood];
  const checks = [limiter.run(one, () => first.promise), limiter.run(two, () => second.promise)];
  expect(limiter.isFull(three)).toBe(true);
  await expect(limiter.run(three, async () => "a third")).rejects.toThrow(HashingBusy);

  first.resolve("in");
  expect(await checks[0]).toBe("in");
  second.reject(new Error("away"));
  await expect(checks[1]).rejects.toThrow("away");
  expect(await limiter.run(three, async () => "a third")).toBe("a third");
});

test("A-104 limits one client IP to half of the places", async () => {
  const limiter = passwordCheckLimiter({ running: 4, waiting: 2 });
  while (!limiter.isFull(flood)) limiter.run(flood, never).catch(() => {});
  await expect(limiter.run(flood, never)).rejects.toThrow(HashingBusy);
  for (const client of clients(8)) expect(await limiter.run(client, async () => "in")).toBe("in");
});

test("A-092 has places of their own for trusted devices and shares those fairly", async () => {
  const limiter = passwordCheckLimiter({ running: 4, waiting: 0 });
  for (const client of clients(4)) limiter.run(client, never).catch(() => {});
  const isTrustedDevice = () => true;
  expect(limiter.isFull({ clientIp: "192.0.2.9", isTrustedDevice: () => false })).toBe(true);
  const greedy = { ...flood, isTrustedDevice };
  while (!limiter.isFull(greedy)) limiter.run(greedy, never).catch(() => {});
  expect(await limiter.run({ clientIp: "192.0.2.9", isTrustedDevice }, async () => "in")).toBe("in");
});

test("A-104 verifies the device cookie only when it affects the result", () => {
  const isTrustedDevice = () => {
    throw new Error("asked");
  };
  expect(passwordCheckLimiter().isFull({ clientIp: "192.0.2.1", isTrustedDevice })).toBe(false);
});
