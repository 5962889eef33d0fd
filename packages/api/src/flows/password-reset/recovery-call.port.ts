import type { IdentityProofRefusal, LimitRefusal, RoadblockLockout } from "../../verification/identity-proof.port.ts";

/** Why a recovery request is refused. */
export type Refusal =
  | IdentityProofRefusal
  /** The reset message has just been sent. */
  | (LimitRefusal & { resetMailed: true })
  /** Too many wrong codes or answers ended the reset; starting again would send a new code now. */
  | (RoadblockLockout & { newCode: true })
  /** A link that was used, superseded or has expired. */
  | { kind: "linkExpired" };
