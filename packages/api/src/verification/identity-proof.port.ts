import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { LimitedDeps } from "../deps.ts";
import type { PasswordRefusal } from "../passwords/password-refusal.rule.ts";
import type { FactRefusal } from "./claimed-fact.rule.ts";

/** Dependencies of the journeys that verify an identity before sign-in: by link, code, fact or password. */
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

/** A limit ends the journey; `until` when the lockout is temporary. */
export interface LimitRefusal {
  kind: "limit";
  roadblock: RaisedRoadblockId;
  until?: Date;
}

/** Why such a journey refuses a call. `fields`: field name to error key. */
export type IdentityProofRefusal =
  | { kind: "malformed"; fields: Record<string, string> }
  /** No such journey, an ended one, or an unknown id within it. */
  | { kind: "gone" }
  /** `triesLeft`: set when the journey's own limit is almost reached. */
  | { kind: "wrongSecret"; triesLeft?: 1 }
  | FactRefusal
  | LimitRefusal
  | PasswordRefusal
  /** A concurrent request took the e-mail or created the person's account. */
  | { kind: "addressTaken" }
  | { kind: "wait"; retryAfterSeconds: number };
