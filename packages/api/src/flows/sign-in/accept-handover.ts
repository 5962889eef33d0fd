import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { findKnownBrowser, knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { consumeHandover, findHandover } from "../../oidc/handover.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type SecondFactorBrand, secondFactorReasonsOf } from "../../second-factor/second-factor-reasons.rule.ts";
import type { Credentials } from "./credentials.rule.ts";
import { type ProvenSignInResult, type SignInDeps, signInWithProof } from "./sign-in-with-proof.ts";

interface HandoverCall extends Pick<Credentials, "clientIp" | "devices" | "session" | "origin"> {
  brand: SecondFactorBrand & Pick<Brand, "features">;
  /** Issuer of the provider that the application got the token from. */
  issuer: string;
  token: string;
  /** Account of the browser's active session. */
  signedInAccountId: string | undefined;
}

export type HandoverResult =
  | Extract<ProvenSignInResult, { kind: "ok" }>
  | { kind: "alreadySignedIn" }
  | { kind: "refused" };

/**
 * Signs in with the sign-in that an application hands over, in a browser that the account knows: a token that was stolen
 * opens nothing elsewhere. The session is as trusted as the application's sign-in, and as old. Throws database errors.
 */
export async function acceptHandover(deps: SignInDeps, call: HandoverCall): Promise<HandoverResult> {
  const { brand, clientIp, issuer, token } = call;
  const counted = await deps.limits.consume(deps.database, { limit: "loginClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return { kind: "refused" };
  const handover = await findHandover(deps, { issuer, token });
  if (handover === undefined) return { kind: "refused" };
  const account = await findAccountById(deps.database, handover.accountId);
  if (account?.brandId !== brand.id) return { kind: "refused" };
  const device = call.devices.get(account.id);
  if (device === undefined) return { kind: "refused" };
  const idHashes = knownBrowserHashes(deps.keys.secretHash, device);
  const known = await findKnownBrowser(deps.database, { accountId: account.id, idHashes });
  if (known === undefined) return { kind: "refused" };
  // A second proof may be asked for again since the person logged in to the application: by the brand, or in this browser.
  const hasSecondProof = handover.openedBy === "passkey" || handover.secondFactor !== null;
  const reasons = secondFactorReasonsOf(brand, known.isRemembered ? [] : ["unknownBrowser"]);
  if (!hasSecondProof && reasons.length > 0) return { kind: "refused" };
  if (call.signedInAccountId === account.id) {
    const isOpen = await transact(deps.database, (transaction) => consumeHandover(transaction, handover));
    return { kind: isOpen ? "alreadySignedIn" : "refused" };
  }
  // Without context the statistics do not count it: it continues the application's sign-in.
  const entry = { ...call, account, device, auditContext: undefined };
  const result = await signInWithProof(deps, entry, { kind: "handover", handover });
  return result?.kind === "ok" ? result : { kind: "refused" };
}
