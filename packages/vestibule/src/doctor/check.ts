import {
  certificateAdvice,
  handshakeAdvice,
  type TlsFault,
  tlsFault,
} from "@vestibule/api/platform/certificate-fault.rule.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { Finding } from "@vestibule/contract/internal/team-desk.endpoint.ts";

export type { Finding };

/** A warning does not fail the doctor: something works less well than it could. */
export const ok = (subject: string, detail: string): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: string, detail: string): Finding => ({ state: "warning", subject, detail });
export const fault = (subject: string, detail: string): Finding => ({ state: "fault", subject, detail });

/** A short reason for a fault: its error code if any, since a message may contain a host or URL. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown";
  // An error of fetch has its code in its cause.
  return faultCode(thrown) ?? faultCode(thrown.cause) ?? thrown.name;
}

/** Describes why a system cannot be used; `what` is said of it unless TLS fails. */
export function describeFailure(host: string, what: string, thrown: unknown): string {
  const failed = tlsFault(thrown) ?? tlsFaultIn(reasonOf(thrown));
  if (failed === undefined) return `${host} ${what} (${reasonOf(thrown)})`;
  const { code } = failed;
  return failed.what === "certificate"
    ? `${host}: its certificate is refused (${code})${certificateAdvice(code, "CA_FILE names an authority of your own")}`
    : `${host}: TLS fails (${code})${handshakeAdvice(code)}`;
}

/** A port has the code of its connection alone, with a prefix. */
function tlsFaultIn(reason: string): TlsFault | undefined {
  const [, what, code] = /^(certificate|tls)-(.+)/.exec(reason) ?? [];
  return (what === "certificate" || what === "tls") && code ? { what, code } : undefined;
}
