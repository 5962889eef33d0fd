import type { Log } from "@vestibule/api/platform/log.port.ts";

const methods = ["debug", "log", "info", "warn", "error"] as const;

/**
 * Replaces what libraries write to the console by a line of the log. Their words may quote a request, so that the line
 * has only the place in the code that they come from.
 */
export function logLibraryOutput(
  log: Pick<Log, "warn">,
  target: Pick<Console, (typeof methods)[number]> = console,
): void {
  for (const method of methods)
    target[method] = (...words: unknown[]) => {
      const fault = words.find((word) => word instanceof Error) ?? new Error("written to the console");
      log.warn("library.output", { kind: method, fault });
    };
}
