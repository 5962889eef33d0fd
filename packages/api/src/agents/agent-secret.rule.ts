import { createHash, timingSafeEqual } from "node:crypto";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

type Agents = Readonly<Record<string, string>>;

/** Compares digests in constant time; an unknown id takes the same comparison as a known one. */
export function isAgentSecret(agents: Agents, { id, secret }: { id: string; secret: string }): boolean {
  const expected = secretOf(agents, id);
  return timingSafeEqual(digest(secret), digest(expected ?? "")) && expected !== undefined;
}

export function isAgent(agents: Agents, id: string): boolean {
  return secretOf(agents, id) !== undefined;
}

/** Keyed hash of the secret that a session was opened with. */
export function secretMark(hash: KeyRing, { id, secret }: { id: string; secret: string }): string {
  return keyedHash(hash, ["agent secret", id, secret]);
}

/** Whether the agent's current secret is the one that the session was opened with. */
export function hasSecretMark(hash: KeyRing, agents: Agents, { id, mark }: { id: string; mark: string }): boolean {
  const secret = secretOf(agents, id);
  return secret !== undefined && keyedHashes(hash, ["agent secret", id, secret]).includes(mark);
}

/** Keyed hash of the provider that authenticated the agent of a session. */
export function providerMark(hash: KeyRing, { name }: { name: string }): string {
  return keyedHash(hash, ["agent provider", name]);
}

export function hasProviderMark(hash: KeyRing, { name, mark }: { name: string; mark: string }): boolean {
  return keyedHashes(hash, ["agent provider", name]).includes(mark);
}

function secretOf(agents: Agents, id: string): string | undefined {
  return Object.hasOwn(agents, id) ? agents[id] : undefined;
}

const digest = (text: string) => createHash("sha256").update(text).digest();
