import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { RelyingParty } from "@vestibule/contract/brand/relying-party.rule.ts";
import type { ApiDeps } from "../deps.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";

/** Purpose of a challenge. `session`: id hash of the session of a signed-in person. */
export type ChallengeScope = { party: RelyingParty } & (
  | { purpose: "signIn" }
  | { purpose: "add" | "proof"; session: string }
);

/** A challenge whose signature is valid. The statement that consumes it checks the time. */
export interface Challenge {
  nonce: string;
  /** Expiry in epoch seconds. */
  until: number;
}

/** Signed and not stored, so that loading the login page writes nothing and every server accepts it. */
export function issueChallenge(
  { keys, random, clock }: Pick<ApiDeps, "keys" | "random" | "clock">,
  scope: ChallengeScope,
): string {
  const until = Math.floor(clock.now().getTime() / 1000) + ttl.passkeyChallengeMinutes * 60;
  const content = `${random.token(16)}.${until}`;
  return Buffer.from(`${content}.${keyedHash(keys.secretHash, signedParts(scope, content))}`).toString("base64url");
}

/** Returns the challenge, or undefined for one of another brand, origin, purpose or session. */
export function readChallenge(
  { keys }: Pick<ApiDeps, "keys">,
  scope: ChallengeScope,
  text: string,
): Challenge | undefined {
  const [nonce = "", until = "", signature = ""] = Buffer.from(text, "base64url").toString().split(".");
  const isSigned = keyedHashes(keys.secretHash, signedParts(scope, `${nonce}.${until}`)).includes(signature);
  return isSigned ? { nonce, until: Number(until) } : undefined;
}

function signedParts({ party, ...scope }: ChallengeScope, content: string): string[] {
  const session = "session" in scope ? scope.session : "";
  return ["passkey-challenge", scope.purpose, party.brandId, party.origin, session, content];
}
