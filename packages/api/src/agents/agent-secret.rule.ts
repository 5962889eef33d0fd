import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { isSameText } from "../platform/same-text.rule.ts";

/** The roles and the secret of one agent. */
export interface AgentSecret {
  secret: string;
  roles: StaffRole[];
}
export type AgentSecrets = Readonly<Record<string, AgentSecret>>;

/** Compares digests in constant time; an unknown id takes the same comparison as a known one. */
export function isAgentSecret(agents: AgentSecrets, { id, secret }: { id: string; secret: string }): boolean {
  const expected = findAgent(agents, id)?.secret;
  return isSameText(secret, expected ?? "") && expected !== undefined;
}

export function findAgent(agents: AgentSecrets, id: string): AgentSecret | undefined {
  return Object.hasOwn(agents, id) ? agents[id] : undefined;
}

/** Keyed hash of the secret that a session was opened with. */
export function secretMark(hash: KeyRing, { id, secret }: { id: string; secret: string }): string {
  return keyedHash(hash, ["agent secret", id, secret]);
}

/** Whether the agent's current secret is the one that the session was opened with. */
export function hasSecretMark(
  hash: KeyRing,
  agents: AgentSecrets,
  { id, mark }: { id: string; mark: string },
): boolean {
  const secret = findAgent(agents, id)?.secret;
  return secret !== undefined && keyedHashes(hash, ["agent secret", id, secret]).includes(mark);
}

/** Keyed hash of the provider that authenticated the agent of a session. */
export function providerMark(hash: KeyRing, { name }: { name: string }): string {
  return keyedHash(hash, ["agent provider", name]);
}

export function hasProviderMark(hash: KeyRing, { name, mark }: { name: string; mark: string }): boolean {
  return keyedHashes(hash, ["agent provider", name]).includes(mark);
}
