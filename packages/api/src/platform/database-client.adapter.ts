import pg from "pg";
import { isPooled, sessionSettings, withSessionSettings } from "./session-settings.rule.ts";

/** Time limit for the server to close a connection that the client ends. */
const longestEndMillis = 1000;
/** PgBouncer remembers these for the client, and sets them on each server connection that it gives it. */
const pooledSettings = Object.entries(sessionSettings.ofClient)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join("; ");
/** For each URL with several hosts, the index of the host that the next connection tries. */
const nextHosts = new Map<string, number>();

/** Splits `postgres://user@host1:5432,host2:5432/database` into one URL per host, in order. */
export function urlOfEachHost(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return before === "" ? [url] : hosts.split(",").map((host) => before + host.trim() + after);
}

/**
 * A connection that may break or stop responding at any time, with the settings that our statements need. For a URL with several hosts it uses the one that accepts
 * writes: a connection to another host fails like an outage, and the next connection tries the next host.
 */
export class DatabaseClient extends pg.Client {
  /** Set when the URL has several hosts. */
  readonly #hosts: { url: string; index: number; count: number } | undefined;
  readonly #isPooled: boolean;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString: url = "" } = config;
    const urls = urlOfEachHost(url);
    const index = (nextHosts.get(url) ?? 0) % urls.length;
    super(withSessionSettings({ ...config, connectionString: urls[index] }));
    this.#isPooled = isPooled(url);
    if (urls.length > 1) this.#hosts = { url, index, count: urls.length };
    // The running query rejects on its own; an error event without a listener would end the process.
    this.on("error", () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (fault: Error) => void): void;
  override connect(callback?: (fault: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.#open();
    if (callback === undefined) return connected;
    // The types omit that the callback is called without an argument on success.
    connected.then(() => (callback as () => void)(), callback);
  }

  async #open(): Promise<pg.Client> {
    if (this.#hosts === undefined) await super.connect();
    else await this.#connectForWriting(this.#hosts);
    if (this.#isPooled) await this.query(pooledSettings);
    return this;
  }

  async #connectForWriting({ url, index, count }: { url: string; index: number; count: number }): Promise<pg.Client> {
    try {
      await super.connect();
      const { rows } = await this.query("show transaction_read_only");
      if (rows[0].transaction_read_only === "off") return this;
      await this.end();
      throw Object.assign(new Error("this host accepts no writes"), { code: "25006" });
    } catch (fault) {
      // When several connections fail at the same host, only the first one moves on to the next.
      if ((nextHosts.get(url) ?? 0) === index) nextHosts.set(url, (index + 1) % count);
      throw fault;
    }
  }

  override end(): Promise<void>;
  override end(callback: (fault: Error) => void): void;
  override end(callback?: (fault: Error) => void): Promise<void> | void {
    // An unresponsive server never closes its side, and the socket would keep the process running.
    setTimeout(() => this.connection.stream.destroy(), longestEndMillis).unref();
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/** Makes the next connections begin with the host that accepts writes, for a program that does not retry. */
export async function findWritableHost(url: string): Promise<void> {
  const hosts = urlOfEachHost(url);
  if (hosts.length === 1) return;
  for (const _ of hosts) {
    const isWritable = await withDatabaseClient({ connectionString: url }, async () => true).catch(() => false);
    if (isWritable) return;
  }
}

/** Runs work over a new connection. */
export async function withDatabaseClient<Result>(
  config: pg.ClientConfig & { connectionString: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionTimeoutMillis: 5000, ...config });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
