import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import type { AttemptV1 } from "./attempt.store.ts";
import type { StateV1 } from "./attempt-state.schema.ts";
import type { AttemptTransition } from "./registration-call.port.ts";

/** Why a request of the registration is refused. */
export type LegacyRefusal =
  | IdentityProofRefusal
  /** Already completed by an earlier request of this kind, such as a form submitted twice. */
  | { kind: "done" }
  | { kind: "accessRemoved" };

/** 240: the portal asks for something more; 202: a message was sent; 200: a password may be chosen. */
export type Validated = { kind: "validated"; status: 200 | 202 | 240; answer: Omit<RegistrationValidation, "id"> };

export type LegacyTransition<RegistrationResult> = AttemptTransition<RegistrationResult, StateV1>;

/** A request with a registration that was live when read; each write checks again on the locked row. */
export interface LegacyCall {
  requestContext: RequestContext;
  session: AttemptV1;
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
}

/** The writing part of a request. May run again after a serialization conflict. */
export type LegacyTransactionStep<RegistrationResult> = (
  transaction: Trx,
  session: AttemptV1,
) => Promise<LegacyTransition<RegistrationResult>>;
