import type { ApiDeps } from "../../deps.ts";
import type { Account } from "./account-store.port.ts";

/** Right: with the same password hashed anew, where the stored hash is not of today's settings. */
export type PasswordCheckResult = { kind: "wrong" } | { kind: "right"; upgradedHash?: string };

/**
 * Whether a password is an account's. A name that nobody carries is weighed against the hash of some account of the
 * brand, always the same one, so that it costs what an account costs also where hashes were imported under several
 * schemes. Called before a transaction opens. Throws HashingBusy, and what the database throws.
 */
export async function verifyPasswordOrDecoy(
  { database, accountStore, hashing }: Pick<ApiDeps, "database" | "accountStore" | "hashing">,
  typed: {
    brandId: string;
    loginNameHashes: readonly string[];
    account: Account | undefined;
    password: string;
    client: string;
  },
): Promise<PasswordCheckResult> {
  const { account, password, client } = typed;
  const neighbour = await accountStore.decoyPasswordHash(database, {
    brandId: typed.brandId,
    accountId: placeOf(typed.loginNameHashes),
  });
  if (account === undefined) {
    await hashing.dummyVerify(password, neighbour, client);
    return { kind: "wrong" };
  }
  return verifyPassword({ hashing }, account, typed);
}

/** Whether a password is that of an account which is known to be there. Like `verifyPasswordOrDecoy` before a transaction. */
export async function verifyPassword(
  { hashing }: Pick<ApiDeps, "hashing">,
  { passwordHash }: Pick<Account, "passwordHash">,
  { password, client }: { password: string; client: string },
): Promise<PasswordCheckResult> {
  const verdict = await hashing.verify(password, passwordHash, client);
  if (verdict === "wrong") return { kind: "wrong" };
  return verdict === "stale"
    ? { kind: "right", upgradedHash: await hashing.hash(password, client) }
    : { kind: "right" };
}

/** Ids are random, and so is the key of a name: each is as likely to stand beside any account. */
function placeOf([newest = ""]: readonly string[]): string {
  return Buffer.from(newest, "base64url").subarray(0, 16).toString("hex");
}
