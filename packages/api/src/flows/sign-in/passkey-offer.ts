import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { findAccountSession } from "../../accounts/gateway-session.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { isPasskeyOfferDue } from "../../passkeys/passkey-offer.store.ts";

interface SignInByCode {
  brand: Brand;
  origin: string;
  /** Of the session that the sign-in has opened. */
  idHash: string;
}

/**
 * Whether to offer a passkey after a sign-in by a code, so that the next one takes none. A session that may not change
 * the methods would first be asked for another proof, so it gets no offer.
 */
export async function offersPasskey(
  { database, mode }: Pick<ApiDeps, "database" | "mode">,
  { brand, origin, idHash }: SignInByCode,
): Promise<boolean> {
  if (!brand.secondFactor.methods.includes("passkey")) return false;
  if (relyingPartyOf({ brand, origin, mode }) === undefined) return false;
  const session = await findAccountSession(database, { idHashes: [idHash], brandId: brand.id });
  if (session === undefined || session.needsSecondProof) return false;
  return isPasskeyOfferDue(database, session.accountId);
}
