import { createServer, request as forward, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { closeServer, listenOnLoopback } from "../test/loopback-port.ts";

/**
 * Forwards the requests of one port to several servers in turn, so that a story fails if a server keeps state of its
 * own.
 */
export async function alternate(ports: () => readonly number[], at: number): Promise<{ stop(): Promise<void> }> {
  let turn = 0;
  const nextPort = () => {
    const running = ports();
    return running[turn++ % running.length];
  };
  const proxy = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    try {
      const body = await buffer(request);
      const send = () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          const sent = forward({ port: nextPort(), host: "127.0.0.1", method, path, headers }, resolve);
          sent.on("error", reject).end(body);
        });
      let answer = await send();
      // On a busy machine a server may refuse requests for half a second because its event loop was blocked.
      for (const waitMillis of [0, 600]) {
        if (answer.statusCode !== 503) break;
        answer.resume();
        await pause(waitMillis);
        answer = await send();
      }
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    } catch {
      if (!response.headersSent) response.writeHead(502).end();
    }
  });
  await listenOnLoopback(proxy, at);
  return {
    stop: async () => {
      const closed = closeServer(proxy);
      // A browser opens connections in advance, and Node waits for one that has sent no request.
      proxy.closeAllConnections();
      await closed;
    },
  };
}
