import { describeDatabaseFault } from "./database-fault.message.ts";

/** Why the server does not start, one line per reason, for its operator. */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`Vestibule does not start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.lines = lines;
  }
}

/** Converts a startup fault that the operator can fix to StartupError; returns any other fault unchanged. */
export function asStartupError(fault: unknown, place: { port: number }): unknown {
  if (!(fault instanceof Error) || fault instanceof StartupError) return fault;
  const { code } = fault as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new StartupError([`PORT ${place.port} is taken by another program`]);
  if (code === "EACCES" && "port" in fault) return new StartupError([`PORT ${place.port} is not ours to listen on`]);
  const sentence = describeDatabaseFault(fault);
  return sentence === undefined ? fault : new StartupError([sentence]);
}
