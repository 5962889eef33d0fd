import { runServer } from "../serve/run-server.ts";
import type { ServerPart } from "../settings/settings.rule.ts";
import { checkedSettings } from "./checked-settings.ts";
import { print } from "./print.ts";

/** `vestibule serve`: runs until the process is asked to stop. */
export async function serveCommand(order: {
  only?: Exclude<ServerPart, "all" | "gateway">;
  sources?: true;
}): Promise<number> {
  const part = order.only ?? "all";
  await runServer({ settings: checkedSettings(part), part, portal: order.sources ? "sources" : "built", print });
  return 0;
}
