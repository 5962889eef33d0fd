import type { RequestContext } from "../../deps.ts";
import { extendResetToken } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { readRecoveryId } from "./recovery-id.rule.ts";
import { resetTokenHashes } from "./reset-token.ts";

export type ExtendResult = { kind: "extended"; idleEndsAt: Date; endsAt: Date } | Extract<Refusal, { kind: "gone" }>;

/** Extends the time to choose a password. Not a step of the journey, so there is no audit event. */
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
