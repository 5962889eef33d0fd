import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { AuditEvent } from "../../capabilities/audit/auditor.port.ts";
import type { IdentityProofRefusal } from "../../capabilities/identity-proof/identity-proof.port.ts";
import type { Notice } from "../../capabilities/notifications/notifier.port.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { LegacyRegistration } from "./legacy-registration.store.ts";
import type { LegacyState } from "./legacy-state.schema.ts";

/** Why a call of the registration is not granted. */
export type LegacyRefusal =
  | IdentityProofRefusal
  /** Over by a call of this kind that did what was asked: a form that was sent twice. */
  | { kind: "done" }
  | { kind: "accessRemoved" };

/** 240 tells the portal to ask for something; 202 that a message is on its way; 200 that a password may be chosen. */
export type Validated = { kind: "validated"; status: 200 | 202 | 240; answer: Omit<RegistrationValidation, "id"> };

/** What a call does to its registration, and what else happens in the same transaction. */
export interface LegacyTransition<RegistrationResult> {
  result: RegistrationResult;
  state?: LegacyState;
  /** Why the registration is over with this answer. */
  endReason?: string;
  notices?: readonly Notice[];
  /** Brand, journey and actor are added. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

/** A registration that was live when it was looked up; what is written is decided again on the held row. */
export interface LegacyCall {
  requestContext: RequestContext;
  session: LegacyRegistration;
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
}

/** The part of a call that changes things. It may run again after a conflict. */
export type LegacyTransactionStep<RegistrationResult> = (
  transaction: Trx,
  session: LegacyRegistration,
) => Promise<LegacyTransition<RegistrationResult>>;
