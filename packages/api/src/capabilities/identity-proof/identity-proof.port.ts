import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { FactRefusal } from "../identity-facts/claimed-fact.rule.ts";
import type { PasswordRefusal } from "../passwords/password-refusal.rule.ts";

/** What a journey needs in which somebody proves who they are before they sign in: by a link, a code, a fact or a password. */
export type IdentityProofDeps = LimitedDeps<
  | "database"
  | "accountStore"
  | "directory"
  | "hashing"
  | "auditor"
  | "notifier"
  | "random"
  | "keys"
  | "log"
  | "clock"
  | "canSendSms"
>;

/** A limit ends the journey; `until` where that passes by itself. */
export interface LimitRefusal {
  kind: "limit";
  roadblock: RaisedRoadblockId;
  until?: Date;
}

/** Why such a journey does not grant a call. `fields`: field name to the key of its fault. */
export type IdentityProofRefusal =
  | { kind: "malformed"; fields: Record<string, string> }
  /** No such journey, one that is over, or nothing of it under this id. */
  | { kind: "gone" }
  /** `triesLeft`: where the journey's own limit is near. */
  | { kind: "wrongSecret"; triesLeft?: 1 }
  | FactRefusal
  | LimitRefusal
  | PasswordRefusal
  /** Somebody else uses the address, or the person has an account, since a moment ago. */
  | { kind: "addressTaken" }
  | { kind: "wait"; retryAfterSeconds: number };
