import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { IdentificationCause } from "@vestibule/catalogue/roadblock.table.ts";
import type { AuthenticatedResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import type { Account } from "../../accounts/account.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { HouseholdRequest } from "../../household-requests/household-request.store.ts";
import type { LimitCount, LimitWindow } from "../../limits/limit.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type {
  IdentityProofDeps,
  IdentityProofRefusal,
  RoadblockLockout,
  VerificationLockout,
} from "../../verification/identity-proof.port.ts";
import type { RegistrationAttempt } from "./attempt.store.ts";
import type { AttemptState } from "./attempt-state.schema.ts";

export type TokenError = "jwt expired" | "jwt replaced" | "jwt invalid" | "state not found in cache";

/** Result of a call; each API version translates it to a response. */
export type RegistrationResult =
  | { kind: "accepted"; data?: unknown }
  /** The person chose a PIN, or none of the methods. */
  | { kind: "methodChosen" }
  | { kind: "codeSent" | "linkSent" }
  | { kind: "policyholderAsked"; request: HouseholdRequest }
  | ({ kind: "created" | "signedIn" } & AuthenticatedResponse)
  | Exclude<IdentityProofRefusal, RoadblockLockout>
  | (VerificationLockout & Partial<Pick<RoadblockLockout, "roadblock">>)
  | { kind: "wrongStep" | "unknownOption" | "alreadyVerified" }
  | { kind: "invalidToken"; error: TokenError }
  | { kind: "emailTaken" | "policyNotFound" | "driverNotFound"; triesLeft: number }
  /** The person has an account; `triesLeft` when identifying. */
  | { kind: "accountExists"; triesLeft?: number }
  /** `role`: every fact of one lookup matched except the role. */
  | { kind: "unidentified"; reason?: "role" | IdentificationCause };

/** What a call found, and the change that it makes to its registration. */
export interface Transition {
  result: RegistrationResult;
  page?: Page;
  state?: AttemptState;
  /** Set when this result ends the registration. */
  endReason?: string;
  /** Recorded last, with the registration's brand, journey and actor. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

/**
 * Finds the transition of a call in the transaction that locks the registration and saves it. It may run again after a
 * serialization conflict, so its effects outside the database must be repeatable.
 */
export type TransactionStep = (transaction: Trx) => Promise<Transition>;

/** A step that compares what was typed; the attempt is counted before it. */
export interface CountedStep {
  windows: LimitWindow | readonly LimitWindow[];
  run: (transaction: Trx, count: LimitCount) => Promise<Transition>;
}

/** What a call does to its registration. */
export type CallStep = Transition | TransactionStep | CountedStep;

export interface RegistrationContext {
  deps: IdentityProofDeps;
  requestContext: RequestContext;
  attempt: RegistrationAttempt;
  /** The verification option or question that the call names. */
  optionId?: string | undefined;
  /** Current data from the directory; absent before identification and in the DONE step. */
  person: PolicyPerson | undefined;
  /** Rows of people with the person's names and date of birth, or with their id. */
  candidates: readonly PolicyPerson[];
  /** The rows among the candidates that the person has proven so far. */
  policies: readonly PolicyPerson[];
  /** The person's account, on the pages of the DONE step. */
  account: Account | undefined;
}

export type IdentifiedCall = RegistrationContext & { person: PolicyPerson };

/** Chooses the step of a call; may run again when another server changed the registration concurrently. */
export type CallHandler = (context: RegistrationContext) => Promise<CallStep>;
export type InputHandler<Input> = (context: RegistrationContext, input: Input) => Promise<CallStep>;
