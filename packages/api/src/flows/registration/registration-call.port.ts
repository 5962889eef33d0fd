import type { Page, RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { LockoutReason } from "@vestibule/catalogue/roadblock.table.ts";
import type AsyncLock from "async-lock";
import type { Account } from "../../accounts/account-store.port.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { Limits } from "../../limits/limit.port.ts";
import type { Notice } from "../../messages/notifier.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { VerificationRefusal } from "../../verification/identity-proof.port.ts";
import type { AttemptV2 } from "./attempt.store.ts";
import type { AttemptState, StateV2 } from "./attempt-state.schema.ts";

/** The API's dependencies, plus shared limits and the lock per session. */
export interface RegistrationDeps extends ApiDeps {
  limits: Limits;
  /**
   * Runs the calls of one session one after another within this process, so that many concurrent calls of a client use
   * one pooled connection. The row lock decides between servers.
   */
  callLock: AsyncLock;
}

export interface RegistrationRequest {
  call: RegistrationCall;
  token: string | undefined;
  /** Method, path and body identify a repeated request. */
  method: string;
  path: string;
  rawBody: string;
  /** The parsed body; undefined when there was none. */
  body: unknown;
  optionId?: string;
}

export type TokenFault = "jwt expired" | "jwt replaced" | "jwt invalid" | "state not found in cache";

/** Outcome of a call; the route maps it to a status. */
export type RegistrationResult =
  | { kind: "accepted"; data?: unknown }
  | {
      kind: "refused";
      error: RegistrationErrorCode;
      tokenFault?: TokenFault;
      fields?: Record<string, string>;
      /** ISO time at which the lockout ends by itself. */
      until?: string;
      /** Attempts left before the session ends, when they may be announced. */
      triesLeft?: number;
      retryAfterSeconds?: number;
      /** Why verification refuses; `role`: every fact of one lookup matched except the role. */
      reason?: "role" | VerificationRefusal["reason"] | LockoutReason;
    };

export interface CallResult {
  result: RegistrationResult;
  /** The session's next token; absent when the session is over or was not found. */
  token?: string;
}

/** How a call changes its registration, and what else happens in the same transaction. */
export interface AttemptTransition<Result, State extends AttemptState> {
  result: Result;
  page?: Page;
  state?: State;
  /** Set when this result ends the registration. */
  endReason?: string;
  notices?: readonly Notice[];
  /** Brand, journey and actor are added when recorded. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}
export type Transition = AttemptTransition<RegistrationResult, StateV2>;

export interface CallContext {
  deps: RegistrationDeps;
  requestContext: RequestContext;
  session: AttemptV2;
  request: RegistrationRequest;
  /**
   * The identified person with current data from the directory; absent before identification and on the pages of the
   * DONE step.
   */
  person: PolicyPerson | undefined;
  /** The person's account, on the pages of the DONE step. */
  account: Account | undefined;
}

/**
 * The writing part of a call. May run again after a serialization conflict, so it must not have effects outside the
 * transaction.
 */
export type TransactionStep = (transaction: Trx) => Promise<Transition>;
/** Does outside work (directory, hashing) before the transaction opens. */
export type CallHandler = (context: CallContext) => Promise<TransactionStep>;
