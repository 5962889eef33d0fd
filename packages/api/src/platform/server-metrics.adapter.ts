import type { BotSignal } from "@vestibule/catalogue/bot-signal.table.ts";
import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Guards that refuse a request to protect the server. */
const overloadGuards = ["concurrentRequests", "eventLoop", "pipelining"] as const;
type OverloadGuard = (typeof overloadGuards)[number];

/** Results of an attempt to send a message; those that are `expired` or `superseded` were closed unsent. */
const deliveryResults = ["accepted", "later", "refused", "expired", "superseded"] as const;
type DeliveryResult = (typeof deliveryResults)[number];

/** Results of an attempt to announce a sign-out to an application; one that it did not receive is made again. */
type LogoutResult = "received" | "notReceived" | "givenUp";

/** Results of an attempt to deliver an event to a webhook; one that ended with later is tried again. */
type WebhookResult = "accepted" | "later" | "parked";

export interface ObservedRequest {
  method: string;
  /** A pattern with its ids in braces or behind a colon, never a path that was sent. */
  route: string;
  status: number;
  seconds: number;
}

/** `application`: the client_id of a registered application, or `unknown`. */
interface ApplicationRefusal {
  brand: string;
  application: string;
  endpoint: string;
  error: string;
}

interface PoolLoad {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Sources that are read at each scrape. An absent source has no value. */
export interface MetricSources {
  isReady: () => Promise<boolean>;
  /** Rejects while the database does not respond. */
  queryDatabase: () => Promise<unknown>;
  hashing: () => { running: number; waiting: number; refused: number };
  requestPool: PoolLoad;
  messagePool: PoolLoad;
  isDirectoryCircuitOpen: () => boolean;
  isRegistryCircuitOpen: () => boolean;
}

export type ServerMetrics = ReturnType<typeof serverMetrics>;

/** Up to the ten seconds after which browsers and proxies give up. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** HTTP methods used as labels, since a client may send any method. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE"]);

/** Metrics of one server, unlike the counters of journeys, which all servers read from the database. */
export function serverMetrics(version: string) {
  const registry = new Registry();
  const registers = [registry];
  const sources: Partial<MetricSources> = {};
  const { requests, refused, refusedApplications, deliveries, logouts, webhooks, bots } = addEventMetrics(registers);
  addVersion(registers, version);
  // Values are read in this order. Gauges that query the database come last, since their queries use the pool too.
  addPoolGauges(registers, sources);
  addStateMetrics(registers, sources);
  return {
    observeRequest: ({ method, route, status, seconds }: ObservedRequest) =>
      requests.observe(
        { method: methods.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    countRefused: (guard: OverloadGuard) => refused.inc({ guard }),
    countRefusedApplication: (labels: ApplicationRefusal) => refusedApplications.inc({ ...labels }),
    countDelivery: (channel: Channel, result: DeliveryResult) =>
      deliveries.inc({ channel: channel.toLowerCase(), result }),
    /** `client`: of an application of the configuration. */
    countLogout: (client: string, result: LogoutResult) => logouts.inc({ client, result }),
    /** `webhook`: name of a subscription of the configuration. */
    countWebhook: (webhook: string, result: WebhookResult) => webhooks.inc({ webhook, result }),
    countBotSignal: (brand: string, signal: BotSignal) => bots.inc({ brand, signal }),
    addSources: (more: Partial<MetricSources>) => Object.assign(sources, more),
    /** Adds metrics of the process: CPU, memory, garbage collection and event loop. */
    addProcess: () => collectDefaultMetrics({ register: registry }),
    /** In the Prometheus text format. */
    describe: async () => ({ text: await registry.metrics(), mediaType: registry.contentType }),
  };
}

function addEventMetrics(registers: Registry[]) {
  const requests = new Histogram({
    name: "vestibule_http_request_duration_seconds",
    help: "Time until the response began, by route and status class.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const refused = new Counter({
    name: "vestibule_requests_refused_total",
    help: "Requests refused to protect the server, by guard.",
    labelNames: ["guard"],
    registers,
  });
  const refusedApplications = new Counter({
    name: "vestibule_application_requests_refused_total",
    help: "Requests of applications that the OpenID provider refused, by OAuth error.",
    labelNames: ["brand", "application", "endpoint", "error"],
    registers,
  });
  const deliveries = new Counter({
    name: "vestibule_message_deliveries_total",
    help: "Attempts to send a message, by how they ended; one that ended with later is tried again.",
    labelNames: ["channel", "result"],
    registers,
  });
  const logouts = new Counter({
    name: "vestibule_logout_announcements_total",
    help: "Attempts to announce a sign-out to an application, by how they ended; notReceived is tried again.",
    labelNames: ["client", "result"],
    registers,
  });
  const webhooks = new Counter({
    name: "vestibule_webhook_deliveries_total",
    help: "Attempts to deliver an event to a webhook, by how they ended; one that ended with later is tried again.",
    labelNames: ["webhook", "result"],
    registers,
  });
  const bots = new Counter({
    name: "vestibule_bot_signals_total",
    help: "Signs of bots that this server saw; each once an hour for one network or login name.",
    labelNames: ["brand", "signal"],
    registers,
  });
  // Starts every counter at 0, which a rate needs before the first increase.
  for (const guard of overloadGuards) refused.inc({ guard }, 0);
  for (const channel of ["email", "sms", "letter"])
    for (const result of deliveryResults) deliveries.inc({ channel, result }, 0);
  return { requests, refused, refusedApplications, deliveries, logouts, webhooks, bots };
}

function addVersion(registers: Registry[], version: string): void {
  new Gauge({
    name: "vestibule_info",
    help: "Version of the server and of Node.js; always 1.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);
}

function addPoolGauges(registers: Registry[], sources: Partial<MetricSources>): void {
  const gauge = (name: string, help: string, read: (load: PoolLoad) => number) =>
    new Gauge({
      name: `vestibule_database_pool_${name}`,
      help,
      labelNames: ["pool"],
      registers,
      collect() {
        for (const [pool, load] of [
          ["requests", sources.requestPool] as const,
          ["messages", sources.messagePool] as const,
        ])
          if (load !== undefined) this.set({ pool }, read(load));
      },
    });
  gauge("used", "Connections in use.", ({ totalCount, idleCount }) => totalCount - idleCount);
  gauge("idle", "Open connections without work.", ({ idleCount }) => idleCount);
  gauge("waiting", "Work that waits for a connection.", ({ waitingCount }) => waitingCount);
}

/** Adds the metrics that are read from the sources at each scrape, without labels. */
function addStateMetrics(registers: Registry[], sources: Partial<MetricSources>): void {
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name: `vestibule_${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge("ready", "Whether this server takes requests.", async () => toNumber(await sources.isReady?.()));
  gauge("database_up", "Whether the database responds to this server.", async () =>
    toNumber(
      await sources.queryDatabase?.().then(
        () => true,
        () => false,
      ),
    ),
  );
  gauge("password_hashing_running", "Requests that hash a password.", () => sources.hashing?.().running);
  gauge("password_hashing_waiting", "Requests that wait to hash a password.", () => sources.hashing?.().waiting);
  new Counter({
    name: "vestibule_password_hashing_refused_total",
    help: "Passwords that found the queue full, or waited too long.",
    registers,
    collect() {
      this.reset();
      this.inc(sources.hashing?.().refused ?? 0);
    },
  });
  gauge("directory_circuit_open", "Whether calls of the policy directory are refused after failures.", () =>
    toNumber(sources.isDirectoryCircuitOpen?.()),
  );
  gauge("registry_circuit_open", "Whether calls of a user registry are refused after failures.", () =>
    toNumber(sources.isRegistryCircuitOpen?.()),
  );
}

const toNumber = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
