import { availableParallelism } from "node:os";
import { fairShares } from "../platform/fair-shares.adapter.ts";
import { HashingBusy } from "./password-hashing.port.ts";

export interface PasswordCheckClient {
  clientIp: string;
  /** Whether a signed cookie marks the device as trusted; evaluated only when it affects the result. */
  isTrustedDevice?: () => boolean;
}

export type PasswordCheckLimiter = ReturnType<typeof passwordCheckLimiter>;

/** As many checks as the machine can hash within one or two seconds. */
const defaultSlots = Math.max(32, availableParallelism() * 16);

/** Limits concurrent password checks: shares the slots between client IPs; trusted devices have reserved slots once the common ones are taken. */
export function passwordCheckLimiter({ slots = defaultSlots, trustedSlots = Math.ceil(slots / 4) } = {}) {
  const common = fairShares(slots);
  const trusted = fairShares(trustedSlots);
  const sharesFor = ({ clientIp, isTrustedDevice }: PasswordCheckClient) => {
    if (common.hasRoom(clientIp)) return common;
    return trusted.hasRoom(clientIp) && isTrustedDevice?.() === true ? trusted : undefined;
  };
  const reserve = (client: PasswordCheckClient) => sharesFor(client)?.take(client.clientIp);
  return {
    /** Reserves a slot and returns a function that releases it, or undefined when this client has no room. */
    reserve,
    run: async <Result>(client: PasswordCheckClient, check: () => Promise<Result>): Promise<Result> => {
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
