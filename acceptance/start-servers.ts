import { keepReadPages } from "./axe.ts";
import { isBehindNginx, portalPort } from "./ports.ts";
import { openServerPair } from "./servers.ts";

/** Starts the servers that all stories share, except those that kill servers or move the clock. */
export default async function startServers(): Promise<() => Promise<void>> {
  const forgetReadPages = keepReadPages();
  const pair = await openServerPair({ port: portalPort, isBehindNginx });
  return async () => {
    forgetReadPages();
    await pair.end();
  };
}
