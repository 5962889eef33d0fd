import pg from "pg";
import { type TestDatabase, testDatabase } from "./database.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** A database whose connections can be broken by a proxy. */
export interface ProxiedDatabase {
  /** The database itself, without the proxy. */
  direct: TestDatabase;
  /** Connection URL of the service role through the proxy. */
  url: string;
  proxy: TcpProxy;
  close(): Promise<void>;
}

export async function proxiedDatabase(): Promise<ProxiedDatabase> {
  const direct = await testDatabase();
  const { host, port, user = "", password = "", database = "" } = new pg.Client({ connectionString: direct.url });
  const proxy = await startTcpProxy(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const url = new URL(`postgres://127.0.0.1:${proxy.port}/${database}`);
  Object.assign(url, { username: user, password: password ?? "" });
  return {
    direct,
    url: url.href,
    proxy,
    close: async () => {
      await proxy.close();
      await direct.close();
    },
  };
}
