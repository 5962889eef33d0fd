import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { lockAccountForUpdate } from "../accounts/account.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { proofOf } from "./authentication-context.rule.ts";
import { toDatabaseTime } from "./library-time.adapter.ts";
import { artifactHashes, consumeArtifact, findArtifact, saveArtifact } from "./oidc-artifact.store.ts";

/** A sign-in that an application hands over to the browser of its person. */
export interface Handover {
  /** Hashes of its token, and of the grant under which the application has its own tokens. */
  idHashes: readonly string[];
  grantHashes: readonly string[];
  accountId: string;
  openedBy: "password" | "passkey";
  secondFactor: SecondFactorId | null;
  authenticatedAt: Date;
}

/** What the application's refresh token says of the sign-in; `authTime` in the library's seconds. */
interface HandedOver {
  accountId: string;
  clientId: string;
  grantId: string;
  acr?: string | undefined;
  amr?: string[] | undefined;
  authTime?: number | undefined;
}

const model = "Handover";

/** Issues a token of one use, valid for 60 seconds, and revoked with the grant. */
export async function issueHandover(
  { database, keys, random }: Pick<ApiDeps, "database" | "keys" | "random">,
  issuer: string,
  handedOver: HandedOver,
): Promise<string> {
  const token = random.token(32);
  await saveArtifact(database, {
    idHashes: artifactHashes(keys, { issuer, model, id: token }),
    model,
    issuer,
    payload: toDatabaseTime({ ...handedOver }),
    expiresInSeconds: ttl.oidcHandoverSeconds,
  });
  return token;
}

/** Finds the sign-in of a token that was not used and has not expired. */
export async function findHandover(
  { database, keys }: { database: DbOrTrx } & Pick<ApiDeps, "keys">,
  { issuer, token }: { issuer: string; token: string },
): Promise<Handover | undefined> {
  const idHashes = artifactHashes(keys, { issuer, model, id: token });
  const found = await findArtifact(database, idHashes);
  if (found === undefined || found.consumed_at !== null) return undefined;
  const { accountId = "", grantId = "", authTime = 0, acr, amr } = found.payload;
  const grantHashes = artifactHashes(keys, { issuer, model: "Grant", id: grantId });
  return {
    idHashes,
    grantHashes,
    accountId,
    ...proofOf({ acr, amr }),
    authenticatedAt: new Date(authTime * 1000),
  };
}

/**
 * Uses a handover up; false when it was used, has expired, or the application's access has ended since. Whatever ends
 * that access locks the account first.
 */
export async function consumeHandover(
  transaction: Trx,
  { accountId, idHashes, grantHashes }: Handover,
): Promise<boolean> {
  await lockAccountForUpdate(transaction, accountId);
  const isOpen = await consumeArtifact(transaction, idHashes);
  return isOpen && (await findArtifact(transaction, grantHashes)) !== undefined;
}
