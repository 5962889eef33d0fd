import { idsOf } from "./ids-of.ts";

export interface SignInSignalRow {
  /** Compared with `askingWeight`, added up over the signals of a sign-in. A brand may raise it. */
  weight: number;
}

/** The sum from which a sign-in is asked for a second proof. */
export const askingWeight = 10;
/** Wrong passwords in a row that are a signal. */
export const failedTriesOfSignal = 3;

/**
 * What makes a sign-in by a right password unusual, in the order in which a person is given it as the reason. Each has
 * the texts `twoFactor:why.<id>` and `security:signal.<id>` for its person and `agent:signal.<id>` for agents.
 * `unknownBrowser`: its person has not had it remembered. `failedTries`: in the same browser, or, where it is not known,
 * anywhere. `manyAccounts`: wrong passwords of many login names came from its client IP within the hour.
 * `knownPassword`: it is in the list of common ones, as imported passwords may be.
 */
export const signInSignals = {
  unknownBrowser: { weight: 10 },
  failedTries: { weight: 10 },
  afterReset: { weight: 10 },
  dormant: { weight: 10 },
  manyAccounts: { weight: 10 },
  knownPassword: { weight: 5 },
} as const satisfies Record<string, SignInSignalRow>;

export type SignInSignalId = keyof typeof signInSignals;
export const signInSignalIds = idsOf(signInSignals);
