import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { Notice } from "../../messages/notifier.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import type { LegacyRegistration } from "./legacy-registration.store.ts";
import type { LegacyState } from "./legacy-state.schema.ts";

/** Why a request of the registration is refused. */
export type LegacyRefusal =
  | IdentityProofRefusal
  /** Already completed by an earlier request of this kind, such as a form submitted twice. */
  | { kind: "done" }
  | { kind: "accessRemoved" };

/** 240: the portal asks for something more; 202: a message was sent; 200: a password may be chosen. */
export type Validated = { kind: "validated"; status: 200 | 202 | 240; answer: Omit<RegistrationValidation, "id"> };

/** How a request changes its registration, and what else happens in the same transaction. */
export interface LegacyTransition<RegistrationResult> {
  result: RegistrationResult;
  state?: LegacyState;
  /** Set when this result ends the registration. */
  endReason?: string;
  notices?: readonly Notice[];
  /** Brand, journey and actor are added when recorded. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

/** A request with a registration that was live when read; each write checks again on the locked row. */
export interface LegacyCall {
  requestContext: RequestContext;
  session: LegacyRegistration;
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
}

/** The writing part of a request. May run again after a serialization conflict. */
export type LegacyTransactionStep<RegistrationResult> = (
  transaction: Trx,
  session: LegacyRegistration,
) => Promise<LegacyTransition<RegistrationResult>>;
