import type { Page } from "./flow.table.ts";
import type { LegacyPage } from "./legacy-flow.table.ts";
import type { RegistrationErrorCode } from "./registration-error.table.ts";
import { type RoadblockId, roadblockIds } from "./roadblock.table.ts";

/** Pages on the way back into an account, and what may be special about one. */
export type RecoveryPage = "forgot" | "verify" | "reset";
export type RecoveryState =
  | "wait"
  | "ended"
  | "sentAgain"
  | "wrong"
  | "lastTry"
  | "cellPhone"
  | "temporary"
  | "link"
  | "factWrong"
  | "reused"
  | "incomplete";

/** What may be special about a page of registration by policy number. */
export type LegacyState =
  | "programme"
  | "elsewhere"
  | "notFound"
  | "lastTry"
  | "known"
  | "wrong"
  | "sentAgain"
  | "taken"
  | "driver"
  | "refused";

/** A screen in one state, drawn for whoever wants to look at it without living the journey. Its title is `demo:screen.<id>`. */
export type ScreenState =
  | { kind: "login"; state: "first" | "error" | "sessionEnded" | "remembered" | "passwordChanged" | "temporaryEnded" }
  | { kind: "recovery"; page: RecoveryPage; state?: RecoveryState }
  | { kind: "registration"; page: Page; state?: "pin" | "error" | "incomplete"; error?: RegistrationErrorCode }
  /** A page of registration by policy number over API v1. */
  | { kind: "legacy"; page: LegacyPage; state?: LegacyState }
  /** A page that a link from a message leads to; `owner` asks for another fact. */
  | { kind: "link"; action: "ASKPASSWORD" | "ASKUSERNAME" | "DEFPWD_REGISTER"; owner: "policyHolder" | "driver" }
  | { kind: "afterLink"; page: "emailSent" | "inbox" | "ready" | "joined" }
  | { kind: "roadblock"; roadblock: RoadblockId }
  | { kind: "legal"; document: "privacy" | "terms" | "security" | "accessibility" }
  | { kind: "home" | "help" | "notFound" };

const recovery = (page: RecoveryPage, state?: RecoveryState) =>
  ({ kind: "recovery", page, ...(state !== undefined && { state }) }) as const;
const registration = (page: Page) => ({ kind: "registration", page }) as const;
const incomplete = (page: Page) => ({ kind: "registration", page, state: "incomplete" }) as const;
const refused = (page: Page, error: RegistrationErrorCode) =>
  ({ kind: "registration", page, state: "error", error }) as const;
const legacy = (page: LegacyPage, state?: LegacyState) =>
  ({ kind: "legacy", page, ...(state !== undefined && { state }) }) as const;

const ordinary = {
  login: { kind: "login", state: "first" },
  "login-error": { kind: "login", state: "error" },
  "login-session-ended": { kind: "login", state: "sessionEnded" },
  "login-remembered": { kind: "login", state: "remembered" },
  "login-password-changed": { kind: "login", state: "passwordChanged" },
  forgot: recovery("forgot"),
  "forgot-incomplete": recovery("forgot", "incomplete"),
  "forgot-wait": recovery("forgot", "wait"),
  "forgot-again": recovery("forgot", "ended"),
  verify: recovery("verify"),
  "verify-incomplete": recovery("verify", "incomplete"),
  "verify-sent-again": recovery("verify", "sentAgain"),
  "verify-wrong": recovery("verify", "wrong"),
  "verify-last-try": recovery("verify", "lastTry"),
  reset: recovery("reset"),
  "reset-incomplete": recovery("reset", "incomplete"),
  "reset-mobile": recovery("reset", "cellPhone"),
  "reset-temporary": recovery("reset", "temporary"),
  "reset-link": recovery("reset", "link"),
  "reset-postal-code-wrong": recovery("reset", "factWrong"),
  "reset-password-used": recovery("reset", "reused"),
  "account-type": registration("ACCOUNT_TYPE"),
  "account-type-incomplete": incomplete("ACCOUNT_TYPE"),
  "email-identification": registration("EMAIL_IDENTIFICATION"),
  "email-incomplete": incomplete("EMAIL_IDENTIFICATION"),
  "policy-identification": registration("POLICY_IDENTIFICATION"),
  "policy-incomplete": incomplete("POLICY_IDENTIFICATION"),
  "policy-not-found": refused("POLICY_IDENTIFICATION", "POLICY_NUMBER_NOT_FOUND"),
  "account-already-exists": refused("POLICY_IDENTIFICATION", "ACCOUNT_ALREADY_EXISTS"),
  "licence-not-found": refused("POLICY_IDENTIFICATION", "DRIVE_LICENSE_NUMBER_NOT_FOUND"),
  "multiple-profiles": registration("MULTIPLE_PROFILES"),
  "additional-driver-profile": registration("ADDITIONAL_DRIVER_PROFILE"),
  "additional-driver-incomplete": incomplete("ADDITIONAL_DRIVER_PROFILE"),
  "verify-options": registration("VERIFY_OPTIONS"),
  "verify-code": registration("VERIFY_CODE"),
  "verify-code-incomplete": incomplete("VERIFY_CODE"),
  "verify-code-wrong": refused("VERIFY_CODE", "INVALID_ACTIVATION_CODE"),
  "verify-pin": { kind: "registration", page: "VERIFY_CODE", state: "pin" },
  "confirm-username": registration("CONFIRM_USERNAME"),
  "ask-username": registration("ASK_USERNAME"),
  "ask-username-incomplete": incomplete("ASK_USERNAME"),
  "username-taken": refused("ASK_USERNAME", "EMAIL_ALREADY_EXISTS"),
  create: registration("CREATE"),
  "create-incomplete": incomplete("CREATE"),
  "password-refused": refused("CREATE", "PASSWORD_POLICY_VIOLATION"),
  confirmation: registration("CONFIRM"),
  "welcome-back": registration("WELCOME_BACK"),
  "legacy-identification": legacy("IDENTIFICATION"),
  "legacy-identification-programme": legacy("IDENTIFICATION", "programme"),
  "legacy-identification-elsewhere": legacy("IDENTIFICATION", "elsewhere"),
  "legacy-not-found": legacy("IDENTIFICATION", "notFound"),
  "legacy-last-try": legacy("IDENTIFICATION", "lastTry"),
  "legacy-already-registered": legacy("IDENTIFICATION", "known"),
  "legacy-ways": legacy("VALIDATION"),
  "legacy-code-text": legacy("VALIDATION_SMS"),
  "legacy-code-text-wrong": legacy("VALIDATION_SMS", "wrong"),
  "legacy-code-text-again": legacy("VALIDATION_SMS", "sentAgain"),
  "legacy-code-email": legacy("VALIDATION_EMAIL"),
  "legacy-code-programme": legacy("VALIDATION_EMAIL", "programme"),
  "legacy-pin": legacy("VALIDATION_PIN"),
  "legacy-pin-wrong": legacy("VALIDATION_PIN", "wrong"),
  "legacy-email": legacy("ACCOUNT_EMAIL"),
  "legacy-email-programme": legacy("ACCOUNT_EMAIL", "programme"),
  "legacy-email-taken": legacy("ACCOUNT_EMAIL", "taken"),
  "legacy-new-email": legacy("NEW_EMAIL"),
  "legacy-email-sent": legacy("EMAIL_SENT"),
  "legacy-password": legacy("PASSWORD"),
  "legacy-password-driver": legacy("PASSWORD", "driver"),
  "legacy-password-refused": legacy("PASSWORD", "refused"),
  "legacy-profile": legacy("PASSWORD_VALIDATION"),
  "legacy-profile-driver": legacy("PASSWORD_VALIDATION", "driver"),
  "legacy-profile-wrong": legacy("PASSWORD_VALIDATION", "wrong"),
  "legacy-profile-added": { kind: "afterLink", page: "joined" },
  "legacy-welcome-back": legacy("WELCOME_BACK"),
  "link-account": { kind: "link", action: "DEFPWD_REGISTER", owner: "policyHolder" },
  "link-account-driver": { kind: "link", action: "DEFPWD_REGISTER", owner: "driver" },
  "link-account-ready": { kind: "afterLink", page: "ready" },
  "link-new-email": { kind: "link", action: "ASKUSERNAME", owner: "policyHolder" },
  "link-email-sent": { kind: "afterLink", page: "emailSent" },
  "link-password": { kind: "link", action: "ASKPASSWORD", owner: "policyHolder" },
  "link-password-driver": { kind: "link", action: "ASKPASSWORD", owner: "driver" },
  "link-check-inbox": { kind: "afterLink", page: "inbox" },
  home: { kind: "home" },
  help: { kind: "help" },
  "legal-privacy": { kind: "legal", document: "privacy" },
  "legal-terms": { kind: "legal", document: "terms" },
  "legal-security": { kind: "legal", document: "security" },
  "legal-accessibility": { kind: "legal", document: "accessibility" },
  "not-found": { kind: "notFound" },
} as const satisfies Record<string, ScreenState>;

export type OrdinaryScreenId = keyof typeof ordinary;
export type ScreenId = OrdinaryScreenId | `roadblock-${RoadblockId}`;

/** Every screen there is: the ordinary ones in the order people meet them, then each roadblock. */
export const screens: Readonly<Record<ScreenId, ScreenState>> = {
  ...ordinary,
  ...(Object.fromEntries(
    roadblockIds.map((roadblock) => [`roadblock-${roadblock}`, { kind: "roadblock", roadblock }]),
  ) as Record<`roadblock-${RoadblockId}`, ScreenState>),
};
export const screenIds = Object.keys(screens) as ScreenId[];
