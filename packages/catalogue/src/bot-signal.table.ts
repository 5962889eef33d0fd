import { idsOf } from "./ids-of.ts";
import type { WindowLimitId } from "./limit.table.ts";

/** Signs of bots, each raised where a limit that refuses no request is full. */
export const botSignals = {
  /** Wrong passwords of many login names from one client IP. */
  manyNames: "wrongNamesClientIp",
  /** Wrong passwords of one login name from many client networks. */
  manyNetworks: "wrongNetworksName",
  /** Wrong passwords of the list of known ones from one client IP. */
  leakedPasswords: "knownPasswordsClientIp",
  /** Registrations from one client IP whose first code was not typed back. */
  unansweredCodes: "unansweredCodesClientIp",
} as const satisfies Record<string, WindowLimitId>;
export type BotSignal = keyof typeof botSignals;
export const botSignalIds = idsOf(botSignals);
