import { certificateAdvice, refusedCertificate } from "@vestibule/api/platform/certificate-fault.rule.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { Finding } from "@vestibule/contract/internal/team-desk.endpoint.ts";

export type { Finding };

/** A warning does not fail the doctor: something works less well than it could. */
export const ok = (subject: string, detail: string): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: string, detail: string): Finding => ({ state: "warning", subject, detail });
export const fault = (subject: string, detail: string): Finding => ({ state: "fault", subject, detail });

/** A short reason for a fault: its error code if any, since a message may contain a host or URL. */
export function reasonOf(thrown: unknown): string {
  return faultCode(thrown) ?? (thrown instanceof Error ? thrown.name : "unknown");
}

/** Describes why a system cannot be used; `what` is said of it unless its certificate was refused. */
export function describeFailure(host: string, what: string, thrown: unknown): string {
  // A port has the code of its connection alone, with a prefix.
  const certificate = refusedCertificate(thrown) ?? /^certificate-(.+)/.exec(reasonOf(thrown))?.[1];
  return certificate === undefined
    ? `${host} ${what} (${reasonOf(thrown)})`
    : `${host}: its certificate is refused (${certificate})${certificateAdvice(certificate, "CA_FILE names an authority of your own")}`;
}
