import type { Page, RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Account } from "../../capabilities/accounts/account-store.port.ts";
import type { AuditEvent } from "../../capabilities/audit/auditor.port.ts";
import type { Limits } from "../../capabilities/limits/limit.port.ts";
import type { Notice } from "../../capabilities/notifications/notifier.port.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { KeyedMutex } from "./keyed-mutex.adapter.ts";
import type { RegistrationSession } from "./registration-session.store.ts";
import type { RegistrationState } from "./session-state.schema.ts";

/** The parts of the API with what registration adds: limits that all servers share, and turns. */
export interface RegistrationDeps extends ApiDeps {
  limits: Limits;
  callMutex: KeyedMutex;
}

export interface RegistrationRequest {
  call: RegistrationCall;
  token: string | undefined;
  /** What makes a repeated request the same request. */
  method: string;
  path: string;
  rawBody: string;
  /** The parsed body; undefined where there was none. */
  body: unknown;
  optionId?: string;
}

export type TokenFault = "jwt expired" | "jwt replaced" | "jwt invalid" | "state not found in cache";

/** How a call ended, in the journey's words; the route gives it a status. */
export type RegistrationResult =
  | { kind: "accepted"; data?: unknown }
  | {
      kind: "refused";
      error: RegistrationErrorCode;
      tokenFault?: TokenFault;
      fields?: Record<string, string>;
      /** ISO time at which a pause ends by itself. */
      until?: string;
      /** How often the same may be tried before the session ends, where that may be told. */
      triesLeft?: number;
      retryAfterSeconds?: number;
      /** Every fact of one lookup matched except the role. */
      reason?: "role";
    };

export interface CallResult {
  result: RegistrationResult;
  /** The session's next token; none where the session is over or was never found. */
  token?: string;
}

/** What a call does to its session, and what else happens in the same transaction. */
export interface Transition {
  result: RegistrationResult;
  page?: Page;
  state?: RegistrationState;
  /** Why the session is over with this answer. */
  endReason?: "cancelled" | "locked" | "unidentified" | "personGone";
  notices?: readonly Notice[];
  /** Brand, journey and actor are added. */
  events?: readonly Pick<AuditEvent, "event" | "result" | "facts" | "accountId">[];
}

export interface CallContext {
  deps: RegistrationDeps;
  requestContext: RequestContext;
  session: RegistrationSession;
  request: RegistrationRequest;
  /** Who was found, read afresh from the directory; absent before and after the journey's middle. */
  person: PolicyPerson | undefined;
  /** The person's account, at the pages that come after it. */
  account: Account | undefined;
}

/** The part of a call that changes things. It may run again after a conflict, so it changes nothing outside the transaction. */
export type TransactionStep = (transaction: Trx) => Promise<Transition>;
/** Reads and asks outside (directory, hashing) before the transaction opens. */
export type CallHandler = (context: CallContext) => Promise<TransactionStep>;
