import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { FactRefusal } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import type { Limits } from "../../capabilities/limits/limit.port.ts";
import type { PasswordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { ApiParts } from "../../parts.ts";

export type RecoverParts = Pick<
  ApiParts,
  "database" | "users" | "directory" | "hashing" | "keys" | "random" | "notifier" | "auditor" | "clock"
> & { limits: Limits };

/** Why a call of recovery is not granted. `fields`: field name to the key of its fault. */
export type Refusal =
  | { kind: "malformed"; fields: Record<string, string> }
  | { kind: "wrongSecret" }
  /** A limit ends the journey; `until` where that passes by itself. `resetMailed`: the reset's message just went out. */
  | { kind: "limit"; roadblock: RoadblockId; until?: Date; resetMailed?: true }
  /** No such journey, or one that is over. */
  | { kind: "gone" }
  /** A link that was used, superseded, or is past its time. */
  | { kind: "linkExpired" }
  | FactRefusal
  | PasswordRefusal
  /** Somebody else uses the address that the account was to take. */
  | { kind: "addressTaken" }
  | { kind: "wait"; retryAfterSeconds: number };
