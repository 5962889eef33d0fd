/** SQLSTATE classes and codes that mean "not now": connection, resources, operator, time-outs, a standby, storms of locks. */
const awayCodes = /^(08|53|57|58|25006|25P03|40001|40P01|55P03|XX000)/;
const systemCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
/** What the driver says without a code, when a connection is lost or none comes free in time. */
const driverWords =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|client was closed/i;
/** What the driver says, without a code, when the server answers nothing within the query limit. */
const unansweredWords = "Query read timeout";
/** SQLSTATE of a write at a server that was demoted. */
const readOnlyCode = "25006";
/** SQLSTATE classes and codes after which the connection is closed, or leads to a server that was demoted. */
const staleCodes = new RegExp(`^(08|57P|25P03|${readOnlyCode})`);

/** Whether a fault means that the database (or its pool) cannot answer now: 503, and nothing was written. */
export function isDatabaseUnavailable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const { code, cause } = fault as Error & { code?: unknown };
  if (typeof code === "string" && (awayCodes.test(code) || systemCodes.has(code))) return true;
  return driverWords.test(fault.message) || isQueryUnanswered(fault) || isDatabaseUnavailable(cause);
}

/** Whether the same transaction may succeed when it is run again from its beginning. */
export function isRetryable(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && (fault.code === "40P01" || fault.code === "40001");
}

/** Whether a query got no answer within the client's own limit; the server's limit is shorter. */
export function isQueryUnanswered(fault: unknown): fault is Error {
  return fault instanceof Error && fault.message === unansweredWords;
}

/** Whether a new connection may succeed where this one cannot: it is silent, about to close, or its server was demoted in a failover. */
export function isConnectionStale(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  return ("code" in fault && staleCodes.test(String(fault.code))) || isQueryUnanswered(fault);
}

/** Whether idle connections are as stale as this one: they take the same silent way, or lead to the same demoted server. */
export function areIdleConnectionsStale(fault: unknown): fault is Error {
  return isQueryUnanswered(fault) || (fault instanceof Error && "code" in fault && fault.code === readOnlyCode);
}
