import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import { NewerSchema } from "@vestibule/api/platform/migrations.adapter.ts";

const sentences: Record<string, string> = {
  "28000": "the database refuses this user",
  "28P01": "the database refuses this user or password",
  "3D000": "the server has no database of this name",
  "42501": "this role may not change tables; MIGRATION_DATABASE_URL names the one that may",
};

/** What is wrong with the database, as one sentence for an operator; undefined for other faults. Values stay out of it. */
export function describeDatabaseFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (fault instanceof NewerSchema) return fault.message;
  const { code, syscall } = fault as NodeJS.ErrnoException;
  const sentence = sentences[code ?? ""];
  if (sentence !== undefined) return `DATABASE_URL: ${sentence}`;
  // A file that is missing has the same code as a socket that is.
  const isFile = code === "ENOENT" && syscall !== "connect";
  if (isDatabaseUnavailable(fault) && !isFile)
    return `DATABASE_URL: nothing answers there (${code ?? "no connection"})`;
  return "severity" in fault ? `DATABASE_URL: the database refused the work (${code})` : undefined;
}
