import { faultCode } from "./fault-code.rule.ts";

/** Codes of Node's TLS for a certificate of the other side that it does not accept, such as an expired one. */
const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** The code if a connection failed because the other side's certificate was refused. Mail and fetch wrap the error. */
export function refusedCertificate(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  const original = "originalCode" in fault ? String(fault.originalCode) : "";
  const refused = [original, faultCode(fault) ?? ""].find((code) => certificateCodes.test(code));
  return refused ?? refusedCertificate(fault.cause);
}

/** What is wrong with a refused certificate, for an operator; `authority` says where its authority is named. */
export function certificateAdvice(code: string, authority: string): string {
  if (/ALTNAME|HOSTNAME/.test(code)) return ": it is for another host name";
  if (code === "CERT_HAS_EXPIRED") return ": it has expired, or this machine’s clock is wrong";
  if (code === "CERT_NOT_YET_VALID") return ": it is not valid yet, or this machine’s clock is wrong";
  return `; ${authority}`;
}
