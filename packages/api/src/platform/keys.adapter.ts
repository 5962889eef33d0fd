import { hkdfSync } from "node:crypto";
import type { KeyRing, Keys } from "./keys.port.ts";

/** Secrets by purpose, newest first, at most two: the second is the one before, so that a change breaks no journey. */
export interface KeySecrets {
  token: readonly string[];
  hash: readonly string[];
  lookup: readonly string[];
  cookie: readonly string[];
  audit: readonly string[];
}

/**
 * Derives every key from its own secret, so that no two purposes share one (HKDF with SHA-256, 32 bytes each). Keys of
 * tokens that the database does not hold change with the epoch, which moves when a backup is restored.
 */
export function deriveKeys(secrets: KeySecrets, epoch = ""): Keys {
  const inEpoch = (purpose: string) => (epoch === "" ? purpose : `${purpose}/${epoch}`);
  return {
    sessionToken: deriveKeyRing(secrets.token, inEpoch("session-token")),
    secretHash: deriveKeyRing(secrets.hash, "secret-hash"),
    lookupHash: deriveKeyRing(secrets.lookup, "lookup-hash"),
    operator: deriveKeyRing(secrets.token, inEpoch("operator")),
    cookie: deriveKeyRing(secrets.cookie, inEpoch("cookie")),
    audit: deriveKeyRing(secrets.audit, "audit"),
  };
}

/** The keys of one purpose alone, for a server that needs no other. */
export function deriveKeyRing(secrets: readonly string[], purpose: string): KeyRing {
  const all = secrets.slice(0, 2).map((secret) => new Uint8Array(hkdfSync("sha256", secret, "vestibule", purpose, 32)));
  const [newest] = all;
  if (newest === undefined) throw new Error(`no secret for ${purpose}`);
  return { newest, all };
}
