import { refusedCertificate } from "./certificate-fault.rule.ts";
import { faultCode } from "./fault-code.rule.ts";

/** Retry-After while the database is unavailable, in seconds. */
export const databaseRetryAfterSeconds = 5;

/** SQLSTATE classes and codes of temporary failures. */
const unavailableCodes = /^(08|53|57|58|25006|25P03|40001|40P01|55P03|XX000)/;
/** Nothing listens at the host and port, or its name cannot be looked up. */
const unreachableCodes = new Set(["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN"]);
const systemCodes = new Set([...unreachableCodes, "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** Driver messages without a code for a lost or refused connection, or a pool timeout. */
const driverWords =
  /connection terminated|does not support ssl|timeout exceeded when trying to connect|timeout expired|not queryable|client was closed/i;
/** Driver message without a code for a connection whose login was not answered in time. */
const unansweredLoginWords = "timeout expired";
/** Driver message without a code for a query that exceeds the client's timeout. */
const unansweredWords = "Query read timeout";
/** SQLSTATE of a write to a demoted server. */
const readOnlyCode = "25006";
/** SQLSTATE classes and codes after which the connection closes, or points to a demoted server. */
const staleCodes = new RegExp(`^(08|57P|25P03|${readOnlyCode})`);

/** Thrown for a text that PostgreSQL cannot store, which only a program sends: a NUL or a lone surrogate. */
export class UnstorableText extends Error {
  override name = "UnstorableText";
}

/** SQLSTATE of a NUL in a text, and in a text of a JSON value. */
const unstorableCodes = new Set(["22021", "22P05"]);
/**
 * PostgreSQL's own functions that report an error. Its messages are in the language of the server. We send no broken
 * JSON, so that its reader refuses only a lone surrogate in a text.
 */
const routines = { ofJson: /^json_/, ofOutdatedPlan: "RevalidateCachedQuery" };
const routineOf = (fault: Error): string => ("routine" in fault ? String(fault.routine) : "");

/** Whether PostgreSQL refused a statement because of a text that it cannot store. */
export function isUnstorableRefusal(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const code = faultCode(fault) ?? "";
  const isSurrogate = code === "22P02" && routines.ofJson.test(routineOf(fault));
  return unstorableCodes.has(code) || isSurrogate;
}

/** Whether a parameter of a statement has a text that PostgreSQL cannot store, or that would be stored as another. */
export function isUnstorable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isUnstorable);
  return typeof value === "string" && (value.includes("\u0000") || !value.isWellFormed());
}

/** Whether the database or its pool is temporarily unavailable; the response is 503, and nothing was written. */
export function isDatabaseUnavailable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const code = faultCode(fault) ?? "";
  const { cause } = fault;
  if (systemCodes.has(code) || unavailableCodes.test(code) || code.startsWith("ERR_TLS_")) return true;
  return (
    refusedCertificate(fault) !== undefined ||
    driverWords.test(fault.message) ||
    isQueryUnanswered(fault) ||
    isPlanOutdated(fault) ||
    isDatabaseUnavailable(cause)
  );
}

/** Whether no connection was made because of the host, the port or the certificate, rather than of a late answer. */
export function isDatabaseUnreachable(fault: unknown): boolean {
  const code = faultCode(fault) ?? "";
  return unreachableCodes.has(code) || code.startsWith("ERR_TLS_") || refusedCertificate(fault) !== undefined;
}

/** Words of PgBouncer's refusals, which all have the code 08P01. */
const poolerRefusals = [
  { reason: "settings", words: /startup parameter/ },
  { reason: "statements", words: /statement pooling mode/ },
  { reason: "serverLogin", words: /(password|SASL) authentication failed for user|role .* does not exist/ },
  { reason: "login", words: /no such user|authentication failed|auth failed/ },
  { reason: "name", words: /no such database|database .* does not exist/ },
] as const;

/** Why a pooler rejects a connection or its work: settings that it does not pass on, its mode, or a login. */
export function poolerRefusal(fault: unknown): (typeof poolerRefusals)[number]["reason"] | undefined {
  if (!(fault instanceof Error) || faultCode(fault) !== "08P01") return undefined;
  return poolerRefusals.find(({ words }) => words.test(fault.message))?.reason;
}

/** Words of PgBouncer for what may pass by itself, with the same code. */
const poolerOutages = [
  { reason: "clients", words: /no more connections allowed/ },
  { reason: "pool", words: /query_wait_timeout/ },
  { reason: "server", words: /server down|server login has been failing|connect failed|DNS lookup failed/ },
] as const;

/** Why a pooler cannot serve a connection for now. */
export function poolerOutage(fault: unknown): (typeof poolerOutages)[number]["reason"] | undefined {
  if (!(fault instanceof Error) || faultCode(fault) !== "08P01") return undefined;
  return poolerOutages.find(({ words }) => words.test(fault.message))?.reason;
}

/** Whether a row with the same unique values exists already. */
export function isUniqueViolation(fault: unknown): boolean {
  return faultCode(fault) === "23505";
}

/** A conflict with another transaction that PostgreSQL does not report as one. */
export class SerializationFailure extends Error {
  readonly code = "40001";
}

/** Whether the same transaction may succeed when retried from its start. */
export function isRetryable(fault: unknown): boolean {
  return ["40P01", "40001"].includes(faultCode(fault) ?? "");
}

/** Whether a query exceeded the client's timeout, which is longer than the server's. */
export function isQueryUnanswered(fault: unknown): fault is Error {
  return fault instanceof Error && fault.message === unansweredWords;
}

/** Whether a new connection got no answer in time, neither a refusal nor a login. */
export function isLoginUnanswered(fault: unknown): boolean {
  return fault instanceof Error && fault.message === unansweredLoginWords;
}

/** The statement was planned before a migration changed its columns; a new connection plans it again. */
function isPlanOutdated(fault: Error): boolean {
  return faultCode(fault) === "0A000" && routineOf(fault) === routines.ofOutdatedPlan;
}

/** A new connection may succeed: this one does not respond, is closing, or its server was demoted. */
export function isConnectionStale(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  return staleCodes.test(faultCode(fault) ?? "") || isQueryUnanswered(fault) || isPlanOutdated(fault);
}

/** Idle connections share the unresponsive network path, the demoted server or the outdated plans. */
export function areIdleConnectionsStale(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  return faultCode(fault) === readOnlyCode || isPlanOutdated(fault) || isQueryUnanswered(fault);
}
