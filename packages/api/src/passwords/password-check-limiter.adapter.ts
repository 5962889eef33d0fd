import { availableParallelism } from "node:os";
import { fairShares } from "../platform/fair-shares.adapter.ts";
import { HashingBusy } from "./password-hashing.port.ts";

export interface PasswordCheckClient {
  clientIp: string;
  /** Whether a signed cookie marks the device as trusted; evaluated only when it affects the result. */
  isTrustedDevice?: () => boolean;
}

/** Limits how many passwords a server verifies concurrently, before the database is queried. */
export interface PasswordCheckLimiter {
  /** Reserves a slot and returns a function that releases it, or undefined when this client has no room. */
  reserve(client: PasswordCheckClient): (() => void) | undefined;
  /** Runs the check, or throws HashingBusy. */
  run<Result>(client: PasswordCheckClient, check: () => Promise<Result>): Promise<Result>;
}

/** As many checks as the machine can hash within one or two seconds. */
const defaultSlots = Math.max(32, availableParallelism() * 16);

/** Shares the slots between client IPs; trusted devices have reserved slots once the common ones are taken. */
export function passwordCheckLimiter({
  slots = defaultSlots,
  trustedSlots = Math.ceil(slots / 4),
} = {}): PasswordCheckLimiter {
  const common = fairShares(slots);
  const trusted = fairShares(trustedSlots);
  const sharesFor = ({ clientIp, isTrustedDevice }: PasswordCheckClient) => {
    if (common.hasRoom(clientIp)) return common;
    return trusted.hasRoom(clientIp) && isTrustedDevice?.() === true ? trusted : undefined;
  };
  const reserve = (client: PasswordCheckClient) => sharesFor(client)?.take(client.clientIp);
  return {
    reserve,
    run: async (client, check) => {
      const release = reserve(client);
      if (release === undefined) throw new HashingBusy();
      try {
        return await check();
      } finally {
        release();
      }
    },
  };
}
