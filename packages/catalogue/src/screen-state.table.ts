import type { Page } from "./flow.table.ts";
import type { LegacyPage } from "./legacy-flow.table.ts";
import type { RegistrationErrorCode } from "./registration-error.table.ts";
import type { CodeCause, RoadblockId } from "./roadblock.table.ts";

/** Pages of account recovery, and their states. */
export type RecoveryPage = "forgot" | "verify" | "reset";
export type RecoveryState =
  | "wait"
  | "ended"
  | "sentAgain"
  | "tooSoon"
  | "lost"
  | "wrong"
  | "lastTry"
  | "cellPhone"
  | "temporary"
  | "link"
  | "idleSoon"
  | "endsSoon"
  | "factWrong"
  | "numberWrong"
  | "refused"
  | "badCharacter"
  | "reused";

/** States of a page of registration, besides its errors. */
export type RegistrationState =
  | "finding"
  | "pin"
  | "letterAsked"
  | "text"
  | "chosenAddress"
  | "sentAgain"
  | "tooSoon"
  | "nextToLastCode"
  | "lastCode"
  | "provinceSet"
  | "emailTaken"
  | "accountExists"
  | "emailNotEnough"
  | "emailAlike"
  | "driver"
  | "bothRoles"
  | "withoutLicence"
  | "lastTry"
  | "idleSoon"
  | "endsSoon";

/** States of a page of registration by policy number. */
export type LegacyState =
  | "finding"
  | "programme"
  | "elsewhere"
  | "handover"
  | "notFound"
  | "lastTry"
  | "known"
  | "wait"
  | "oneWay"
  | "letterAsked"
  | "wrong"
  | "sentAgain"
  | "tooSoon"
  | "lastCode"
  | "provinceSet"
  | "idleSoon"
  | "endsSoon"
  | "mailWait"
  | "taken"
  | "driver"
  | "withoutAddress"
  | "refused"
  | "numberWrong"
  | "reused"
  | "notSaved";

export type LinkState = "wrong" | "refused" | "taken" | "notSaved" | "wait" | "endsSoon";

/** States of the agents' page, and results of the last action. */
export type AgentState =
  | "stranger"
  | "refused"
  | "signInLimited"
  | "signInAway"
  | "openId"
  | "openIdDenied"
  | "openIdNoRole"
  | "openIdUnfit"
  | "openIdLimited"
  | "ended"
  | "find"
  | "endsSoon"
  | "misread"
  | "unknown"
  | "elsewhere"
  | "limited"
  | "away"
  | "case"
  | "clear"
  | "lifted"
  | "unlocked"
  | "linkSent"
  | "nothingLeft"
  | "notAnAddress"
  | "taken"
  | "missing"
  | "unfit"
  | "found"
  | "nothingFound"
  | "readOnly"
  | "requestsListed"
  | "linkRequested"
  | "requestToApprove"
  | "requestApproved"
  | "requestRefused"
  | "requestStopped"
  | "ownRequest"
  | "requestEnded"
  | "alreadyRequested"
  | "requestsLimited";

/** State of the request behind a stop link, or why the page cannot show it. */
export type StopRequestState = "open" | "stopped" | "sent" | "over" | "unknown" | "wait" | "away";

/** States of the frame around every page: its help open at some hour, or its layout in the mobile app. */
export type FrameState = "open" | "opensLater" | "opensTomorrow" | "opensMonday" | "holiday" | "app";

/** A fault of a field, by its sentence key: `password.minlength`. */
export type FaultName = `${string}.${string}`;

/** A screen in one state, for previews. */
export type ScreenState = (
  | {
      kind: "login";
      state:
        | "first"
        | "remembered"
        | "error"
        | "wait"
        | "sessionEnded"
        | "signInEnded"
        | "passwordChanged"
        | "temporaryEnded"
        | "linkForgotten"
        | "accountReady"
        | "signedOut";
    }
  | { kind: "recovery"; page: RecoveryPage; state?: RecoveryState }
  /** `rule`: the password rule that the API names with the error. */
  | { kind: "registration"; page: Page; state?: RegistrationState; error?: RegistrationErrorCode; rule?: string }
  /** A page of registration by policy number over API v1. */
  | { kind: "legacy"; page: LegacyPage; state?: LegacyState }
  /** Target of a message's link; `owner` asks for another fact. */
  | {
      kind: "link";
      action: "ASKPASSWORD" | "ASKUSERNAME" | "DEFPWD_REGISTER";
      owner: "policyHolder" | "driver";
      state?: LinkState;
    }
  | { kind: "afterLink"; page: "emailSent" | "inbox" | "ready" | "joined"; state?: "again" | "wait" }
  /**
   * `without`: the end of its lockout, the link to reissue, or the reference is absent. `after`: the lockout expired, a
   * message was just sent, or one was requested too soon. `of`: what failed. `shownCode`: of the cause. `codes`: why
   * they locked the flow; wrong codes by default. `offers`: a conditional exit.
   */
  | {
      kind: "roadblock";
      roadblock: RoadblockId;
      without?: "end" | "link" | "reference";
      after?: "pause" | "mail" | "wait";
      of?: "link" | "registration";
      shownCode?: string;
      codes?: CodeCause;
      offers?: "newCode" | "newLetter" | "changeRole";
    }
  | { kind: "legal"; document: "privacy" | "terms" | "security" | "accessibility" }
  | { kind: "home"; state?: "firstTime" | "failedSignIns" | "idleSoon" | "endsSoon" }
  | { kind: "frame"; state: FrameState }
  | { kind: "help"; state?: "reference" | "holiday" }
  | { kind: "agent"; state: AgentState }
  /** Target of a message's stop link. */
  | { kind: "stopRequest"; state: StopRequestState }
) & {
  /** The form was sent with these faults, each shown at its field. */
  faults?: readonly FaultName[];
};

const recovery = (page: RecoveryPage, state?: RecoveryState) =>
  ({ kind: "recovery", page, ...(state !== undefined && { state }) }) as const;
const registration = (page: Page, state?: RegistrationState) =>
  ({ kind: "registration", page, ...(state !== undefined && { state }) }) as const;
const refused = (page: Page, error: RegistrationErrorCode, more: { state?: RegistrationState; rule?: string } = {}) =>
  ({ kind: "registration", page, error, ...more }) as const;
const legacy = (page: LegacyPage, state?: LegacyState) =>
  ({ kind: "legacy", page, ...(state !== undefined && { state }) }) as const;
const link = (
  action: Extract<ScreenState, { kind: "link" }>["action"],
  { owner, state }: { owner?: "driver"; state?: LinkState } = {},
) => ({ kind: "link", action, owner: owner ?? "policyHolder", ...(state !== undefined && { state }) }) as const;
const agent = (state: AgentState) => ({ kind: "agent", state }) as const;

/** Every page that is not a roadblock, in user order, in each of its states. Its title is `demo:screen.<id>`. */
export const screenStates = {
  login: { kind: "login", state: "first" },
  "login-error": { kind: "login", state: "error" },
  "login-wait": { kind: "login", state: "wait" },
  "login-session-ended": { kind: "login", state: "sessionEnded" },
  "login-after-home": { kind: "login", state: "signInEnded" },
  "login-remembered": { kind: "login", state: "remembered" },
  "login-password-changed": { kind: "login", state: "passwordChanged" },
  "login-temporary-ended": { kind: "login", state: "temporaryEnded" },
  "login-link-forgotten": { kind: "login", state: "linkForgotten" },
  "login-account-ready": { kind: "login", state: "accountReady" },
  "login-logged-out": { kind: "login", state: "signedOut" },
  forgot: recovery("forgot"),
  "forgot-wait": recovery("forgot", "wait"),
  "forgot-again": recovery("forgot", "ended"),
  verify: recovery("verify"),
  "verify-sent-again": recovery("verify", "sentAgain"),
  "verify-too-soon": recovery("verify", "tooSoon"),
  "verify-wrong": recovery("verify", "wrong"),
  "verify-last-try": recovery("verify", "lastTry"),
  "verify-lost": recovery("verify", "lost"),
  "verify-ends-soon": recovery("verify", "endsSoon"),
  reset: recovery("reset"),
  "reset-mobile": recovery("reset", "cellPhone"),
  "reset-temporary": recovery("reset", "temporary"),
  "reset-link": recovery("reset", "link"),
  "reset-idle-soon": recovery("reset", "idleSoon"),
  "reset-ends-soon": recovery("reset", "endsSoon"),
  "reset-postal-code-wrong": recovery("reset", "factWrong"),
  "reset-mobile-wrong": recovery("reset", "numberWrong"),
  "reset-password-refused": recovery("reset", "refused"),
  "reset-character-refused": recovery("reset", "badCharacter"),
  "reset-password-used": recovery("reset", "reused"),
  "account-type": registration("ACCOUNT_TYPE"),
  "account-type-find": registration("ACCOUNT_TYPE", "finding"),
  "email-identification": registration("EMAIL_IDENTIFICATION"),
  "email-wait": refused("EMAIL_IDENTIFICATION", "TOO_MANY_REQUESTS"),
  "session-idle-soon": registration("EMAIL_IDENTIFICATION", "idleSoon"),
  "session-ends-soon": registration("EMAIL_IDENTIFICATION", "endsSoon"),
  "policy-identification": registration("POLICY_IDENTIFICATION"),
  "policy-find": registration("POLICY_IDENTIFICATION", "finding"),
  "policy-after-email": registration("POLICY_IDENTIFICATION", "emailNotEnough"),
  "policy-after-profiles": registration("POLICY_IDENTIFICATION", "emailAlike"),
  "policy-driver": registration("POLICY_IDENTIFICATION", "driver"),
  "policy-not-found": refused("POLICY_IDENTIFICATION", "POLICY_NUMBER_NOT_FOUND"),
  "policy-last-try": refused("POLICY_IDENTIFICATION", "POLICY_NUMBER_NOT_FOUND", { state: "lastTry" }),
  "account-already-exists": registration("POLICY_IDENTIFICATION", "accountExists"),
  "licence-not-found": refused("POLICY_IDENTIFICATION", "DRIVE_LICENSE_NUMBER_NOT_FOUND"),
  "multiple-profiles": registration("MULTIPLE_PROFILES"),
  "additional-driver-profile": registration("ADDITIONAL_DRIVER_PROFILE"),
  "additional-driver-without-licence": registration("ADDITIONAL_DRIVER_PROFILE", "withoutLicence"),
  "additional-driver-not-found": refused("ADDITIONAL_DRIVER_PROFILE", "DRIVE_LICENSE_NUMBER_NOT_FOUND"),
  "verify-options": registration("VERIFY_OPTIONS"),
  "verify-code": registration("VERIFY_CODE"),
  "verify-code-text": registration("VERIFY_CODE", "text"),
  "verify-code-chosen-address": registration("VERIFY_CODE", "chosenAddress"),
  "verify-code-sent-again": registration("VERIFY_CODE", "sentAgain"),
  "verify-code-too-soon": registration("VERIFY_CODE", "tooSoon"),
  "verify-code-next-to-last": registration("VERIFY_CODE", "nextToLastCode"),
  "verify-code-last": registration("VERIFY_CODE", "lastCode"),
  "verify-code-province-set": registration("VERIFY_CODE", "provinceSet"),
  "verify-code-wrong": refused("VERIFY_CODE", "INVALID_ACTIVATION_CODE"),
  "verify-code-last-try": refused("VERIFY_CODE", "INVALID_ACTIVATION_CODE", { state: "lastTry" }),
  "verify-pin": registration("VERIFY_CODE", "pin"),
  "verify-pin-wrong": refused("VERIFY_CODE", "INVALID_ACTIVATION_CODE", { state: "pin" }),
  "verify-pin-letter-asked": registration("VERIFY_CODE", "letterAsked"),
  "confirm-username": registration("CONFIRM_USERNAME"),
  "username-not-saved": refused("CONFIRM_USERNAME", "EMAIL_UPDATE_FAILED"),
  "ask-username": registration("ASK_USERNAME"),
  "username-taken": refused("ASK_USERNAME", "EMAIL_ALREADY_EXISTS"),
  "username-taken-meanwhile": registration("ASK_USERNAME", "emailTaken"),
  create: registration("CREATE"),
  "password-refused": refused("CREATE", "PASSWORD_POLICY_VIOLATION"),
  "password-common": refused("CREATE", "PASSWORD_POLICY_VIOLATION", { rule: "common" }),
  "password-used": refused("CREATE", "PASSWORD_POLICY_VIOLATION", { rule: "reused" }),
  "create-not-saved": refused("CREATE", "EMAIL_UPDATE_FAILED"),
  confirmation: registration("CONFIRM"),
  "confirmation-driver": registration("CONFIRM", "driver"),
  "confirmation-both-roles": registration("CONFIRM", "bothRoles"),
  "welcome-back": registration("WELCOME_BACK"),
  "legacy-identification": legacy("IDENTIFICATION"),
  "legacy-identification-programme": legacy("IDENTIFICATION", "programme"),
  "legacy-identification-elsewhere": legacy("IDENTIFICATION", "elsewhere"),
  "legacy-identification-handover": legacy("IDENTIFICATION", "handover"),
  "legacy-identification-find": legacy("IDENTIFICATION", "finding"),
  "legacy-not-found": legacy("IDENTIFICATION", "notFound"),
  "legacy-last-try": legacy("IDENTIFICATION", "lastTry"),
  "legacy-already-registered": legacy("IDENTIFICATION", "known"),
  "legacy-wait": legacy("IDENTIFICATION", "wait"),
  "legacy-ways": legacy("VALIDATION"),
  "legacy-one-way": legacy("VALIDATION", "oneWay"),
  "legacy-province-set": legacy("VALIDATION", "provinceSet"),
  "legacy-idle-soon": legacy("VALIDATION", "idleSoon"),
  "legacy-ends-soon": legacy("VALIDATION", "endsSoon"),
  "legacy-code-text": legacy("VALIDATION_SMS"),
  "legacy-code-text-wrong": legacy("VALIDATION_SMS", "wrong"),
  "legacy-code-text-again": legacy("VALIDATION_SMS", "sentAgain"),
  "legacy-code-text-too-soon": legacy("VALIDATION_SMS", "tooSoon"),
  "legacy-code-text-last": legacy("VALIDATION_SMS", "lastCode"),
  "legacy-code-text-last-try": legacy("VALIDATION_SMS", "lastTry"),
  "legacy-code-email": legacy("VALIDATION_EMAIL"),
  "legacy-code-programme": legacy("VALIDATION_EMAIL", "programme"),
  "legacy-pin": legacy("VALIDATION_PIN"),
  "legacy-pin-wrong": legacy("VALIDATION_PIN", "wrong"),
  "legacy-pin-letter-asked": legacy("VALIDATION_PIN", "letterAsked"),
  "legacy-email": legacy("ACCOUNT_EMAIL"),
  "legacy-email-handover": legacy("ACCOUNT_EMAIL", "handover"),
  "legacy-email-programme": legacy("ACCOUNT_EMAIL", "programme"),
  "legacy-email-taken": legacy("ACCOUNT_EMAIL", "taken"),
  "legacy-new-email": legacy("NEW_EMAIL"),
  "legacy-new-email-taken": legacy("NEW_EMAIL", "taken"),
  "legacy-email-sent": legacy("EMAIL_SENT"),
  "legacy-email-sent-again": legacy("EMAIL_SENT", "sentAgain"),
  "legacy-email-sent-wait": legacy("EMAIL_SENT", "mailWait"),
  "legacy-password": legacy("PASSWORD"),
  "legacy-password-handover": legacy("PASSWORD", "handover"),
  "legacy-password-driver": legacy("PASSWORD", "driver"),
  "legacy-password-refused": legacy("PASSWORD", "refused"),
  "legacy-password-last-try": legacy("PASSWORD", "lastTry"),
  "legacy-password-number-wrong": legacy("PASSWORD", "numberWrong"),
  "legacy-password-used": legacy("PASSWORD", "reused"),
  "legacy-password-wait": legacy("PASSWORD", "wait"),
  "legacy-password-not-saved": legacy("PASSWORD", "notSaved"),
  "legacy-profile": legacy("PASSWORD_VALIDATION"),
  "legacy-profile-driver": legacy("PASSWORD_VALIDATION", "driver"),
  "legacy-profile-wrong": legacy("PASSWORD_VALIDATION", "wrong"),
  "legacy-profile-number-wrong": legacy("PASSWORD_VALIDATION", "numberWrong"),
  "legacy-profile-added": { kind: "afterLink", page: "joined" },
  "legacy-welcome-back": legacy("WELCOME_BACK"),
  "legacy-welcome-back-bare": legacy("WELCOME_BACK", "withoutAddress"),
  "link-account": link("DEFPWD_REGISTER"),
  "link-account-driver": link("DEFPWD_REGISTER", { owner: "driver" }),
  "link-account-refused": link("DEFPWD_REGISTER", { state: "refused" }),
  "link-account-number-wrong": link("DEFPWD_REGISTER", { owner: "driver", state: "refused" }),
  "link-account-not-saved": link("DEFPWD_REGISTER", { state: "notSaved" }),
  "link-account-ends-soon": link("DEFPWD_REGISTER", { state: "endsSoon" }),
  "link-account-ready": { kind: "afterLink", page: "ready" },
  "link-new-email": link("ASKUSERNAME"),
  "link-new-email-taken": link("ASKUSERNAME", { state: "taken" }),
  "link-email-sent": { kind: "afterLink", page: "emailSent" },
  "link-email-sent-again": { kind: "afterLink", page: "emailSent", state: "again" },
  "link-email-sent-wait": { kind: "afterLink", page: "emailSent", state: "wait" },
  "link-password": link("ASKPASSWORD"),
  "link-password-driver": link("ASKPASSWORD", { owner: "driver" }),
  "link-password-wrong": link("ASKPASSWORD", { state: "wrong" }),
  "link-password-refused": link("ASKPASSWORD", { state: "refused" }),
  "link-password-wait": link("ASKPASSWORD", { state: "wait" }),
  "link-check-inbox": { kind: "afterLink", page: "inbox" },
  "link-check-inbox-again": { kind: "afterLink", page: "inbox", state: "again" },
  "link-check-inbox-wait": { kind: "afterLink", page: "inbox", state: "wait" },
  home: { kind: "home" },
  "home-first-time": { kind: "home", state: "firstTime" },
  "home-failed-sign-ins": { kind: "home", state: "failedSignIns" },
  "home-idle-soon": { kind: "home", state: "idleSoon" },
  "home-ends-soon": { kind: "home", state: "endsSoon" },
  help: { kind: "help" },
  "help-reference": { kind: "help", state: "reference" },
  "help-holiday": { kind: "help", state: "holiday" },
  "legal-privacy": { kind: "legal", document: "privacy" },
  "legal-terms": { kind: "legal", document: "terms" },
  "legal-security": { kind: "legal", document: "security" },
  "legal-accessibility": { kind: "legal", document: "accessibility" },
  "stop-request": { kind: "stopRequest", state: "open" },
  "stop-request-stopped": { kind: "stopRequest", state: "stopped" },
  "stop-request-sent": { kind: "stopRequest", state: "sent" },
  "stop-request-over": { kind: "stopRequest", state: "over" },
  "stop-request-unknown": { kind: "stopRequest", state: "unknown" },
  "stop-request-wait": { kind: "stopRequest", state: "wait" },
  "stop-request-away": { kind: "stopRequest", state: "away" },
  "agent-log-in": agent("stranger"),
  "agent-refused": agent("refused"),
  "agent-sign-in-limited": agent("signInLimited"),
  "agent-sign-in-away": agent("signInAway"),
  "agent-session-ended": agent("ended"),
  "agent-open-id": agent("openId"),
  "agent-open-id-denied": agent("openIdDenied"),
  "agent-open-id-no-role": agent("openIdNoRole"),
  "agent-open-id-unfit": agent("openIdUnfit"),
  "agent-open-id-limited": agent("openIdLimited"),
  "agent-find": agent("find"),
  "agent-ends-soon": agent("endsSoon"),
  "agent-misread": agent("misread"),
  "agent-unknown": agent("unknown"),
  "agent-elsewhere": agent("elsewhere"),
  "agent-limited": agent("limited"),
  "agent-away": agent("away"),
  "agent-found": agent("found"),
  "agent-nothing-found": agent("nothingFound"),
  "agent-case": agent("case"),
  "agent-case-read-only": agent("readOnly"),
  "agent-case-clear": agent("clear"),
  "agent-lifted": agent("lifted"),
  "agent-unlocked": agent("unlocked"),
  "agent-link-sent": agent("linkSent"),
  "agent-nothing-left": agent("nothingLeft"),
  "agent-not-an-address": agent("notAnAddress"),
  "agent-address-taken": agent("taken"),
  "agent-address-missing": agent("missing"),
  "agent-unfit": agent("unfit"),
  "agent-requests": agent("requestsListed"),
  "agent-link-requested": agent("linkRequested"),
  "agent-request-to-approve": agent("requestToApprove"),
  "agent-request-approved": agent("requestApproved"),
  "agent-request-refused": agent("requestRefused"),
  "agent-request-stopped": agent("requestStopped"),
  "agent-request-own": agent("ownRequest"),
  "agent-request-ended": agent("requestEnded"),
  "agent-request-already": agent("alreadyRequested"),
  "agent-requests-limited": agent("requestsLimited"),
  "frame-open": { kind: "frame", state: "open" },
  "frame-opens-later": { kind: "frame", state: "opensLater" },
  "frame-opens-tomorrow": { kind: "frame", state: "opensTomorrow" },
  "frame-opens-monday": { kind: "frame", state: "opensMonday" },
  "frame-holiday": { kind: "frame", state: "holiday" },
  "frame-app": { kind: "frame", state: "app" },
} as const satisfies Record<string, ScreenState>;

export type ScreenStateId = keyof typeof screenStates;
