import { createHash, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import argon2 from "@node-rs/argon2";
import bcrypt from "@node-rs/bcrypt";
import { normalisePassword } from "@vestibule/contract/fields/password.rule.ts";
import { bulkhead } from "../platform/bulkhead.adapter.ts";
import { passwordHashKind, pbkdf2Parameters, saltedShaParameters, scryptParameters } from "./password-hash.rule.ts";
import { HashingBusy, type PasswordHashing } from "./password-hashing.port.ts";

/** Parameters of argon2id. After a change, the next sign-in rehashes older hashes. */
const productionCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface PoolSettings {
  cores?: number;
  waitMillis?: number;
  /** Parameters of argon2id; tests that only need an account use cheap ones. */
  cost?: typeof productionCost;
}

/**
 * Bounds the requests that hash: two for each core, since one may wait for the database while another hashes, and as
 * many waiting as a core hashes in about a second. UV_THREADPOOL_SIZE must be larger than the number running.
 */
export function hashingPool({
  cores = availableParallelism(),
  waitMillis = 1000,
  cost = productionCost,
}: PoolSettings = {}): PasswordHashing {
  const limits = { running: cores * 2, waiting: cores * 32, waitMillis };
  const { run, load } = bulkhead({ ...limits, busy: () => new HashingBusy() });
  return {
    run,
    load,
    hash: (password) => argon2.hash(normalisePassword(password), cost),
    dummyVerify: async (password, hash) => {
      for (const form of formsOf(password)) await (hash === undefined ? argon2.hash(form, cost) : matches(form, hash));
    },
    verify: async (password, hash) => {
      const [composed, ...asTyped] = formsOf(password);
      if (await matches(composed, hash)) return isCurrent(hash, cost) ? "correct" : "needsRehash";
      for (const form of asTyped) if (await matches(form, hash)) return "needsRehash";
      return "wrong";
    },
  };
}

/** The normalised form, and, if different, the form as typed, which an older or imported hash may use. */
function formsOf(password: string): [composed: string] | [composed: string, asTyped: string] {
  const composed = normalisePassword(password);
  return composed === password ? [composed] : [composed, password];
}

async function matches(password: string, hash: string): Promise<boolean> {
  switch (passwordHashKind(hash)) {
    case "argon2id":
      return argon2.verify(hash, password);
    case "bcrypt":
      return bcrypt.verify(password, hash);
    case "scrypt":
      return verifyScrypt(password, hash);
    case "pbkdf2":
      return verifyPbkdf2(password, hash);
    case "saltedSha":
      return verifySaltedSha(password, hash);
    case undefined:
      throw new Error("a stored password hash is in no known form");
  }
}

function isCurrent(hash: string, { memoryCost, timeCost, parallelism }: typeof productionCost): boolean {
  return hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Verifies the format `$scrypt$ln=…,r=…,p=…$salt$key` of other registries. */
async function verifyScrypt(password: string, hash: string): Promise<boolean> {
  const parameters = scryptParameters(hash);
  if (parameters === undefined) return false;
  const { cost, blockSize, parallelization, salt, key } = parameters;
  const maxmem = 256 * cost * blockSize;
  const found = await derive(password, salt, key.length, { cost, blockSize, parallelization, maxmem });
  return timingSafeEqual(found, key);
}

const derivePbkdf2 = promisify(pbkdf2);

async function verifyPbkdf2(password: string, hash: string): Promise<boolean> {
  const parameters = pbkdf2Parameters(hash);
  if (parameters === undefined) return false;
  const { digest, iterations, salt, key } = parameters;
  return timingSafeEqual(await derivePbkdf2(password, salt, iterations, key.length, digest), key);
}

function verifySaltedSha(password: string, hash: string): boolean {
  const parameters = saltedShaParameters(hash);
  if (parameters === undefined) return false;
  const { digest, salt, key } = parameters;
  return timingSafeEqual(createHash(digest).update(password).update(salt).digest(), key);
}
