import type { Bulkhead } from "../platform/bulkhead.adapter.ts";

/** Hashing before a transaction begins, never inside one. */
export interface PasswordHashing extends Bulkhead {
  /** argon2id in PHC string form. */
  hash(password: string): Promise<string>;
  /** `needsRehash`: correct, but hashed with other settings than the current ones. */
  verify(password: string, hash: string): Promise<"wrong" | "correct" | "needsRehash">;
  /**
   * Takes as long as a wrong password against this hash, or without one against a hash with current settings; for
   * unknown users.
   */
  dummyVerify(password: string, hash?: string): Promise<void>;
}

/** More requests hash than the machine can serve; the response is 503 with Retry-After. */
export class HashingBusy extends Error {
  constructor() {
    super("too many passwords are hashed at once");
  }
}
