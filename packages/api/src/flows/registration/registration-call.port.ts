import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { IdentificationCause } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type AsyncLock from "async-lock";
import type { Account } from "../../accounts/account.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { Notice } from "../../messages/notifier.port.ts";
import type { ConditionalWrite } from "../../platform/conditional-write.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import type {
  IdentityProofDeps,
  IdentityProofRefusal,
  RoadblockLockout,
  VerificationLockout,
} from "../../verification/identity-proof.port.ts";
import type { RegistrationAttempt } from "./attempt.store.ts";
import type { AttemptState } from "./attempt-state.schema.ts";

export interface RegistrationDeps extends IdentityProofDeps {
  /**
   * Runs the calls of one registration one after another within this process, so that many concurrent calls of a client
   * use one pooled connection. The row lock decides between servers.
   */
  callLock: AsyncLock;
}

export type TokenFault = "jwt expired" | "jwt replaced" | "jwt invalid" | "state not found in cache";

/** Outcome of a call; each API version translates it to a response. */
export type RegistrationResult =
  | { kind: "accepted"; data?: unknown }
  /** The person chose a PIN, or none of the methods. */
  | { kind: "methodChosen" }
  | { kind: "codeSent" | "linkSent" }
  | ({ kind: "created" | "signedIn" } & SignedIn)
  | Exclude<IdentityProofRefusal, RoadblockLockout>
  | (VerificationLockout & Partial<Pick<RoadblockLockout, "roadblock">>)
  | { kind: "wrongStep" | "unknownOption" | "alreadyVerified" }
  | { kind: "invalidToken"; fault: TokenFault }
  | { kind: "emailTaken" | "policyNotFound" | "driverNotFound"; triesLeft: number }
  /** The person has an account; `triesLeft` when identifying. */
  | { kind: "accountExists"; triesLeft?: number }
  /** `role`: every fact of one lookup matched except the role. */
  | { kind: "unidentified"; reason?: "role" | IdentificationCause };

/** The change that a call makes to its registration, and what else is written in the same statement. */
export interface Transition {
  result: RegistrationResult;
  page?: Page;
  state?: AttemptState;
  /** Set when this result ends the registration. */
  endReason?: string;
  notices?: readonly Notice[];
  writes?: readonly ConditionalWrite[];
  /** When it writes nothing, nothing is saved: the call continues with `otherwise`, or starts over. */
  deciding?: { write: ConditionalWrite; otherwise?: () => Promise<Transition> };
  /** Keys of the limits that were counted for it, refunded when it is not saved. */
  counted?: readonly string[];
  /** Brand, journey and actor are added when recorded. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

export interface CallContext {
  deps: RegistrationDeps;
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

export type IdentifiedCall = CallContext & { person: PolicyPerson };

/**
 * The transition of a call, saved in one statement, or a function that needs a transaction of several statements. The
 * function may run again after a serialization conflict, so its effects outside the database must be repeatable.
 */
export type PreparedStep = Transition | ((transaction: Trx) => Promise<Transition>);
/** May run again when another server changed the registration concurrently. */
export type CallHandler = (context: CallContext) => Promise<PreparedStep>;
export type InputHandler<Input> = (context: CallContext, input: Input) => Promise<PreparedStep>;
