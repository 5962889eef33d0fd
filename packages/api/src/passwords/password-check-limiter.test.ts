import { expect, test } from "vitest";
import { passwordCheckLimiter } from "./password-check-limiter.adapter.ts";
import { HashingBusy } from "./password-hashing.port.ts";

const never = () => new Promise<never>(() => {});
const clients = (count: number) => Array.from({ length: count }, (_, index) => ({ clientIp: `192.0.2.${index}` }));

test("A-104 rejects while every slot is taken, and accepts again after a check ends or fails", async () => {
  const limiter = passwordCheckLimiter({ slots: 2 });
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const [one, two, three] = clients(3) as [{ clientIp: string }, { clientIp: string }, { clientIp: string }];
  const checks = [limiter.run(one, () => first.promise), limiter.run(two, () => second.promise)];
  expect(limiter.reserve(three)).toBeUndefined();
  await expect(limiter.run(three, async () => "a third")).rejects.toThrow(HashingBusy);

  first.resolve("in");
  expect(await checks[0]).toBe("in");
  second.reject(new Error("away"));
  await expect(checks[1]).rejects.toThrow("away");
  expect(await limiter.run(three, async () => "a third")).toBe("a third");
});

test("A-104 limits one client IP to its own share", async () => {
  const limiter = passwordCheckLimiter({ slots: 12, trustedSlots: 0 });
  const flood = { clientIp: "198.51.100.7" };
  while (limiter.reserve(flood) !== undefined);
  await expect(limiter.run(flood, never)).rejects.toThrow(HashingBusy);
  for (const client of clients(8)) expect(await limiter.run(client, async () => "in")).toBe("in");
});

test("A-092 reserves slots for trusted devices and shares those fairly", async () => {
  const limiter = passwordCheckLimiter({ slots: 4, trustedSlots: 6 });
  for (const client of clients(4)) void limiter.run(client, never);
  const isTrustedDevice = () => true;
  expect(limiter.reserve({ clientIp: "192.0.2.0", isTrustedDevice: () => false })).toBeUndefined();
  const greedy = { clientIp: "198.51.100.7", isTrustedDevice };
  while (limiter.reserve(greedy) !== undefined);
  expect(await limiter.run({ clientIp: "192.0.2.0", isTrustedDevice }, async () => "in")).toBe("in");
});

test("A-104 verifies the device cookie only when it affects the result", () => {
  const isTrustedDevice = () => {
    throw new Error("asked");
  };
  expect(passwordCheckLimiter().reserve({ clientIp: "192.0.2.1", isTrustedDevice })).toBeDefined();
  const full = passwordCheckLimiter({ slots: 0, trustedSlots: 0 });
  expect(full.reserve({ clientIp: "192.0.2.1", isTrustedDevice })).toBeUndefined();
});
