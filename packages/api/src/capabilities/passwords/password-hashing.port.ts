/**
 * Hashing in a bounded pool. Called before a transaction opens, never inside one. `client` says whose share of the
 * waiting line is used, such as a client address; calls that name none share one.
 */
export interface PasswordHashing {
  /** argon2id in PHC string form. Throws HashingBusy when the pool stays full for a second. */
  hash(password: string, client?: string): Promise<string>;
  /** Accepts argon2id, bcrypt and scrypt strings. `stale`: right, but hashed with other settings than today's. */
  verify(password: string, hash: string, client?: string): Promise<"wrong" | "right" | "stale">;
  /** Costs what a wrong password costs against this hash, else against one of today: for names nobody carries. */
  dummyVerify(password: string, hash?: string, client?: string): Promise<void>;
}

/** The pool stayed full for a second: answered 503 with retry-after. */
export class HashingBusy extends Error {
  constructor() {
    super("the password hashing pool is full");
  }
}
