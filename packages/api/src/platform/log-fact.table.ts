/**
 * The only facts that a log line may carry: ids, results, reasons, numbers. What is not listed never reaches the
 * log, whoever passes it, so that a name or an address cannot slip in by a new line of code.
 */
export const logFacts = new Set([
  "requestId",
  "result",
  "reason",
  "errorCode",
  "brand",
  "brandId",
  "language",
  "province",
  "step",
  "page",
  "journey",
  "journeyId",
  "sessionId",
  "accountId",
  "messageId",
  "notification",
  "kind",
  "channel",
  "method",
  "route",
  "status",
  "durationMillis",
  "delayMillis",
  "attempt",
  "attempts",
  "count",
  "limit",
  "queue",
  // of a link, one of the known ones
  "source",
  "part",
  "version",
  "port",
  "signal",
  "smtpCode",
  // keyed hashes
  "identity",
  "address",
]);
