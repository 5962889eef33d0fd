import type { IdentityProofRefusal, LimitRefusal } from "../../capabilities/identity-proof/identity-proof.port.ts";

/** Why a call of recovery is not granted. */
export type Refusal =
  | IdentityProofRefusal
  /** The reset's message just went out. */
  | (LimitRefusal & { resetMailed: true })
  /** Too many wrong codes or answers ended the reset; another one would send a new code now. */
  | ((LimitRefusal | Extract<IdentityProofRefusal, { kind: "tooManyFacts" }>) & { newCode: true })
  /** A link that was used, superseded, or is past its time. */
  | { kind: "linkExpired" };
