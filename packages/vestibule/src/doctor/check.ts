import {
  certificateAdvice,
  handshakeAdvice,
  type TlsFault,
  tlsFault,
} from "@vestibule/api/platform/certificate-fault.rule.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { Finding } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";

export type { Finding };

/** A warning does not fail the doctor: something works less well than it could. */
export const ok = (subject: OperatorText, detail: OperatorText): Finding => ({ state: "ok", subject, detail });
export const warning = (subject: OperatorText, detail: OperatorText): Finding => ({
  state: "warning",
  subject,
  detail,
});
export const fault = (subject: OperatorText, detail: OperatorText): Finding => ({ state: "fault", subject, detail });

/** A short reason for a fault: its error code if any, since a message may contain a host or URL. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown";
  // An error of fetch has its code in its cause.
  return faultCode(thrown) ?? faultCode(thrown.cause) ?? thrown.name;
}

/** Describes why a system cannot be used; `what` is said of it unless TLS fails. */
export function describeFailure(
  host: string,
  what: "notUsable" | "noUsableAnswer" | "noMetadata" | "notFound" | "noAnswer",
  thrown: unknown,
): OperatorText {
  const failed = tlsFault(thrown) ?? tlsFaultIn(reasonOf(thrown));
  if (failed === undefined) {
    const reason = reasonOf(thrown);
    const isClosed = what === "noAnswer" && reason === "ECONNRESET";
    return operatorText(isClosed ? "failure.closed" : `failure.${what}`, { host, reason });
  }
  const { code } = failed;
  return failed.what === "certificate"
    ? operatorText("certificateRefused", { host, code, advice: certificateAdvice(code, "authority") })
    : operatorText("tlsFails", { host, code, advice: handshakeAdvice(code) });
}

/** A port has the code of its connection alone, with a prefix. */
function tlsFaultIn(reason: string): TlsFault | undefined {
  const [, what, code] = /^(certificate|tls)-(.+)/.exec(reason) ?? [];
  return (what === "certificate" || what === "tls") && code ? { what, code } : undefined;
}
