import { keepReadPages } from "./axe.ts";
import { isBehindNginx, portalPort } from "./ports.ts";
import { ServerPair } from "./servers.ts";

/** The shared servers of all stories that do not disturb them. */
export default async function startServers(): Promise<() => Promise<void>> {
  const forgetReadPages = keepReadPages();
  const pair = new ServerPair({ port: portalPort, isBehindNginx });
  await pair.begin();
  return async () => {
    forgetReadPages();
    await pair.end();
  };
}
