import { type SendDueLinksDeps, sendDueLinks } from "@vestibule/api/flows/email-link/send-due-links.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";

const everySeconds = 5;

/** Sends approved links that are due, every few seconds. Several servers may run it at once. */
export function startDueLinksJob(deps: SendDueLinksDeps & { log: Log }): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await sendDueLinks(deps);
    } catch (fault) {
      // The next run finds the same rows.
      deps.log.warn("dueLinks.fault", { fault });
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everySeconds * 1000).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
