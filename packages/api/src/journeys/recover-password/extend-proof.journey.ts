import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { extendProof } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import { openHandle } from "./journey-handle.rule.ts";
import { proofHashes } from "./proof-token.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";

export type ExtendEnding = { kind: "extended"; idleEndsAt: Date; endsAt: Date } | Extract<Refusal, { kind: "gone" }>;

/** More time for somebody who thinks of a password: no step of theirs, so nothing is told to the trail. */
export async function giveMoreTime(
  parts: Pick<ProvingParts, "database" | "keys">,
  { visit, id: text, token }: { visit: Visit; id: string; token: string },
): Promise<ExtendEnding> {
  const handle = openHandle(parts.keys.secretHash, { text, brandId: visit.brand.id, purposes: ["recovery"] });
  if (handle?.id === undefined) return { kind: "gone" };
  const ends = await extendProof(parts.database, { id: handle.id, tokenHashes: proofHashes(parts, token) });
  return ends ? { kind: "extended", ...ends } : { kind: "gone" };
}
