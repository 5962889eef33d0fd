/** Result of one check. A warning does not fail the doctor: something works less well than it could. */
export interface Finding {
  state: "ok" | "warning" | "fault";
  subject: string;
  detail: string;
}

export const ok = (subject: string, detail: string): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: string, detail: string): Finding => ({ state: "warning", subject, detail });
export const fault = (subject: string, detail: string): Finding => ({ state: "fault", subject, detail });

/** A short reason for a fault: its error code if any, since a message may contain a host or URL. */
export function reasonOf(thrown: unknown): string {
  const { code, name } = thrown as { code?: unknown; name?: string };
  return typeof code === "string" ? code : (name ?? "unknown");
}
