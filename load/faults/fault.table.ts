interface FaultRow {
  fault: string;
  /** Files with a test whose title begins with the row's id. */
  tests?: readonly string[];
  /** Browser stories with the row's id, run by `npm test`. */
  stories?: readonly string[];
  /** What neither a drill nor a test covers, and why. */
  limits?: string;
}

const api = "packages/api/src";
const vestibule = "packages/vestibule";

/** Faults that the product must withstand. The name of a drill begins with the ids of the faults that it causes. */
export const faults = {
  "F-01": {
    fault: "PostgreSQL is unavailable at start",
    tests: [`${vestibule}/test/serve.test.ts`, `${vestibule}/src/serve/late-database.test.ts`],
  },
  "F-02": {
    fault: "PostgreSQL restarts in the middle of a request",
    tests: [
      `${api}/platform/embedded-postgres/embedded-postgres.test.ts`,
      `${vestibule}/src/serve/health.test.ts`,
      "packages/web/app/roadblock/outage.test.ts",
    ],
    limits:
      "The embedded PostgreSQL is not started again by a running server: demo mode needs a restart where it was killed.",
  },
  "F-03": { fault: "a backend of PostgreSQL is killed", tests: [`${api}/platform/database-pool.test.ts`] },
  "F-04": { fault: "PostgreSQL is read-only", tests: [`${api}/platform/database-pool.test.ts`] },
  "F-05": { fault: "too many connections" },
  "F-06": { fault: "a slow query, a lock, a silent connection" },
  "F-07": { fault: "deadlocks" },
  "F-08": { fault: "the disk of PostgreSQL is full" },
  "F-09": { fault: "the disk of the log is full", tests: [`${api}/platform/log.test.ts`] },
  "F-10": {
    fault: "the store of the rate limits is down",
    limits:
      "There is no separate store: the counters are rows of PostgreSQL, and a call that cannot count is rejected.",
  },
  "F-11": {
    fault: "the store of the rate limits loses its data",
    limits: "As F-10. Each drill under load locks a user name before the fault and checks the lockout after it.",
  },
  "F-12": {
    fault: "the mail server is down",
    tests: [`${api}/messages/sending.test.ts`, `${api}/messages/message-queue.test.ts`],
  },
  "F-13": {
    fault: "the mail server is slow",
    tests: [`${api}/messages/smtp.test.ts`, `${api}/messages/message-queue.test.ts`],
  },
  "F-14": { fault: "the mail server drops or refuses messages", tests: [`${api}/messages/sending.test.ts`] },
  "F-15": { fault: "the process that sends messages is killed", tests: [`${api}/messages/message-worker.test.ts`] },
  "F-16": {
    fault: "the provider of text messages or calls is down or limits the rate",
    tests: [
      `${api}/messages/http-sms.test.ts`,
      `${api}/messages/http-voice.test.ts`,
      `${api}/messages/built-in-sms.test.ts`,
      `${api}/messages/fallback-provider.test.ts`,
    ],
  },
  "F-17": {
    fault: "the policy directory is slow or hangs",
    tests: [
      `${api}/directory/policy-directory.test.ts`,
      `${api}/directory/http-directory.test.ts`,
      `${api}/http/v2/registration-wire.test.ts`,
    ],
  },
  "F-18": {
    fault: "the policy directory fails or responds with invalid data",
    tests: [`${api}/directory/policy-directory.test.ts`, `${api}/directory/http-directory.test.ts`],
  },
  "F-19": {
    fault: "a write to one of two systems succeeds, to the other fails",
    limits: "The user registry is the only other system that is written to, before the account.",
  },
  "F-20": { fault: "the gateway is down", tests: [`${vestibule}/test/split.test.ts`] },
  "F-21": {
    fault: "a server is killed in the middle of a transaction",
    tests: [`${vestibule}/test/serve.test.ts`, `${api}/platform/embedded-postgres/embedded-postgres.test.ts`],
  },
  "F-22": {
    fault: "a server gets SIGTERM",
    tests: [
      `${vestibule}/test/serve.test.ts`,
      `${vestibule}/src/serve/lost-database.test.ts`,
      `${vestibule}/src/serve/unfinished-requests.test.ts`,
    ],
  },
  "F-23": { fault: "the event loop is blocked", tests: [`${vestibule}/src/serve/event-loop.test.ts`] },
  "F-24": {
    fault: "a server runs out of memory",
    limits: "The limit is that of V8; a limit of the container kills the process as in F-21.",
  },
  "F-25": {
    fault: "two servers at once",
    tests: [
      `${vestibule}/test/serve.test.ts`,
      `${api}/http/v2/registration-races.test.ts`,
      `${api}/retention/retention.test.ts`,
    ],
    stories: ["acceptance/outage.story.ts"],
  },
  "F-26": {
    fault: "a rolling update",
    tests: [`${api}/platform/migrations.test.ts`],
    limits: "`rolling-restart` runs the same version twice; `upgrade` needs a checkout of an earlier one.",
  },
  "F-27": {
    fault: "a migration fails",
    tests: [`${vestibule}/test/serve.test.ts`, `${vestibule}/test/database-commands.test.ts`],
  },
  "F-28": { fault: "the clocks of the servers differ", tests: [`${api}/gateway/oidc-clock.test.ts`] },
  "F-29": {
    fault: "secrets are rotated",
    tests: [`${api}/http/key-rotation.test.ts`, `${api}/http/key-rotation-lockout.test.ts`],
  },
  "F-30": {
    fault: "secrets are missing",
    tests: [`${vestibule}/test/serve.test.ts`],
    limits: "Secrets are settings: a running server reads no store that could fail.",
  },
  "F-31": { fault: "the certificate of another system has expired" },
  "F-32": { fault: "host names cannot be resolved" },
  "F-33": { fault: "the list of common passwords is incomplete", tests: [`${vestibule}/test/serve.test.ts`] },
  "F-34": {
    fault: "the browser is offline, or a response is lost",
    tests: ["packages/web/app/flows/registration/policy-number/registration-end.test.ts"],
    stories: ["acceptance/connection.story.ts"],
  },
  "F-35": {
    fault: "the database is restored from a backup",
    tests: [`${api}/flows/restore/restore.test.ts`, `${vestibule}/test/database-commands.test.ts`],
  },
  "F-36": {
    fault: "the database is unavailable while an application signs people in",
    tests: [`${api}/gateway/oidc-outage.test.ts`],
  },
  "F-37": {
    fault: "an application does not receive the sign-outs of its people",
    tests: [`${api}/gateway/oidc-logout-outage.test.ts`],
  },
  "F-38": {
    fault: "a server is killed while it delivers an event to a webhook",
    tests: [`${api}/events/webhook-worker.test.ts`],
  },
  "F-39": {
    fault: "the receiver of a webhook is away for a day, or for three",
    tests: [`${api}/events/webhook-worker.test.ts`],
    limits: "After three days an event is parked until an operator sends it again.",
  },
  "F-40": {
    fault: "many servers record events at once, and their transactions commit out of order",
    tests: [`${api}/events/event-feed.test.ts`],
  },
} as const satisfies Record<string, FaultRow>;
export type FaultId = keyof typeof faults;
export const faultRows = Object.entries(faults) as [FaultId, FaultRow][];
