import { randomBytes, randomInt } from "node:crypto";

/** Secure randomness, injected so that tests can control it. */
export interface Random {
  /** An integer from `from` to `to`, both inclusive, uniformly distributed. */
  integer(from: number, to: number): number;
  /** `bytes` random bytes as unpadded base64url. */
  token(bytes: number): string;
}

export const secureRandom: Random = {
  integer: (from, to) => randomInt(from, to + 1),
  token: (bytes) => randomBytes(bytes).toString("base64url"),
};
