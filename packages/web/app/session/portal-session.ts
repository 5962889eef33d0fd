import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import type { LegacyMethod, LegacyPage } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { CodeCause, RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { RegistrationAction } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { LiveLink } from "@vestibule/contract/v1/link.schema.ts";
import type { AgentSignInFailure, AgentSlice } from "../flows/agent/agent-session-slice.server.ts";
import type { TypedPolicy } from "../form/typed-policy.rule.ts";
import type { ContactPage } from "../roadblock/action-path.table.ts";

/** Session state of a registration, beside the state kept by the API. */
export interface RegistrationSlice {
  /** Token of the API, never sent to the browser. */
  token: string;
  /** E-mail last typed for identification: filled in again, also after a change of account type. */
  email?: string;
  /** Policy last typed for identification: passed on to the legacy flow. */
  typedPolicy?: TypedPolicy;
  /** First name typed by the owner of an existing account: used in the greeting. */
  typedFirstName?: string;
  /** The province was already set from the policy; a later choice takes precedence. */
  isProvinceSet?: true;
  /** Looks for an existing account: goes to the policy number once the account type is known. */
  seeksAccount?: true;
  /** Shown once on the next page of the flow. */
  flash?: "codeSentAgain" | "codeTooSoon" | "letterAsked" | "emailTaken" | "provinceSet";
}

/** State before a registration by policy number starts. */
export interface LegacyStartSlice {
  /** Filled in again, from this flow or from smart registration. */
  typedPolicy?: TypedPolicy;
  /**
   * Set when smart registration found the customer in the legacy registry. `email`: as typed there; `isChanging`: in
   * the form.
   */
  handedOver?: { email?: string; isChanging?: true };
  /** Came through the entry page of the driving programme (UBI). */
  ubi?: true;
  /** Looks for an existing account. */
  seeksAccount?: true;
}

/** A registration by policy number in progress. */
export interface LegacySlice {
  /** Opaque id issued by the API. */
  id: string;
  /** Current page; decides which page may be requested next. */
  page: LegacyPage;
  /** In the driving programme (UBI). */
  ubi: boolean;
  /** The customer has an account: a verified code reveals its e-mail. */
  hasAccount: boolean;
  /**
   * `endsAt`: ISO time at which the API deletes it. `stepAt`: ISO time of the last step, from which the API also
   * applies an idle timeout.
   */
  endsAt: string;
  stepAt: string;
  /** In display order. */
  methods: readonly { id: string; method: LegacyMethod; maskedValue?: string | undefined }[];
  /** Where the newest code was sent, or what is typed instead of one. */
  chosen?: {
    id: string;
    method: Exclude<LegacyMethod, "NONE">;
    /** Masked, unless it was typed in this browser. */
    to: string;
    isTyped?: true;
    /** ISO times: when the newest message was sent, and when it can be resent. */
    sentAt?: string | undefined;
    resendAvailableAt?: string | undefined;
    resendsLeft?: number | undefined;
  };
  /** The API's current question; `email`: on file, masked until its ownership is verified. */
  question?: {
    id: string;
    action: Extract<RegistrationAction, "ASKEMAIL" | "ASKUSERNAME" | "ASKPASSWORD">;
    email?: string | undefined;
    identityFact?: IdentityFact | undefined;
  };
  /** A password may be set for an account with this e-mail. */
  verified?: { email?: string | undefined; firstName?: string | undefined; identityFact: IdentityFact };
  /** The province was already set from the policy; a later choice takes precedence. */
  isProvinceSet?: true;
  /** The existing account. */
  existingAccount?: { email?: string | undefined; firstName?: string | undefined };
  /** Shown once on the next page of the flow. */
  flash?: "codeSentAgain" | "codeTooSoon" | "letterAsked" | "provinceSet";
}

/** A password reset in progress: by a code from a message, or after a temporary password. */
export interface RecoverySlice {
  how: "forgot" | "temporary";
  /** Id issued by the API; empty when it was lost, and then every code is wrong. */
  id: string;
  /** As typed. */
  email: string;
  /**
   * Single-use reset token, set once the code or the temporary password is verified. ISO times: `endsAt` can be
   * extended until `latestEndsAt`, which is known after the first extension.
   */
  proof?: { token: string; identityFact?: IdentityFact; email: string; endsAt: string; latestEndsAt?: string };
  /** ISO times: when the newest code was requested, and when another can be. */
  requestedAt?: string;
  resendAvailableAt?: string;
  /** Shown once on the next page of the flow. */
  flash?: "sentAgain" | "tooSoon" | "ended";
}

/** The link from a message that opened this browser session, as the API describes it. */
export interface LinkSlice {
  token: string;
  answer: LiveLink;
  /** ISO time at which its page was last shown; the session's lifetime counts from there. */
  seenAt?: string;
}

/** A message with a link, sent to an e-mail that was typed in this browser. */
export interface MailedLinkSlice {
  /** The API question that the e-mail answered. */
  answeredQuestion: { registrationId: string; validationId: string };
  email: string;
  /** Shown once on the next page. */
  flash?: "sentAgain" | { retryAt: string };
}

/** A requested replacement for an expired link. */
export interface FreshLinkSlice {
  /** Token of the expired link. */
  token: string;
  /** Shown once on the next page. */
  flash?: "askedAgain" | { retryAt: string };
}

/** An account that was created or joined over API v1, through a link or by policy number. */
export interface FinishedRegistration {
  email: string;
  /** Only the masked e-mail is known: it is not filled in. */
  isMasked?: true;
  firstName?: string | undefined;
  /** `joined`: the profile was added to an existing account. */
  role: "driver" | "any" | "joined";
  /** Single-use sign-in ticket with its expiry (ISO); deleted once the handoff page has it. */
  ticket?: { value: string; endsAt: string };
}

/** A new password was set; the ticket signs in once at the built-in gateway, until `endsAt` (ISO). */
export interface FinishedReset {
  email: string;
  ticket: { value: string; endsAt: string };
}

/** State of one browser between requests, encrypted in the session cookie. It contains no passwords or codes. */
export interface PortalSession {
  /** Identifies this browser session to the API; created with the first POST to the API. */
  browserSessionId?: string;
  registration?: RegistrationSlice;
  legacyStart?: LegacyStartSlice;
  legacy?: LegacySlice;
  recovery?: RecoverySlice;
  link?: LinkSlice;
  mailedLink?: MailedLinkSlice;
  /** An expired link that can be replaced. */
  expiredLink?: { token: string };
  freshLink?: FreshLinkSlice;
  /** Token of the message about a request for a link to another e-mail; it stops that request. */
  stopRequest?: { token: string };
  finishedRegistration?: FinishedRegistration;
  finishedReset?: FinishedReset;
  /** The roadblock raised for the portal session; roadblock pages open only while it is set. */
  roadblock?: {
    id: RaisedRoadblockId;
    until?: string;
    /** ISO time at which the link mailed with this roadblock expires. */
    mailedUntil?: string;
    /** A new reset would have sent a code when this was raised. */
    newCode?: true;
    /** A letter with a new PIN can be requested, or was requested on this page. */
    letter?: "offered" | "asked";
    reference?: string;
    /** Code of the underlying error, shown in brackets after the page's own. */
    errorCode?: string;
    /** Why codes led to the lockout, if they did. */
    codes?: CodeCause;
    /** The other role, when only the role did not match the file. */
    otherRole?: AccountType;
    /** Raised by planned maintenance: cleared when that is over. */
    planned?: true;
    /** Raised by an outage, and its page was shown: cleared as soon as the API responds. */
    shown?: true;
    /** The page of a password reset that failed, and that a retry leads to. */
    recoveryAt?: RecoveryPage;
    /** Raised in the flow of a link from a message. */
    ofLink?: true;
    /** A fresh link was requested too soon: local time from which it can be. Shown once. */
    retryAt?: string;
    /** The page that the customer left by choice and may return to. */
    from?: ContactPage;
  };
  /** A form was posted after its session state had expired: shown once at the start of a registration. */
  expiredForm?: true;
  /** Shown once on the next page. */
  notice?:
    | "sessionEnded"
    | "linkForgotten"
    | "signInEnded"
    | "loginError"
    | "accountReady"
    | "signedOut"
    | "passwordChanged"
    | "temporaryEnded";
  /** ISO time of the newest failed sign-in that was shown after signing in. */
  shownFailedSignIn?: string | undefined;
  /** E-mail to fill in on the login page. */
  loginEmail?: string;
  /** Id, from the account lookup, of the login that was last handed to the gateway. */
  gatewayHandoffId?: string;
  /** Sign-in parameters of the incoming link; `emailSource` is for statistics only. */
  singleSignOn?: { request?: string; clientLoginAction?: string; emailSource?: string };
  agent?: AgentSlice;
  /** An agent's sign-in at the OpenID provider, or why it failed; the failure is shown once. */
  agentSignIn?: { kind: "begun"; state: string } | AgentSignInFailure;
  /** Id, from the account lookup, of the last attempted login; stored with references for the agent. */
  attemptedLoginId?: string;
  webview?: boolean;
  /** An operator's bypass value, verified by the API. */
  maintenanceBypass?: string;
}

/** Values that a flow in progress can do without, in the order in which a session that is too large loses them. */
export const expendableValues: readonly (keyof PortalSession)[] = [
  "singleSignOn",
  "shownFailedSignIn",
  "loginEmail",
  "expiredLink",
  "freshLink",
  "stopRequest",
];

/** Reads a value that is used once, and deletes it. */
export function consume<Key extends keyof PortalSession>(session: PortalSession, key: Key): PortalSession[Key] {
  const value = session[key];
  delete session[key];
  return value;
}
