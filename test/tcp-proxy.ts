import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { closeServer, listenOnLoopback } from "./loopback-port.ts";

type Speaker = "client" | "server";

interface Pair {
  client: Socket;
  server: Socket;
  /** The side that sent last. */
  speaker: Speaker | undefined;
}

/** A point in a protocol of requests and responses, such as that of PostgreSQL. */
export interface Cut {
  /** Number of the request, counted over all connections from now on; 1 is the next one. */
  turn: number;
  /**
   * `before` the server receives the request, or `after` it has responded and before the client receives the response.
   */
  side: "before" | "after";
  /** Counts only requests with this text; absent: every request. */
  text?: RegExp | undefined;
}

/** Forwards connections to one target and can break them as a network does. */
export interface TcpProxy {
  port: number;
  resetConnections(): void;
  /** Forwards nothing and keeps all connections open, including new ones, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Never forwards or closes the open connections again; new ones work. */
  blackHoleConnections(): void;
  /**
   * At the cut, calls `work` and closes that connection. The returned function stops waiting and tells whether it
   * happened.
   */
  cutAt(cut: Cut, work: () => void): () => boolean;
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
      isCut: (speaker, bytes) => isCut(pair, speaker, bytes),
      isDead: () => dead.has(pair),
      onEnd: () => pairs.delete(pair),
    });
    if (frozen) server.pause();
    else client.resume();
  });

  return {
    port: await listenOnLoopback(listener),
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
      const closed = closeServer(listener);
      for (const pair of [...pairs, ...dead]) destroy(pair);
      await closed;
    },
  };
}

/** Forwards both directions until one side closes or the cut is reached. */
function forward(
  pair: Pair,
  { isCut, isDead, onEnd }: { isCut(speaker: Speaker, bytes: Buffer): boolean; isDead(): boolean; onEnd(): void },
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
    from.on("data", (bytes: Buffer) => {
      if (isCut(speaker, bytes)) end();
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

/** Counts the requests of all connections up to the cut. */
function watchForCut() {
  let waiting: { cut: Cut; turns: number; pair: Pair | undefined; work: () => void } | undefined;
  return {
    /** Whether the connection must be closed at this chunk. */
    isCut: (pair: Pair, speaker: Speaker, bytes: Buffer): boolean => {
      const isTurn = pair.speaker !== speaker;
      pair.speaker = speaker;
      if (waiting === undefined || !isTurn) return false;
      const { cut, work } = waiting;
      const isCounted = speaker === "client" && (cut.text?.test(bytes.toString("latin1")) ?? true);
      if (isCounted) {
        waiting.turns += 1;
        if (waiting.turns === cut.turn) waiting.pair = pair;
      }
      if (waiting.pair !== pair || speaker !== (cut.side === "before" ? "client" : "server")) return false;
      waiting = undefined;
      work();
      return true;
    },
    cutAt: (cut: Cut, work: () => void): (() => boolean) => {
      const ordered = { cut, turns: 0, pair: undefined, work };
      waiting = ordered;
      return () => {
        const happened = waiting !== ordered;
        waiting = undefined;
        return happened;
      };
    },
  };
}
