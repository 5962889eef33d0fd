import type { ApiDeps } from "../deps.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";

const purpose = "gateway-session";
const longestId = 100;

/** A random id of a gateway session, its binding to a browser before the dot, and the hash under which it is stored. */
export function newSessionId({ keys, random }: Pick<ApiDeps, "keys" | "random">): { id: string; idHash: string } {
  const id = `${random.token(16)}.${random.token(32)}`;
  return { id, idHash: keyedHash(keys.secretHash, [purpose, id]) };
}

/** Hashes of an id, one for each active key; undefined for text that cannot be an id. */
export function sessionIdHashes({ keys }: Pick<ApiDeps, "keys">, id: string): string[] | undefined {
  return id === "" || id.length > longestId ? undefined : keyedHashes(keys.secretHash, [purpose, id]);
}
