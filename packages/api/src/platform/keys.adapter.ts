import { hkdfSync } from "node:crypto";
import type { KeyRing, Keys } from "./keys.port.ts";

/** Newest first, at most two: the previous one still verifies, so that a key change interrupts no journey. */
export type KeySecrets = Readonly<Record<"token" | "hash" | "lookup" | "cookie" | "audit", readonly string[]>>;

/**
 * Derives a separate key per purpose (HKDF with SHA-256, 32 bytes each). Keys of tokens that are not in the database
 * also depend on the epoch, which changes when a backup is restored.
 */
export function deriveKeys(secrets: KeySecrets, epoch = ""): Keys {
  const inEpoch = (purpose: string) => (epoch === "" ? purpose : `${purpose}/${epoch}`);
  return {
    sessionToken: deriveKeyRing(secrets.token, inEpoch("session-token")),
    oidcSigning: deriveKeyRing(secrets.token, inEpoch("oidc-signing")),
    secretHash: deriveKeyRing(secrets.hash, "secret-hash"),
    lookupHash: deriveKeyRing(secrets.lookup, "lookup-hash"),
    storedSecret: deriveKeyRing(secrets.hash, "stored-secret"),
    operator: deriveKeyRing(secrets.token, inEpoch("operator")),
    cookie: deriveKeyRing(secrets.cookie, inEpoch("cookie")),
    audit: deriveKeyRing(secrets.audit, "audit"),
  };
}

/** Returns `compute` with its result cached for each key. */
export function oncePerKey<Value>(compute: (key: Uint8Array) => Value): (key: Uint8Array) => Value {
  const computed = new WeakMap<Uint8Array, { value: Value }>();
  return (key) => {
    const known = computed.get(key) ?? { value: compute(key) };
    computed.set(key, known);
    return known.value;
  };
}

/** Derives the keys of a single purpose, for a server that needs no others. */
export function deriveKeyRing(secrets: readonly string[], purpose: string): KeyRing {
  const all = secrets.slice(0, 2).map((secret) => new Uint8Array(hkdfSync("sha256", secret, "vestibule", purpose, 32)));
  const [newest] = all;
  if (newest === undefined) throw new Error(`no secret for ${purpose}`);
  return { newest, all };
}
