import { availableParallelism } from "node:os";
import { bulkhead } from "../platform/bulkhead.adapter.ts";
import { HashingBusy } from "./password-hashing.port.ts";

export interface PasswordCheckClient {
  clientIp: string;
  /** Whether a signed cookie marks the device as trusted; evaluated only when it affects the result. */
  isTrustedDevice?: () => boolean;
}

interface LimiterSettings {
  /** Checks at once: as many as keep the hashing pool at work. */
  running?: number;
  /** Checks that wait: as many as the machine hashes in a quarter of a second. */
  waiting?: number;
  waitMilliseconds?: number;
}

export type PasswordCheckLimiter = ReturnType<typeof passwordCheckLimiter>;

const cores = Math.max(2, availableParallelism());

/** Limits concurrent password checks. Trusted devices have places of their own once the common ones are taken. */
export function passwordCheckLimiter({
  running = cores * 4,
  waiting = cores * 12,
  waitMilliseconds = 5000,
}: LimiterSettings = {}) {
  const limits = { running, runningPerClient: Math.ceil(running / 2), waiting, waitMilliseconds };
  const common = bulkhead({ ...limits, busy: () => new HashingBusy() });
  const trusted = bulkhead({ ...limits, busy: () => new HashingBusy() });
  const placesFor = ({ clientIp, isTrustedDevice }: PasswordCheckClient) =>
    common.isFull(clientIp) && isTrustedDevice?.() === true ? trusted : common;
  return {
    /** Whether a check of this client would be refused now. */
    isFull: (client: PasswordCheckClient) => placesFor(client).isFull(client.clientIp),
    run: <Result>(client: PasswordCheckClient, check: () => Promise<Result>): Promise<Result> =>
      placesFor(client).run(client.clientIp, check),
  };
}
