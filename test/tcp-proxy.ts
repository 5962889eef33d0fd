import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

interface Pair {
  client: Socket;
  server: Socket;
  /** Who sent last. */
  speaker: "client" | "server" | undefined;
}

/** A moment of a conversation in turns, such as that of a client with its database. */
export interface Cut {
  /** The client's turn, counted over all connections from now on; 1 is the next. */
  turn: number;
  /** `before` the server receives the turn, or `after` it has answered, before the client receives that. */
  side: "before" | "after";
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
  /** At the cut, calls `work` and ends that connection. The result ends the wait, and says whether it happened. */
  cutAt(cut: Cut, work: () => void): () => boolean;
  /** Directs new connections to another target. */
  switchTo(target: NetConnectOpts): void;
  close(): Promise<void>;
}

export async function startTcpProxy(firstTarget: NetConnectOpts): Promise<TcpProxy> {
  let target = firstTarget;
  let frozen = false;
  const pairs = new Set<Pair>();
  const dead = new Set<Pair>();
  let waiting: { cut: Cut; turns: number; pair: Pair | undefined; work: () => void } | undefined;
  /** Whether the connection ends at this piece. */
  const isCut = (pair: Pair, speaker: "client" | "server") => {
    const isTurn = pair.speaker !== speaker;
    pair.speaker = speaker;
    if (waiting === undefined || !isTurn) return false;
    const { cut, work } = waiting;
    if (speaker === "client") {
      waiting.turns += 1;
      if (waiting.turns === cut.turn) waiting.pair = pair;
    }
    if (waiting.pair !== pair || speaker !== (cut.side === "before" ? "client" : "server")) return false;
    waiting = undefined;
    work();
    return true;
  };
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const pair: Pair = { client, server, speaker: undefined };
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
      from.on("data", (bytes) => {
        if (isCut(pair, from === client ? "client" : "server")) end();
        else to.write(bytes);
      });
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
    cutAt: (cut, work) => {
      const own = { cut, turns: 0, pair: undefined, work };
      waiting = own;
      return () => {
        const happened = waiting !== own;
        waiting = undefined;
        return happened;
      };
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
