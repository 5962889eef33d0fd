import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

interface Pair {
  client: Socket;
  server: Socket;
}

/** Forwards connections to one target, and breaks them like a network does. */
export interface TcpProxy {
  port: number;
  /** Resets every connection; new ones work. */
  resetConnections(): void;
  /** Forwards nothing and keeps all connections open, including new ones, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Never forwards or closes the open connections again; new ones work. */
  blackHoleConnections(): void;
  /** Directs new connections to another target. */
  switchTo(target: NetConnectOpts): void;
  close(): Promise<void>;
}

export async function startTcpProxy(firstTarget: NetConnectOpts): Promise<TcpProxy> {
  let target = firstTarget;
  let frozen = false;
  const pairs = new Set<Pair>();
  const dead = new Set<Pair>();
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const pair = { client, server };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (bytes) => void to.write(bytes));
      from.on("end", () => to.end());
      from.on("error", () => !dead.has(pair) && end());
      from.on("close", () => !dead.has(pair) && end());
    }
    if (frozen) server.pause();
    else client.resume();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");

  const pause = ({ client, server }: Pair) => {
    client.pause();
    server.pause();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    resetConnections: () => {
      for (const { client, server } of pairs) {
        client.resetAndDestroy();
        // A Unix domain socket has no reset.
        server.destroy();
      }
    },
    freeze: () => {
      frozen = true;
      pairs.forEach(pause);
    },
    thaw: () => {
      frozen = false;
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    blackHoleConnections: () => {
      for (const pair of pairs) {
        pause(pair);
        dead.add(pair);
        pairs.delete(pair);
      }
    },
    switchTo: (next) => {
      target = next;
    },
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      for (const { client, server } of [...pairs, ...dead]) {
        client.destroy();
        server.destroy();
      }
      await closed;
    },
  };
}
