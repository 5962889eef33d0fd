import type { ApiDeps } from "../deps.ts";
import type { Account } from "./account.store.ts";

/** `upgradedHash`: the same password hashed with the current settings, when the stored hash needs a rehash. */
export type PasswordCheckResult = { kind: "wrong" } | { kind: "correct"; upgradedHash?: string };

/**
 * Verifies a password. For an unknown name it verifies against the hash of a fixed account of the brand, read at
 * `decoyPosition`, so that response time reveals nothing even when hashes were imported under several schemes.
 * Call it before a transaction begins.
 */
export async function verifyWithDecoy(
  { hashing }: Pick<ApiDeps, "hashing">,
  typed: { account: Account | undefined; decoyHash: string | undefined; password: string },
): Promise<PasswordCheckResult> {
  const { account, decoyHash, password } = typed;
  if (account !== undefined) return verifyPassword({ hashing }, account, typed);
  await hashing.dummyVerify(password, decoyHash);
  return { kind: "wrong" };
}

/** Verifies the password of an existing account. Call it before a transaction begins. */
export async function verifyPassword(
  { hashing }: Pick<ApiDeps, "hashing">,
  { passwordHash }: Pick<Account, "passwordHash">,
  { password }: { password: string },
): Promise<PasswordCheckResult> {
  const verdict = await hashing.verify(password, passwordHash);
  if (verdict === "wrong") return { kind: "wrong" };
  return verdict === "needsRehash"
    ? { kind: "correct", upgradedHash: await hashing.hash(password) }
    : { kind: "correct" };
}

/** Where the search for the decoy starts: random like account ids, so every account is equally likely. */
export function decoyPosition([newest = ""]: readonly string[]): string {
  return Buffer.from(newest, "base64url").subarray(0, 16).toString("hex");
}
