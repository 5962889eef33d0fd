import { replayDeliveries } from "@vestibule/api/events/queue-deliveries.ts";
import { openBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { openWebhooks } from "../serve/webhooks.ts";
import { type CommandResult, checkedSettings, readZonedTime } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

/** `vestibule events replay`: queues a webhook's parked events again and, with `since`, every event since then. */
export async function replayEventsCommand({
  webhook: name,
  since: text,
}: {
  webhook: string;
  since?: string;
}): Promise<CommandResult> {
  const settings = checkedSettings();
  const since = text === undefined ? undefined : readZonedTime("--since", text);
  const webhooks = await openWebhooks(settings, await openBrands(settings));
  const webhook = webhooks.find(({ id }) => id === name);
  if (webhook === undefined) throw new StartupError([`--webhook ${name} is not a webhook of WEBHOOKS_FILE`]);
  const count = await withDatabase(settings, ({ database }) => replayDeliveries(database, webhook, since));
  const what = count === 1 ? "1 event is" : `${count} events are`;
  return { text: `${what} sent to ${name} again by the servers that run.`, data: { webhook: name, count } };
}
