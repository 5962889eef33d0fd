import type { LockoutReason, RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { LimitedDeps } from "../deps.ts";
import type { RetryLater } from "../limits/retry-later.rule.ts";
import type { PasswordRefusal } from "../passwords/password-check.rule.ts";

/** Dependencies of the journeys that verify an identity before sign-in: by link, code, fact or password. */
export type IdentityProofDeps = LimitedDeps<
  | "database"
  | "registryOf"
  | "directory"
  | "hashing"
  | "auditor"
  | "notifier"
  | "random"
  | "keys"
  | "log"
  | "clock"
  | "canSendSms"
  | "metrics"
>;

/** A wrong code or identity fact; the journey continues. */
export interface VerificationRefusal {
  kind: "refused";
  reason: "wrongCode" | "wrongFact";
  /** Attempts left before a lockout, where it is safe to disclose. */
  triesLeft?: number;
  /** Field name to error key. */
  fields?: Record<string, string>;
}

/** Too many wrong codes, sent codes or wrong facts; `until` when the lockout ends by itself. */
export interface VerificationLockout {
  kind: "lockedOut";
  reason: LockoutReason;
  until?: Date;
}

/** A lockout with the roadblock it leads to. `newCode`: starting again would send a new code now. */
export type RoadblockLockout = VerificationLockout & { roadblock: RaisedRoadblockId; newCode?: true };

/** Another limit ends the journey; `until` when the lockout is temporary. */
export interface LimitRefusal {
  kind: "limit";
  roadblock: RaisedRoadblockId;
  reason?: "usernameTaken";
  until?: Date;
  /** Set where this call has sent the reset message. */
  resetMailed?: true;
}

/** Why such a journey refuses a call. `fields`: field name to error key. */
export type IdentityProofRefusal =
  | { kind: "malformed"; fields: Record<string, string> }
  /** No such journey, an ended one, or an unknown id within it. */
  | { kind: "notFound" }
  /** A wrong password. `triesLeft`: set when the journey's own limit is almost reached. */
  | { kind: "wrongSecret"; triesLeft?: 1 }
  | VerificationRefusal
  | RoadblockLockout
  | LimitRefusal
  | PasswordRefusal
  /** A concurrent request took the e-mail or created the person's account. */
  | { kind: "emailTakenConcurrently" }
  /** The link was used, deleted or superseded, has expired, or was issued for facts that have since changed. */
  | { kind: "linkExpired" }
  | { kind: "accessRemoved" }
  /** An earlier call completed the same action, such as a form submitted twice. */
  | { kind: "done" }
  | RetryLater;
