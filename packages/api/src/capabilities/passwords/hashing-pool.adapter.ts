import { availableParallelism } from "node:os";
import argon2 from "@node-rs/argon2";
import bcrypt from "@node-rs/bcrypt";
import { fairQueue } from "../../platform/fair-queue.adapter.ts";
import { passwordHashKind } from "./password-hash.rule.ts";
import { HashingBusy, type PasswordHashing } from "./password-hashing.port.ts";
import { verifyScrypt } from "./scrypt-hash.adapter.ts";

/** argon2id, the library's default kind. A change here makes older hashes `stale`; they are made anew at the next sign-in. */
const setting = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface PoolSettings {
  cores?: number;
  waitMilliseconds?: number;
}

/**
 * Hashing that slows nothing else: at most twice the cores at work, so many waiting as a second can serve, fairly
 * between clients, the rest refused at once with HashingBusy. libuv needs more threads than that (UV_THREADPOOL_SIZE).
 */
export function hashingPool({
  cores = availableParallelism(),
  waitMilliseconds = 1000,
}: PoolSettings = {}): PasswordHashing {
  const limits = { running: cores * 2, waiting: cores * 32, waitMilliseconds };
  const inTurn = fairQueue({ ...limits, busy: () => new HashingBusy() });
  return {
    hash: (password, client) => inTurn(client, () => argon2.hash(password, setting)),
    spend: async (password, hash, client) => {
      const work = () => (hash === undefined ? argon2.hash(password, setting) : matches(password, hash));
      await inTurn<unknown>(client, work);
    },
    verify: (password, hash, client) =>
      inTurn(client, async () => {
        if (!(await matches(password, hash))) return "wrong";
        return isToday(hash) ? "right" : "stale";
      }),
  };
}

async function matches(password: string, hash: string): Promise<boolean> {
  switch (passwordHashKind(hash)) {
    case "argon2id":
      return argon2.verify(hash, password);
    case "bcrypt":
      return bcrypt.verify(password, hash);
    case "scrypt":
      return verifyScrypt(password, hash);
    case undefined:
      throw new Error("a stored password hash is in no known form");
  }
}

function isToday(hash: string): boolean {
  return hash.startsWith(`$argon2id$v=19$m=${setting.memoryCost},t=${setting.timeCost},p=${setting.parallelism}$`);
}
