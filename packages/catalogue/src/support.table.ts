import type { WindowLimitId } from "./limit.table.ts";
import type { RoadblockId } from "./roadblock.table.ts";

/** Key of a limit that an agent may reset: a person, an account, a recipient of messages, or the browser's own flow. */
export const liftableLimits = {
  wrongCodeIdentity: "identity",
  identityFactIdentity: "identity",
  wrongCellPhone: "identity",
  temporaryPassword: "account",
  emailChangeIdentity: "identity",
  passkeyAdditionIdentity: "account",
  ownDataAccount: "account",
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
 * Limits shared by many people. An agent sees them and their end, but cannot reset them, because the client they are
 * meant for shares the same client IP or number.
 */
export const commonLimits = {
  verifyAddress: "address",
  sendAddress: "address",
  lookupAddress: "address",
  loginAddress: "address",
  findAddress: "address",
  recoveryAddress: "address",
  linkAddress: "address",
  letterAddress: "address",
  oidcAuthorizeAddress: "address",
  lookupPolicyPrefix: "policyPrefix",
  lookupPrefixNetwork: "network",
  sendTelephonePrefix: "telephonePrefix",
  sendGlobal: "global",
} as const satisfies Partial<
  Record<WindowLimitId, "address" | "policyPrefix" | "network" | "telephonePrefix" | "global">
>;
export type CommonLimit = keyof typeof commonLimits;
export const commonLimitIds = Object.keys(commonLimits) as CommonLimit[];

/** Locks of a login name: one that expires, and two that last until a new password or an agent's action. */
export const signInLocks = ["signInPaused", "signInDisabled", "passwordLocked"] as const;
export type SignInLock = (typeof signInLocks)[number];

export type AnyLimit = LiftableLimit | CommonLimit | SignInLock;

/** Limits behind a screen's lockout: while none is in force, the person is not locked out there. */
export const lockoutsOf: Partial<Record<RoadblockId, readonly AnyLimit[]>> = {
  "identity-verification": ["wrongCodeIdentity"],
  "pin-identification": ["wrongCodeIdentity"],
  "resend-code": ["wrongCodeIdentity"],
  "forgot-password": signInLocks,
  "login-difficulties": [...signInLocks, "identityFactIdentity", "temporaryPassword"],
  "wrong-cellphone": ["wrongCellPhone"],
};

/** Facts that did not match, by name and never by value. */
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

/** What an agent may do: see cases, or also reset limits and order links. */
export const agentRoles = ["read", "act"] as const;
export type AgentRole = (typeof agentRoles)[number];

/** Links that an agent may order; a person with an account chooses a password, another person starts a registration. */
export const agentLinks = ["RESETPWD_LOGIN", "DEFPWD_REGISTER"] as const;
export type AgentLink = (typeof agentLinks)[number];

/** `src` of each, which selects the wording of the page that the link opens. */
export const agentLinkSources = {
  RESETPWD_LOGIN: "crm3_reset",
  DEFPWD_REGISTER: "crm3_welcome",
} as const satisfies Record<AgentLink, string>;

/** States of a link to an e-mail that is not on file: open ones first, then final ones. */
export const linkRequestStates = ["requested", "approved", "stopped", "refused", "sent", "expired"] as const;
export type LinkRequestState = (typeof linkRequestStates)[number];
