import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import type { LegacyMethod, LegacyPage } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { CodeCause, RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { AgentSignInRefusal } from "@vestibule/contract/v1/agent-session.schema.ts";
import type { RegistrationAction } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { LiveLink } from "@vestibule/contract/v1/link.schema.ts";
import { createContext } from "react-router";
import type { AgentDesk } from "./agent-desk.ts";
import type { ContactPage } from "./contact-page.table.ts";
import type { TypedPolicy } from "./typed-policy.rule.ts";

/** What the portal remembers of a registration under way, beside what the API knows. */
export interface RegistrationMemory {
  /** The API's token. The browser never reads it. */
  token: string;
  /** E-mail last typed to be found by: filled in again, and kept over a change of account type. */
  email?: string;
  /** Last typed to be found by policy: goes along to the legacy flow. */
  typedPolicy?: TypedPolicy;
  /** First name typed for a person who has an account: the page that says so greets them by it. */
  typedFirstName?: string;
  /** The province was taken from the policy once; a later choice by the person stands. */
  placed?: true;
  /** Came to find the account that there is: by policy number, as soon as the account type is known. */
  seeksAccount?: true;
  /** Said once on the next page of the journey. */
  said?: "codeSentAgain" | "codeTooSoon" | "letterAsked" | "emailTaken" | "provinceSet";
}

/** What is known before a registration by policy number begins. */
export interface LegacyStart {
  /** Filled in again, here or from smart registration. */
  typedPolicy?: TypedPolicy;
  /** Smart registration found the person in the legacy registry. `email`: as typed there; `isChanging`: in the form. */
  handedOver?: { email?: string; isChanging?: true };
  /** By the driving programme's own entrance. */
  ubi?: true;
  /** Came to find the account that there is. */
  seeksAccount?: true;
}

/** A registration by policy number under way. */
export interface LegacyMemory {
  /** The API's; opaque. */
  id: string;
  /** Where the person stands; the address that is opened next is judged from it. */
  page: LegacyPage;
  /** In the driving programme. */
  ubi: boolean;
  /** The person has an account: a right code shows its address. */
  hasAccount: boolean;
  /** ISO time at which the API forgets it in any case, and that of the last step: a while after it the API forgets it too. */
  endsAt: string;
  stepAt: string;
  /** In the order to show them. */
  ways: readonly { id: string; method: LegacyMethod; maskedValue?: string | undefined }[];
  /** Where the newest code went, or what is typed in place of one. */
  chosen?: {
    id: string;
    method: Exclude<LegacyMethod, "NONE">;
    /** Masked, unless it was typed here. */
    to: string;
    isTyped?: true;
    /** ISO times of the newest message, and of when another may be asked for. */
    sentAt?: string | undefined;
    resendAvailableAt?: string | undefined;
    resendsLeft?: number | undefined;
  };
  /** What the API asks; `email`: on file, whole once it was proven whose it is, else masked. */
  question?: {
    id: string;
    action: Extract<RegistrationAction, "ASKEMAIL" | "ASKUSERNAME" | "ASKPASSWORD">;
    email?: string | undefined;
    identityFact?: IdentityFact | undefined;
  };
  /** A password may be chosen for an account under this address. */
  proven?: { email?: string | undefined; firstName?: string | undefined; identityFact: IdentityFact };
  /** The province was taken from the policy once; a later choice by the person stays. */
  placed?: true;
  /** The account that there is. */
  welcomed?: { email?: string | undefined; firstName?: string | undefined };
  /** Said once on the next page of the journey. */
  said?: "codeSentAgain" | "codeTooSoon" | "letterAsked" | "provinceSet";
}

/** A new password under way: by a code from a message, or after a temporary password. */
export interface RecoveryMemory {
  how: "forgot" | "temporary";
  /** The API's id; empty where it was lost on the way: every code is wrong then. */
  id: string;
  /** As it was typed. */
  email: string;
  /**
   * Once the code or the temporary password was right: what sets the new password, once. ISO times: `endsAt` unless more
   * time is asked for, `latestEndsAt` in any case, known once it was.
   */
  proof?: { token: string; identityFact?: IdentityFact; email: string; endsAt: string; latestEndsAt?: string };
  /** ISO times: of when the newest code was asked for, and from when another can be. */
  askedAt?: string;
  resendAvailableAt?: string;
  /** Wrong codes so far, to tell the last try. */
  wrongCodes?: number;
  /** Said once on the next page of the journey. */
  said?: "sentAgain" | "tooSoon" | "ended";
}

/** A link from a message that brought this browser here, as the API read it. */
export interface LinkMemory {
  token: string;
  answer: LiveLink;
  /** ISO time at which its page was last drawn: from there it is remembered for a while. */
  seenAt?: string;
}

/** A message with a link, sent to an address that was typed here. */
export interface MailedLink {
  /** The question that the address answered. */
  place: { registrationId: string; validationId: string };
  email: string;
  /** Said once on the next page. */
  said?: "sentAgain" | { retryAt: string };
}

/** A fresh link was asked for in place of one that is over. */
export interface FreshLink {
  /** Of the one that is over. */
  token: string;
  /** Said once on the next page. */
  said?: "askedAgain" | { retryAt: string };
}

/** An account that was created, or entered, over API v1: by the way of a link or by policy number. */
export interface FinishedRegistration {
  email: string;
  /** The address is known by its mask alone: nothing is filled in with it. */
  isMasked?: true;
  /** Where it is known. */
  firstName?: string | undefined;
  /** `joined`: the profile was added to an account that was there. */
  role: "driver" | "any" | "joined";
  /** Signs in once, while it lives: given to the page that hands over, and then forgotten. */
  ticket?: { value: string; endsAt: string };
}

/** A new password was set; the ticket signs in at the built-in gateway, once, until `endsAt` (ISO). */
export interface FinishedReset {
  email: string;
  ticket: { value: string; endsAt: string };
}

/** Why the OpenID provider's answer opened no session. */
export type AgentSignInFailure =
  | { kind: "refused"; why: AgentSignInRefusal }
  | { kind: "away" }
  | { kind: "limited"; retryAfterSeconds: number };

/** An agent of the call centre at this browser. */
export interface AgentMemory {
  /** Of the session that the API keeps. */
  token: string;
  /** ISO time at which it ends unless it is used. */
  idleEndsAt: string;
  /** Said once on the next page: how the last act ended. */
  said?: { kind: "done"; what: AgentDone } | { kind: "refused"; why: AgentRefusal };
}
export type AgentDone = "lift" | "unlock" | "link" | "request" | "approve" | "refuse" | "nothing";
export type AgentRefusal =
  | "email"
  | "taken"
  | "missing"
  | "ownRequest"
  | "notOpen"
  | "alreadyRequested"
  | "limited"
  | "other";

/** What the portal remembers of one browser between two requests, encrypted in its own cookie. Values, never secrets of a person. */
export interface PortalSession {
  /** Names this visit to the API; made with the first thing that is asked of it. */
  browserSessionId?: string;
  registration?: RegistrationMemory;
  legacyStart?: LegacyStart;
  legacy?: LegacyMemory;
  recovery?: RecoveryMemory;
  link?: LinkMemory;
  mailedLink?: MailedLink;
  /** A link that is over, and may be asked for anew. */
  expiredLink?: { token: string };
  freshLink?: FreshLink;
  /** Of the message that told of a request for a link to another e-mail: what stops it. */
  stopRequest?: { token: string };
  finishedRegistration?: FinishedRegistration;
  finishedReset?: FinishedReset;
  /** The one roadblock a person stands before; its pages open only while this is set. */
  roadblock?: {
    id: RaisedRoadblockId;
    until?: string;
    /** ISO time until which the link works that was mailed when this was raised. */
    mailedUntil?: string;
    /** Another reset would have sent a code when this was raised. */
    newCode?: true;
    /** A new PIN may come by mail, or was asked for on this page. */
    letter?: "offered" | "asked";
    reference?: string;
    /** Code of what broke, shown in brackets behind the page's own. */
    errorCode?: string;
    /** How codes closed the way, where they did. */
    codes?: CodeCause;
    /** Only the role did not match the file: the other one, to register in. */
    otherRole?: AccountType;
    /** Raised by planned maintenance: it goes when the maintenance is over. */
    planned?: true;
    /** Raised by an outage, and its page was shown: it goes as soon as the API answers. */
    shown?: true;
    /** The page of a new password that something broke on, and that another try leads to. */
    recoveryAt?: RecoveryPage;
    /** Raised on the way that a link from a message leads. */
    ofLink?: true;
    /** A fresh link was asked for, too soon: from when it may be, as a clock says it. Said once. */
    retryAt?: string;
    /** The page that the person left for it by choice, and may go back to. */
    from?: ContactPage;
  };
  /** A form came after this browser had forgotten what it belonged to: said once where a registration begins. */
  formLost?: true;
  /** Said once on the next page. */
  notice?:
    | "sessionEnded"
    | "linkForgotten"
    | "signInEnded"
    | "loginError"
    | "accountReady"
    | "signedOut"
    | "passwordChanged"
    | "temporaryEnded";
  /** ISO time of the newest wrong password that the person was shown after signing in. */
  shownFailedSignIn?: string | undefined;
  /** E-mail to fill in on the login page. */
  loginEmail?: string;
  /** Which login this browser handed to the gateway last: the id that finding its account gave. */
  handedOver?: string;
  /** What the link that brought the person said of signing in; `emailSource` is for statistics alone. */
  singleSignOn?: { request?: string; clientLoginAction?: string; emailSource?: string };
  agent?: AgentMemory;
  /** A sign-in of an agent at the OpenID provider, and how it ended where no session came of it; the latter is shown once. */
  agentSignIn?: { kind: "begun"; state: string } | AgentSignInFailure;
  /** The id that finding an account gave for the login that was tried last: a reference made for the agent names it. */
  triedLogin?: string;
  webview?: boolean;
  /** An operator's value that opens a closed portal; the API has judged it. */
  maintenanceBypass?: string;
}

/**
 * Whether the brand is closed for planned maintenance; `until`: ISO time that was announced. `away`: the API does not
 * answer, or its database does not.
 */
export type Maintenance = { kind: "open" | "away" } | { kind: "closed"; until?: string };

/** A login that was handed to the gateway: what finding its account gave, and the e-mail as it was typed. */
export interface GatewayHandoff {
  id: string;
  email: string;
}

/** Everything a loader or an action knows of the request it answers. */
export interface PortalRequestContext {
  brand: Brand;
  province: ProvinceId;
  /** A province that nobody chose, and no policy proved, is a guess: its times are told with their zone. */
  provinceFrom: "choice" | "guess";
  language: Language;
  /** Nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** Origin the person sees, such as https://portal.example. */
  origin: string;
  mode: "demo" | "production";
  now: Date;
  /** Changed in place by loaders and actions; written back as a cookie when it differs. */
  session: PortalSession;
  /** E-mail kept by "remember me", or undefined. */
  rememberedEmail: string | undefined;
  /** Sets or, with undefined, forgets the remembered e-mail. */
  rememberEmail(email: string | undefined): void;
  /** Remembers for 20 seconds whose login this browser takes to the gateway. */
  saveGatewayHandoff(login: GatewayHandoff): void;
  /** Whose login came back from the gateway: once, in this browser, within those 20 seconds. */
  consumeGatewayHandoff(): Promise<GatewayHandoff | undefined>;
  /** Sets the six-month cookies of province and language. */
  prefer(choice: { province?: ProvinceId; language?: Language }): void;
  /** Any other Set-Cookie header for the answer. */
  addCookie(header: string): void;
  /** Value of a request cookie, decoded. */
  readCookie(name: string): string | undefined;
  /** Fetch to the API with this visit's province, language, api-key and address. */
  api: { baseUrl: string; fetch: typeof fetch };
  /** Whether this visit is let in now. Asked of the API, whose answer may be a second old. */
  maintenance(): Promise<Maintenance>;
  /** ISO time at which the gateway's pause of sign-in ends, as the gateway signed it; undefined where there is none. */
  signInPause: string | undefined;
  /** Undefined where this portal has no page for agents. */
  agentDesk: AgentDesk | undefined;
  /** Set by an action whose page carries a password: the page is sent without a script, and so without a second copy of it. */
  withoutScripts?: true;
  reportFault(error: unknown): void;
}

export const visitContext = createContext<PortalRequestContext>();
