import type { LimitRefusal, ProvingRefusal } from "../../capabilities/proving/proving-call.port.ts";

/** Why a call of recovery is not granted. */
export type Refusal =
  | ProvingRefusal
  /** The reset's message just went out. */
  | (LimitRefusal & { resetMailed: true })
  /** A link that was used, superseded, or is past its time. */
  | { kind: "linkExpired" };
