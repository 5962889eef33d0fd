import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { ApiDeps } from "../deps.ts";
import { type Challenge, type ChallengeScope, readChallenge } from "./challenge.adapter.ts";
import type { NewPasskey, Passkey } from "./passkey.store.ts";
import { algorithms } from "./passkey-options.rule.ts";

/** Loads the library on first use, because it brings 200 files that parse certificates. */
const loadLibrary = () => import("@simplewebauthn/server");

/** Verifies a device's answer to a challenge of this scope: origin, relying party, user verification, signature. */
export async function verifyPasskeyResponse(
  deps: Pick<ApiDeps, "keys">,
  scope: ChallengeScope,
  { passkey, response }: { passkey: Passkey; response: AuthenticationResponseJSON },
): Promise<{ challenge: Challenge; signCount: number; backedUp: boolean } | undefined> {
  const challenge = challengeIn(deps, scope, response);
  if (challenge === undefined) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAuthenticationResponse({
    response,
    ...expectedValues(scope, challenge),
    // The counter is not checked here: the statement that records the sign-in compares it, so that a copy is
    // distinguished from a wrong signature.
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(asRefused);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { challenge: challenge.read, signCount: newCounter, backedUp: credentialBackedUp };
}

/** Verifies a new passkey. No attestation is requested: any authenticator that verifies its user is accepted. */
export async function verifyNewPasskey(
  deps: Pick<ApiDeps, "keys">,
  scope: ChallengeScope,
  response: RegistrationResponseJSON,
): Promise<{ challenge: Challenge; passkey: Omit<NewPasskey, "accountId" | "name"> } | undefined> {
  const challenge = challengeIn(deps, scope, response);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  const expected = { ...expectedValues(scope, challenge), supportedAlgorithmIDs: algorithms };
  const verified = await verifyRegistrationResponse({ response, ...expected }).catch(asRefused);
  if (!verified?.verified) return undefined;
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    challenge: challenge.read,
    passkey: {
      credentialId: credential.id,
      relyingParty: scope.party.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: credential.transports ?? [],
      isBackupEligible: credentialDeviceType === "multiDevice",
      isBackedUp: credentialBackedUp,
    },
  };
}

interface SentChallenge {
  text: string;
  read: Challenge;
}

const expectedValues = ({ party }: ChallengeScope, { text }: SentChallenge) => ({
  expectedChallenge: text,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** Undefined for a challenge of another scope, and for an answer given inside a frame. */
function challengeIn(
  deps: Pick<ApiDeps, "keys">,
  scope: ChallengeScope,
  { response }: { response: { clientDataJSON: string } },
): SentChallenge | undefined {
  const clientData = clientDataOf(response);
  if (clientData === undefined || clientData.crossOrigin === true) return undefined;
  const read = readChallenge(deps, scope, clientData.challenge);
  return read && { text: clientData.challenge, read };
}

/** The library throws for each check that fails, and for bytes that it cannot read. */
const asRefused = () => undefined;

const clientData = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** Parses the client data, in which the browser describes the call; undefined when it cannot be read. */
function clientDataOf({ clientDataJSON }: { clientDataJSON: string }) {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
