import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { AuditEvent } from "../../capabilities/audit/auditor.port.ts";
import type { FactRefusal } from "../../capabilities/identity-facts/claimed-fact.rule.ts";
import type { Limits } from "../../capabilities/limits/limit.port.ts";
import type { Notice } from "../../capabilities/notifications/notifier.port.ts";
import type { PasswordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ApiParts, Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { LegacyRegistration } from "./legacy-registration.store.ts";
import type { LegacyState } from "./legacy-state.schema.ts";

export type LegacyParts = Pick<
  ApiParts,
  "database" | "users" | "directory" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "clock"
> & { limits: Limits };

/** Why a call of the registration is not granted. `fields`: field name to the key of its fault. */
export type LegacyRefusal =
  | { kind: "malformed"; fields: Record<string, string> }
  /** No such registration, one that is over, or nothing of it under this id. */
  | { kind: "gone" }
  /** Over by a call of this kind that did what was asked: a form that was sent twice. */
  | { kind: "done" }
  | { kind: "wrongSecret" }
  | FactRefusal
  /** A limit ends the registration; `until` where that passes by itself. */
  | { kind: "limit"; roadblock: RoadblockId; until?: Date }
  | PasswordRefusal
  /** Somebody else has the address, or the person has an account, since a moment ago. */
  | { kind: "addressTaken" }
  | { kind: "accessRemoved" }
  | { kind: "wait"; retryAfterSeconds: number };

/** 240 tells the portal to ask for something; 202 that a message is on its way; 200 that a password may be chosen. */
export type Validated = { kind: "validated"; status: 200 | 202 | 240; answer: Omit<RegistrationValidation, "id"> };

/** What a call does to its registration, and what else happens in the same transaction. */
export interface LegacyMove<Ending> {
  ending: Ending;
  state?: LegacyState;
  /** Why the registration is over with this answer. */
  endedHow?: string;
  notices?: readonly Notice[];
  /** Brand, journey and actor are added. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

/** A registration that was live when it was looked up; what is written is decided again on the held row. */
export interface LegacyCall {
  visit: Visit;
  session: LegacyRegistration;
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
}

/** The part of a call that changes things. It may run again after a conflict. */
export type LegacyAct<Ending> = (transaction: Trx, session: LegacyRegistration) => Promise<LegacyMove<Ending>>;
