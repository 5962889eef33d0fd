import { idsOf } from "./ids-of.ts";
import type { WindowLimitId } from "./limit.table.ts";
import type { Channel } from "./notification.table.ts";
import { signInSignalIds } from "./sign-in-signal.table.ts";

export interface SecondFactorRow {
  /** Compared where one method may stand in for another; a higher number is stronger. */
  strength: 1 | 2 | 3 | 4;
  /** Where the method comes from: a contact on file, or what the person has set up in the account. */
  enrolment: "onFile" | "account";
  /** How a code is sent; null where the person has the code already. */
  channel: Channel | null;
  /** Limits on sending codes by this method, for one account. */
  sendLimits: readonly WindowLimitId[];
  /** `amr` values of RFC 8176 after a password and this method. */
  amr: readonly string[];
}

/** Texts and calls ring the same telephone, so they share their limits. */
const telephone = {
  enrolment: "onFile",
  strength: 2,
  sendLimits: ["secondFactorTelephonePace", "secondFactorTelephoneDay"],
} as const;
const inAccount = { enrolment: "account", channel: null, sendLimits: [] } as const;

/**
 * Methods of the second proof at sign-in, in the order in which they are offered. Each has the texts
 * `twoFactor:method.<id>` for people and `agent:secondFactor.<id>` for agents.
 */
export const secondFactors = {
  passkey: { ...inAccount, strength: 4, amr: ["pop", "user"] },
  authenticator: { ...inAccount, strength: 3, amr: ["pwd", "otp", "mfa"] },
  text: { ...telephone, channel: "SMS", amr: ["pwd", "sms", "mfa"] },
  call: { ...telephone, channel: "VOICE", amr: ["pwd", "tel", "mfa"] },
  email: {
    enrolment: "onFile",
    strength: 1,
    channel: "EMAIL",
    sendLimits: ["secondFactorEmailPace", "secondFactorEmailDay"],
    amr: ["pwd", "otp", "mfa"],
  },
  recoveryCode: { ...inAccount, strength: 3, amr: ["pwd", "otp", "mfa"] },
} as const satisfies Record<string, SecondFactorRow>;

export type SecondFactorId = keyof typeof secondFactors;
export const secondFactorIds = idsOf(secondFactors);

/** When a brand asks for a second proof after a right password. */
export const secondFactorTimes = ["never", "newBrowser", "always"] as const;
export type SecondFactorTime = (typeof secondFactorTimes)[number];

/** Whether a brand accepts codes by e-mail: never, where nothing better is on file, or in any case. */
export const secondFactorEmailUses = ["never", "lastResort", "allowed"] as const;

/** Why a sign-in waits for a second proof, strongest reason first. `application`: it asks for two proofs. */
export const secondFactorReasons = ["everySignIn", ...signInSignalIds, "application"] as const;
export type SecondFactorReason = (typeof secondFactorReasons)[number];

/** How a pending sign-in ended. `passed`: the session is open. `denied`: its owner said that it was not theirs. */
export const pendingSignInEnds = ["passed", "replaced", "wrongCodes", "denied", "revoked"] as const;
export type PendingSignInEnd = (typeof pendingSignInEnds)[number];

/** The portal's page of the second proof. */
export const secondFactorPath = "/two-factor";
