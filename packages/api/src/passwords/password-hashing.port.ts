/**
 * Hashing in a bounded pool. Call it before a transaction begins, never inside one. `client`, such as a client IP,
 * selects the share of the queue; calls without it use one share.
 */
export interface PasswordHashing {
  /** argon2id in PHC string form. Throws HashingBusy when the pool stays full for a second. */
  hash(password: string, client?: string): Promise<string>;
  /** `needsRehash`: correct, but hashed with other settings than the current ones. */
  verify(password: string, hash: string, client?: string): Promise<"wrong" | "correct" | "needsRehash">;
  /**
   * Takes as long as a wrong password against this hash, or without one against a hash with current settings; for
   * unknown users.
   */
  dummyVerify(password: string, hash?: string, client?: string): Promise<void>;
}

/** The pool stayed full for a second; the response is 503 with Retry-After. */
export class HashingBusy extends Error {
  constructor() {
    super("the password hashing pool is full");
  }
}
