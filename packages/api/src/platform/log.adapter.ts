import { type DestinationStream, pino } from "pino";
import type { Log } from "./log.port.ts";
import { logFacts } from "./log-fact.table.ts";
import { activeTraceIds } from "./tracing.adapter.ts";

export type LogLevel = "info" | "warn" | "error" | "silent";

/** Logs one line of JSON per event. `sink` is standard output except in tests. */
export function jsonLog(options: { level: LogLevel; sink?: DestinationStream }): Log {
  const reportDropped = (count: number) => log.error("log.dropped", { count });
  const lines = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: "event", formatters },
    options.sink ?? bufferedOutput(reportDropped),
  );
  const log: Log = {
    info: (event, facts) => lines.info(safeFacts(facts), event),
    warn: (event, facts) => lines.warn(safeFacts(facts), event),
    error: (event, facts) => lines.error(safeFacts(facts), event),
  };
  return log;
}

/** Limit of the lines that wait while standard output accepts none; further lines are dropped. */
const mostWaitingBytes = 2 ** 20;

/**
 * Writes many lines at once, at most a tenth of a second late, and the rest when the process exits. While standard
 * output accepts nothing, such as on a full disk, requests continue: standard error gets one line, and `reportDropped`
 * the number of lost lines once output works again.
 */
function bufferedOutput(reportDropped: (count: number) => void): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: mostWaitingBytes,
  });
  let dropped = 0;
  let failing = false;
  output.on("drop", () => {
    dropped += 1;
  });
  output.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (!failing) process.stderr.write(`The log cannot be written: ${code}\n`);
    failing = true;
  });
  output.on("drain", () => {
    failing = false;
    const count = dropped;
    dropped = 0;
    if (count > 0) reportDropped(count);
  });
  // The library writes the rest when the process exits, and would retry forever where nothing can be written.
  process.prependListener("exit", () => {
    if (failing) output.destroy();
  });
  return output;
}

const formatters = { level: (label: string) => ({ level: label }) };

/** An error is reduced to its kind and location, because its message may contain personal data. */
function safeFacts(facts: Record<string, unknown> = {}): Record<string, unknown> {
  const safe: Record<string, unknown> = { ...activeTraceIds() };
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) continue;
    if (value instanceof Error) safe[name === "cause" ? "cause" : "fault"] = describeFault(value);
    else if (logFacts.has(name) && isPlain(value)) safe[name] = value;
    else withheld.push(name);
  }
  // Names come from the product's own code, but one built from input must not fill the log.
  if (withheld.length > 0) safe.withheld = withheld.slice(0, 10).filter((name) => /^\w{1,30}$/.test(name));
  return safe;
}

/** A number, boolean or null, or a string in the alphabet of ids that is no telephone number. */
function isPlain(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return true;
  if (typeof value !== "string" || !/^[\w:./-]{0,120}$/.test(value)) return false;
  return !/^[\d-]{6,15}$/.test(value);
}

function describeFault(fault: Error): Record<string, unknown> {
  const { code, constraint, table } = fault as Error & Record<string, unknown>;
  const frames = (fault.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return {
    kind: fault.name,
    ...(isPlain(code) && { code }),
    ...(isPlain(constraint) && { constraint }),
    ...(isPlain(table) && { table }),
    at: frames.slice(0, 6).map((line) => line.trim().replace(/^at /, "")),
    ...(fault.cause instanceof Error && { cause: describeFault(fault.cause) }),
  };
}
