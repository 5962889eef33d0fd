import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeysResponse,
} from "@vestibule/contract/account/passkey.schema.ts";
import type { RelyingParty } from "@vestibule/contract/brand/relying-party.rule.ts";
import type { Account } from "../accounts/account.store.ts";
import type { ListedPasskey } from "./passkey.store.ts";

/** COSE identifiers of ES256, EdDSA and RS256. */
export const algorithms = [-7, -8, -257];

const timeout = ttl.passkeyChallengeMinutes * 60_000;
type Described = Pick<ListedPasskey, "credentialId" | "transports">;

const descriptorOf = ({ credentialId, transports }: Described) => ({
  id: credentialId,
  type: "public-key" as const,
  transports,
});

/** Options for `navigator.credentials.get`; without `passkeys` the device offers all for this site. */
export function requestOptionsFor(
  { id }: RelyingParty,
  challenge: string,
  passkeys: readonly Described[] = [],
): PasskeyRequestOptions {
  const allowCredentials = passkeys.map(descriptorOf);
  return { challenge, rpId: id, timeout, userVerification: "required", allowCredentials };
}

/** Returns the options for `navigator.credentials.create`, for a discoverable passkey. */
export function creationOptionsFor(
  { party, brandName, account }: { party: RelyingParty; brandName: string; account: Account },
  challenge: string,
  passkeys: readonly Described[],
): PasskeyCreationOptions {
  const { id, emailAsTyped, firstName, lastName } = account;
  const displayName = `${firstName} ${lastName}`;
  return {
    challenge,
    rp: { id: party.id, name: brandName },
    user: { id: userHandleOf(id).toString("base64url"), name: emailAsTyped, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    attestation: "none",
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: passkeys.map(descriptorOf),
  };
}

/**
 * Returns the options for `PublicKeyCredential.signalAllAcceptedCredentials`. A device deletes what is not accepted: a
 * blocked passkey, but not one that is off until its owner keeps it.
 */
export function acceptedCredentialsFor(
  { id }: RelyingParty,
  accountId: string,
  passkeys: readonly Pick<ListedPasskey, "credentialId" | "isBlocked" | "isOff">[],
): NonNullable<PasskeysResponse["accepted"]> {
  return {
    rpId: id,
    userId: userHandleOf(accountId).toString("base64url"),
    allAcceptedCredentialIds: passkeys
      .filter(({ isBlocked, isOff }) => !isBlocked || isOff)
      .map(({ credentialId }) => credentialId),
  };
}

/** Returns the user handle, by which an authenticator distinguishes accounts: the account's random id. */
export function userHandleOf(accountId: string): Buffer {
  return Buffer.from(accountId.replaceAll("-", ""), "hex");
}
