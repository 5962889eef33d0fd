/** The code of an error of Node or PostgreSQL, such as ENOENT or 23505; undefined where it has none. */
export function faultCode(fault: unknown): string | undefined {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : undefined;
}

/** The message of an error, or what was thrown in place of one. */
export function faultMessage(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
