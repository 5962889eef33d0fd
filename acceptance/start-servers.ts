import { keepReadPages } from "./axe.ts";
import { portalPort } from "./ports.ts";
import { ServerPair } from "./servers.ts";

/** The servers of every story that leaves them as they are. */
export default async function startServers(): Promise<() => Promise<void>> {
  const forgetReadPages = keepReadPages();
  const pair = new ServerPair({ door: portalPort });
  await pair.begin();
  return async () => {
    forgetReadPages();
    await pair.end();
  };
}
