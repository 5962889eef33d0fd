import { keepReadPages } from "./axe.ts";
import { isBehindNginx, portalPort } from "./ports.ts";
import { ServerPair } from "./servers.ts";

/** Starts the servers that all stories share, except those that kill servers or move the clock. */
export default async function startServers(): Promise<() => Promise<void>> {
  const forgetReadPages = keepReadPages();
  const pair = new ServerPair({ port: portalPort, isBehindNginx });
  await pair.startRegistration();
  return async () => {
    forgetReadPages();
    await pair.end();
  };
}
