import type { IdentityProofDeps } from "../../capabilities/identity-proof/identity-proof.port.ts";
import { extendResetToken } from "../../capabilities/recoveries/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { readRecoveryId } from "./recovery-id.rule.ts";
import { resetTokenHashes } from "./reset-token.journey.ts";

export type ExtendResult = { kind: "extended"; idleEndsAt: Date; endsAt: Date } | Extract<Refusal, { kind: "gone" }>;

/** More time for somebody who thinks of a password: no step of theirs, so nothing is told to the trail. */
export async function extendReset(
  deps: Pick<IdentityProofDeps, "database" | "keys">,
  { requestContext, id: text, token }: { requestContext: RequestContext; id: string; token: string },
): Promise<ExtendResult> {
  const handle = readRecoveryId(deps.keys.secretHash, {
    text,
    brandId: requestContext.brand.id,
    purposes: ["recovery"],
  });
  if (handle?.id === undefined) return { kind: "gone" };
  const ends = await extendResetToken(deps.database, { id: handle.id, tokenHashes: resetTokenHashes(deps, token) });
  return ends ? { kind: "extended", ...ends } : { kind: "gone" };
}
