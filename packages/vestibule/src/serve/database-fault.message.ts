import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import { NewerSchema } from "@vestibule/api/platform/migrations.adapter.ts";

const sentences: Record<string, string> = {
  "28000": "the database refuses this user",
  "28P01": "the database refuses this user or password",
  "3D000": "the server has no database of this name",
  "42501": "this role may not change tables; MIGRATION_DATABASE_URL names the one that may",
};

/** Describes a database fault in one sentence for an operator, without row values; undefined for other faults. */
export function describeDatabaseFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault instanceof NewerSchema) return fault.message;
  const { code, syscall } = fault as NodeJS.ErrnoException;
  const sentence = sentences[code ?? ""];
  if (sentence !== undefined) return `DATABASE_URL: ${sentence}`;
  // ENOENT of a missing file and of a missing socket differ only in the system call.
  const isFile = code === "ENOENT" && syscall !== "connect";
  if (isDatabaseUnavailable(fault) && !isFile)
    return `DATABASE_URL: nothing answers there (${code ?? "no connection"})`;
  return "severity" in fault ? `DATABASE_URL: the database refused the work (${code})` : undefined;
}
