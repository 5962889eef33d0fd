import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

type Speaker = "client" | "server";

interface Pair {
  client: Socket;
  server: Socket;
  /** Who sent last. */
  speaker: Speaker | undefined;
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
  const { isCut, cutAt } = watchForCut();
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const pair: Pair = { client, server, speaker: undefined };
    pairs.add(pair);
    forward(pair, {
      isCut: (speaker) => isCut(pair, speaker),
      isDead: () => dead.has(pair),
      onEnd: () => pairs.delete(pair),
    });
    if (frozen) server.pause();
    else client.resume();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");

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
      pairs.forEach(resume);
    },
    blackHoleConnections: () => {
      for (const pair of pairs) {
        pause(pair);
        dead.add(pair);
        pairs.delete(pair);
      }
    },
    cutAt,
    switchTo: (next) => {
      target = next;
    },
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      for (const pair of [...pairs, ...dead]) destroy(pair);
      await closed;
    },
  };
}

/** Forwards both directions until one side ends, or until the cut. */
function forward(
  pair: Pair,
  { isCut, isDead, onEnd }: { isCut(speaker: Speaker): boolean; isDead(): boolean; onEnd(): void },
): void {
  const end = () => {
    onEnd();
    destroy(pair);
  };
  for (const [speaker, receiver] of [
    ["client", "server"],
    ["server", "client"],
  ] as const) {
    const from = pair[speaker];
    const to = pair[receiver];
    from.setNoDelay(true);
    from.on("data", (bytes) => {
      if (isCut(speaker)) end();
      else to.write(bytes);
    });
    from.on("end", () => to.end());
    from.on("error", () => !isDead() && end());
    from.on("close", () => !isDead() && end());
  }
}

function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}

function resume({ client, server }: Pair): void {
  client.resume();
  server.resume();
}

function destroy({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}

/** Counts the turns of all connections up to the cut that is waited for. */
function watchForCut() {
  let waiting: { cut: Cut; turns: number; pair: Pair | undefined; work: () => void } | undefined;
  return {
    /** Whether the connection ends at this piece. */
    isCut: (pair: Pair, speaker: Speaker): boolean => {
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
    },
    cutAt: (cut: Cut, work: () => void): (() => boolean) => {
      const own = { cut, turns: 0, pair: undefined, work };
      waiting = own;
      return () => {
        const happened = waiting !== own;
        waiting = undefined;
        return happened;
      };
    },
  };
}
