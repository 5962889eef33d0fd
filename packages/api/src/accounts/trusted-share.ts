import type { LimitedDeps, RequestContext } from "../deps.ts";
import { trustedDeviceOf } from "./known-browser.store.ts";

/**
 * Whether a browser that an account trusts may go on where others have used up a limit of its client IP: it has a share
 * of its own, as at the login. `findAccountId` is called for a browser that has signed in before alone.
 */
export async function hasTrustedShare(
  deps: LimitedDeps<"database" | "keys">,
  { trustedDevices: devices }: Pick<RequestContext, "trustedDevices">,
  findAccountId: () => Promise<string | undefined>,
): Promise<boolean> {
  if (devices === undefined || devices.size === 0) return false;
  const device = await trustedDeviceOf(deps, deps.database, { accountId: await findAccountId(), devices });
  if (device === undefined) return false;
  return (await deps.limits.consume(deps.database, { limit: "loginDevice", subject: device })).kind === "allowed";
}
