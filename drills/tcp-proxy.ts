import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

interface Pair {
  client: Socket;
  server: Socket;
}

/** Forwards TCP connections of this machine to one port of it, and breaks them in the ways a network does. */
export interface TcpProxy {
  port: number;
  /** Ends every connection with a reset; new ones work. */
  resetConnections(): void;
  /** Forwards nothing and keeps everything open, new connections too, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Never again forwards or closes the connections that are open now; new ones work. */
  blackHoleConnections(): void;
  /** Leads new connections to another port. */
  switchTo(port: number): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let frozen = false;
  const pairs = new Set<Pair>();
  const dead = new Set<Pair>();
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    const server = connect({ host: "127.0.0.1", port: target, allowHalfOpen: true });
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
        server.resetAndDestroy();
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
    switchTo: (port) => {
      target = port;
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
