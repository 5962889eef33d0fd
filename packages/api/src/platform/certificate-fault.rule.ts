import { type OperatorText, operatorText, sameText } from "@vestibule/wording/operator-text.rule.ts";
import { faultCode } from "./fault-code.rule.ts";

/**
 * Codes of Node's TLS for a certificate of the other side that it does not accept, such as an expired one. It has none
 * of its own for one with a weak key or signature.
 */
const certificateCodes =
  /^(UNSPECIFIED$|CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Codes of OpenSSL for a connection on which TLS cannot begin, such as one to a server without it. */
const handshakeCodes = /^ERR_SSL_/;

export interface TlsFault {
  what: "certificate" | "tls";
  code: string;
}

/** Why TLS did not begin: the other side's certificate is refused, or the two sides do not agree. */
export function tlsFault(fault: unknown): TlsFault | undefined {
  const certificate = codeIn(fault, certificateCodes);
  if (certificate !== undefined) return { what: "certificate", code: certificate };
  const code = codeIn(fault, handshakeCodes);
  return code === undefined ? undefined : { what: "tls", code };
}

/** A TLS fault as one word, such as certificate-CERT_HAS_EXPIRED; undefined for any other fault. */
export function tlsReason(fault: unknown): string | undefined {
  const failed = tlsFault(fault);
  return failed && `${failed.what}-${failed.code}`;
}

/** The code if a connection failed because the other side's certificate was refused. */
export const refusedCertificate = (fault: unknown): string | undefined => codeIn(fault, certificateCodes);

/** The first code of this kind in an error and its causes. Mail and fetch wrap the error. */
function codeIn(fault: unknown, kind: RegExp): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  const original = "originalCode" in fault ? String(fault.originalCode) : "";
  const code = [original, faultCode(fault) ?? ""].find((one) => kind.test(one));
  return code ?? codeIn(fault.cause, kind);
}

/** What is wrong with a handshake, for an operator; empty where the code says it. */
export function handshakeAdvice(code: string): OperatorText {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code)) return operatorText("advice.withoutTls");
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) return operatorText("advice.oldTls");
  if (/UNRECOGNIZED_NAME/.test(code)) return operatorText("advice.unknownName");
  if (/ALERT_HANDSHAKE_FAILURE/.test(code)) return operatorText("advice.noCipher");
  return /CERTIFICATE_REQUIRED/.test(code) ? operatorText("advice.clientCertificate") : sameText("");
}

/** What is wrong with a refused certificate, for an operator; `authority` says where its authority is named. */
export function certificateAdvice(code: string, authority: "authority" | "databaseAuthority"): OperatorText {
  if (/ALTNAME|HOSTNAME/.test(code)) return operatorText("advice.otherHost");
  if (code === "CERT_HAS_EXPIRED") return operatorText("advice.expired");
  if (code === "UNSPECIFIED") return operatorText("advice.weak");
  if (code === "INVALID_PURPOSE") return operatorText("advice.notForServer");
  if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && authority === "authority") return operatorText("advice.noChain");
  return operatorText(code === "CERT_NOT_YET_VALID" ? "advice.notYetValid" : `advice.${authority}`);
}
