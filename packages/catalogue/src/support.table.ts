import type { WindowLimitId } from "./limit.table.ts";
import type { RoadblockId } from "./roadblock.table.ts";
import type { JourneyId } from "./statistic.table.ts";

/**
 * Whose count a limit is that an agent may lift: a person's, an account's, that of an address that messages go to, or of
 * the browser's own journey.
 */
export const liftableLimits = {
  wrongCodeIdentity: "identity",
  identityFactIdentity: "identity",
  wrongCellPhone: "identity",
  temporaryPassword: "account",
  sendRecipient: "recipient",
  sendReserve: "recipient",
  recoveryMailHour: "recipient",
  recoveryMailDay: "recipient",
  lookupMissJourney: "journey",
  lookupKnownJourney: "journey",
} as const satisfies Partial<Record<WindowLimitId, "identity" | "account" | "recipient" | "journey">>;
export type LiftableLimit = keyof typeof liftableLimits;
export const liftableLimitIds = Object.keys(liftableLimits) as LiftableLimit[];

/**
 * Limits that hold many people at once. An agent sees them and when they end, and lifts none: whoever a limit was meant
 * for stands behind the same address or number.
 */
export const commonLimits = {
  verifyAddress: "address",
  sendAddress: "address",
  lookupAddress: "address",
  loginAddress: "address",
  findAddress: "address",
  recoveryAddress: "address",
  linkAddress: "address",
  lookupPolicyPrefix: "policyPrefix",
  lookupPrefixNetwork: "network",
  sendTelephonePrefix: "telephonePrefix",
  sendGlobal: "global",
} as const satisfies Partial<
  Record<WindowLimitId, "address" | "policyPrefix" | "network" | "telephonePrefix" | "global">
>;
export type CommonLimit = keyof typeof commonLimits;
export const commonLimitIds = Object.keys(commonLimits) as CommonLimit[];

/** Locks of a sign-in name: a pause, and the two that last until a new password or an agent's hand. */
export const signInLocks = ["signInPaused", "signInDisabled", "passwordLocked"] as const;
export type SignInLock = (typeof signInLocks)[number];

export type AnyLimit = LiftableLimit | CommonLimit | SignInLock;

/** Limits behind the pause that a screen speaks of: while none of them is in force, nobody is paused there. */
export const lockoutsOf: Partial<Record<RoadblockId, readonly AnyLimit[]>> = {
  "identity-verification": ["wrongCodeIdentity"],
  "pin-identification": ["wrongCodeIdentity"],
  "resend-code": ["wrongCodeIdentity"],
  "forgot-password": signInLocks,
  "login-difficulties": [...signInLocks, "identityFactIdentity", "temporaryPassword"],
  "wrong-cellphone": ["wrongCellPhone"],
};

/** Facts that did not match: told by name, never by value. */
export const mismatches = [
  "policy",
  "role",
  "name",
  "dateOfBirth",
  "postalCode",
  "licence",
  "postalCodeAndDateOfBirth",
  "cellPhone",
] as const;
export type MismatchedFact = (typeof mismatches)[number];

/** What a reference leads to. */
export const supportJourneys = ["register", "register-legacy", "recover", "link", "sign-in"] as const;
export type SupportJourney = (typeof supportJourneys)[number];

/** Each of them by the name that statistics count it under. */
export const supportJourneyOf = {
  registration: "register",
  legacyRegistration: "register-legacy",
  recovery: "recover",
  link: "link",
  signIn: "sign-in",
} as const satisfies Record<JourneyId, SupportJourney>;

/** What an agent may do: see cases, or also lift limits and order links. */
export const agentRoles = ["read", "act"] as const;
export type AgentRole = (typeof agentRoles)[number];

/** Links that an agent may have sent; a person with an account chooses a password, another one begins. */
export const agentLinks = ["RESETPWD_LOGIN", "DEFPWD_REGISTER"] as const;
export type AgentLink = (typeof agentLinks)[number];

/** `src` of each, which chooses the wording of the page that the link opens. */
export const agentLinkSources = {
  RESETPWD_LOGIN: "crm3_reset",
  DEFPWD_REGISTER: "crm3_welcome",
} as const satisfies Record<AgentLink, string>;

/** States of a link to an e-mail that is not on file: open ones first, then how one ends. */
export const linkRequestStates = ["requested", "approved", "stopped", "refused", "sent", "expired"] as const;
export type LinkRequestState = (typeof linkRequestStates)[number];
