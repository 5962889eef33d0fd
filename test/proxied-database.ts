import pg from "pg";
import { type TestDatabase, testDatabase } from "./database.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** Reserved, and nothing listens on it. */
const unusedPort = 9;

/** A database whose connections can be broken by a proxy. */
export interface ProxiedDatabase {
  /** The database itself, without the proxy. */
  direct: TestDatabase;
  /** Connection URL of the service role through the proxy. */
  url: string;
  proxy: TcpProxy;
  /** Breaks the connections and refuses new ones, until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** `existing`: a database of the test that stays open; a new one by default. */
export async function proxiedDatabase(existing?: TestDatabase): Promise<ProxiedDatabase> {
  const direct = existing ?? (await testDatabase());
  const { host, port, user = "", password = "", database = "" } = new pg.Client({ connectionString: direct.url });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = await startTcpProxy(target);
  const url = new URL(`postgres://127.0.0.1:${proxy.port}/${database}`);
  Object.assign(url, { username: user, password: password ?? "" });
  return {
    direct,
    url: url.href,
    proxy,
    disconnect: () => {
      proxy.switchTo({ host: "127.0.0.1", port: unusedPort });
      proxy.resetConnections();
    },
    reconnect: () => proxy.switchTo(target),
    close: async () => {
      await proxy.close();
      if (existing === undefined) await direct.close();
    },
  };
}
