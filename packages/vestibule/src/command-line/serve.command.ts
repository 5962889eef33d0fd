import { outsideSite } from "../serve/portal-origin.rule.ts";
import { runServer } from "../serve/run-server.ts";
import { StartupError } from "../serve/startup-error.ts";
import type { ServerPart } from "../settings/settings.rule.ts";
import { checkedSettings, print } from "./command-io.ts";

/** `vestibule serve`: runs until the process is asked to stop. */
export async function serveCommand(options: {
  only?: Exclude<ServerPart, "all" | "gateway">;
  sources?: true;
}): Promise<undefined> {
  const part = options.only ?? "all";
  await runServer({ settings: checkedSettings(part), part, portal: options.sources ? "sources" : "built", print });
}

/** `vestibule gateway`: only the built-in gateway, with the same database as the portal's server. */
export async function gatewayCommand(options: { port: string; portal?: string }): Promise<undefined> {
  const settings = checkedSettings("gateway");
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartupError([`--port ${options.port} is not a port`]);
  const portal = options.portal === undefined ? undefined : originOf(options.portal);
  const site = outsideSite({ portal, mode: settings.mode, portalPort: settings.port });
  await runServer({ settings: { ...settings, port }, part: "gateway", site, portal: "built", print });
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new StartupError([`--portal ${text} is not an origin`]);
  return url.origin;
}
