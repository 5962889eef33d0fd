import { hkdfSync } from "node:crypto";
import type { KeyRing, Keys } from "./keys.port.ts";

/** Secrets by purpose, newest first, at most two: the second is the one before, so that a change breaks no journey. */
export interface KeySecrets {
  token: readonly string[];
  hash: readonly string[];
  lookup: readonly string[];
  cookie: readonly string[];
}

/** Derives every key from its own secret, so that no two purposes share one (HKDF with SHA-256, 32 bytes each). */
export function deriveKeys(secrets: KeySecrets): Keys {
  return {
    sessionToken: ring(secrets.token, "session-token"),
    secretHash: ring(secrets.hash, "secret-hash"),
    lookupHash: ring(secrets.lookup, "lookup-hash"),
    cookie: ring(secrets.cookie, "cookie"),
  };
}

function ring(secrets: readonly string[], purpose: string): KeyRing {
  const all = secrets.slice(0, 2).map((secret) => new Uint8Array(hkdfSync("sha256", secret, "vestibule", purpose, 32)));
  const [newest] = all;
  if (newest === undefined) throw new Error(`no secret for ${purpose}`);
  return { newest, all };
}
