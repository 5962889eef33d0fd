import { knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import type { SignInFacts } from "../../accounts/sign-in.store.ts";
import type { ApiDeps, LimitedDeps } from "../../deps.ts";

/** A trusted device keeps its own share when other clients have used up the limit of a shared IP. */
export async function hasOwnShare(
  { limits, database }: LimitedDeps<"database">,
  { device }: { device: string | undefined },
): Promise<boolean> {
  if (device === undefined) return false;
  return (await limits.consume(database, { limit: "loginDevice", subject: device })).kind === "allowed";
}

/** Returns the device id of a browser, unless its person has forgotten the browser. */
export function knownDevice(
  { keys }: Pick<ApiDeps, "keys">,
  { forgottenBrowsers }: Pick<SignInFacts, "forgottenBrowsers">,
  device: string | undefined,
): string | undefined {
  const hashes = device === undefined ? [] : knownBrowserHashes(keys.secretHash, device);
  return hashes.some((hash) => forgottenBrowsers.includes(hash)) ? undefined : device;
}

/** Whether a second proof was given in this browser, and its person wants it remembered. */
export function isRemembered(
  { keys }: Pick<ApiDeps, "keys">,
  { device, rememberedBrowsers }: Pick<SignInFacts, "rememberedBrowsers"> & { device: string | undefined },
): boolean {
  const hashes = device === undefined ? [] : knownBrowserHashes(keys.secretHash, device);
  return hashes.some((hash) => rememberedBrowsers.includes(hash));
}
