/** What one check found. A warning does not fail the doctor: something works less well than it could. */
export interface Finding {
  state: "ok" | "warning" | "fault";
  subject: string;
  detail: string;
}

export const ok = (subject: string, detail: string): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: string, detail: string): Finding => ({ state: "warning", subject, detail });
export const fault = (subject: string, detail: string): Finding => ({ state: "fault", subject, detail });

/** The reason of a fault in a word or two: its code where it has one, since a message may quote an address. */
export function reasonOf(thrown: unknown): string {
  const { code, name } = thrown as { code?: unknown; name?: string };
  return typeof code === "string" ? code : (name ?? "unknown");
}
