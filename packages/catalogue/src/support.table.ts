import { idsOf } from "./ids-of.ts";
import type { WindowLimitId } from "./limit.table.ts";
import type { RoadblockId } from "./roadblock.table.ts";

/** Limits that an agent may reset, each with what it counts by. */
export const resettableLimits = {
  wrongCodeIdentity: "identity",
  identityFactIdentity: "identity",
  wrongCellPhone: "identity",
  temporaryPassword: "account",
  emailChangeIdentity: "identity",
  householdRequestIdentity: "identity",
  passkeyAdditionIdentity: "account",
  methodChangeAccount: "account",
  policyAdditionAccount: "account",
  secondFactorWrongCode: "account",
  secondFactorTelephoneDay: "account",
  secondFactorEmailDay: "account",
  ownDataAccount: "account",
  sendRecipient: "recipient",
  sendReserve: "recipient",
  recoveryMailHour: "recipient",
  recoveryMailDay: "recipient",
  lookupMissJourney: "journey",
  lookupKnownJourney: "journey",
} as const satisfies Partial<Record<WindowLimitId, "identity" | "account" | "recipient" | "journey">>;
export type ResettableLimit = keyof typeof resettableLimits;
export const resettableLimitIds = idsOf(resettableLimits);

/**
 * Limits whose count several people share. An agent sees them and when they end, but cannot reset them: the attacker
 * that a limit stops may share the client IP or the number.
 */
export const sharedLimits = [
  "verifyClientIp",
  "sendClientIp",
  "lookupClientIp",
  "loginClientIp",
  "findClientIp",
  "recoveryClientIp",
  "linkClientIp",
  "letterClientIp",
  "oidcAuthorizeClientIp",
  "lookupPolicyPrefix",
  "lookupPrefixNetwork",
  "sendTelephonePrefix",
  "sendGlobal",
] as const satisfies readonly WindowLimitId[];
export type SharedLimit = (typeof sharedLimits)[number];

/** Lockouts of a login name. The first one expires; the others last until a new password or an agent's action. */
export const signInLocks = ["signInPaused", "signInDisabled", "passwordLocked"] as const;
export type SignInLock = (typeof signInLocks)[number];

export type AnyLimit = ResettableLimit | SharedLimit | SignInLock;

/** Limits that cause the lockout of a roadblock. If none of them is exceeded, the person is not locked out. */
export const lockoutsOf: Partial<Record<RoadblockId, readonly AnyLimit[]>> = {
  "identity-verification": ["wrongCodeIdentity"],
  "pin-identification": ["wrongCodeIdentity"],
  "resend-code": ["wrongCodeIdentity"],
  "forgot-password": signInLocks,
  "login-difficulties": [...signInLocks, "identityFactIdentity", "temporaryPassword"],
  "wrong-cellphone": ["wrongCellPhone"],
};

/** Names of the facts that can fail to match; the values are never recorded. */
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

/** `read`: an agent sees cases. `act`: an agent may also reset limits and order links. */
export const agentRoles = ["read", "act"] as const;
export type AgentRole = (typeof agentRoles)[number];

/** To choose a new password, for a person with an account, or to start a registration. */
export const agentLinks = ["RESETPWD_LOGIN", "DEFPWD_REGISTER"] as const;
export type AgentLink = (typeof agentLinks)[number];

/** `src` parameter of each link, which selects the wording of the page that the link opens. */
export const agentLinkSources = {
  RESETPWD_LOGIN: "crm3_reset",
  DEFPWD_REGISTER: "crm3_welcome",
} as const satisfies Record<AgentLink, string>;

/** The second proof of an account is waived once, so that its person can set up another method. */
export const waiverRequest = "WAIVE_SECOND_FACTOR";

/** What needs two agents and a day: a link to an e-mail that is not on file, and a waiver of the second proof. */
export const agentRequests = [...agentLinks, waiverRequest] as const;
export type AgentRequest = (typeof agentRequests)[number];

/** States of such a request. The first two are open, the others final; `sent`: of a waiver, given. */
export const linkRequestStates = ["requested", "approved", "stopped", "refused", "sent", "expired"] as const;
export type LinkRequestState = (typeof linkRequestStates)[number];
