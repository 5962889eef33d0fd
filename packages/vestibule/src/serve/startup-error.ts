import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import { UnknownSchema } from "@vestibule/api/platform/migrations.adapter.ts";

/** Why the server does not start, one line per reason, for its operator. */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`Vestibule does not start:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.lines = lines;
  }
}

/** Converts a startup fault that the operator can fix to StartupError; returns any other fault unchanged. */
export function asStartupError(fault: unknown, listener: { port: number }): unknown {
  if (!(fault instanceof Error) || fault instanceof StartupError) return fault;
  const { code } = fault as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new StartupError([`PORT ${listener.port} is taken by another program`]);
  if (code === "EACCES" && "port" in fault) return new StartupError([`PORT ${listener.port} is not ours to listen on`]);
  const sentence = describeDatabaseFault(fault);
  return sentence === undefined ? fault : new StartupError([sentence]);
}

const sentences: Record<string, string> = {
  "28000": "the database refuses this user",
  "28P01": "the database refuses this user or password",
  "3D000": "the server has no database of this name",
  "42501": "this role may not change tables; MIGRATION_DATABASE_URL names the one that may",
};

/** Describes a database fault in one sentence for an operator, without row values; undefined for other faults. */
export function describeDatabaseFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault instanceof UnknownSchema) return fault.message;
  const { code, syscall } = fault as NodeJS.ErrnoException;
  const sentence = sentences[code ?? ""];
  if (sentence !== undefined) return `DATABASE_URL: ${sentence}`;
  // ENOENT of a missing file and of a missing socket differ only in the system call.
  const isFile = code === "ENOENT" && syscall !== "connect";
  if (isDatabaseUnavailable(fault) && !isFile)
    return `DATABASE_URL: nothing answers there (${code ?? "no connection"})`;
  return "severity" in fault ? `DATABASE_URL: the database refused the work (${code})` : undefined;
}
