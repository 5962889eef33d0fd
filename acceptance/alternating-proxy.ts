import { createServer, request as forward } from "node:http";
import { closeServer, listenOnLoopback } from "../test/loopback-port.ts";

/**
 * Forwards the requests of one port to several servers in turn, so that a story fails if a server keeps state of its
 * own.
 */
export async function alternate(ports: () => readonly number[], at: number): Promise<{ stop(): Promise<void> }> {
  let turn = 0;
  const proxy = createServer((request, response) => {
    const running = ports();
    const port = running[turn++ % running.length];
    const passed = forward(
      { port, host: "127.0.0.1", method: request.method, path: request.url, headers: request.headers },
      (passkeyResponse) => {
        response.writeHead(passkeyResponse.statusCode ?? 502, passkeyResponse.rawHeaders);
        passkeyResponse.pipe(response);
      },
    );
    passed.on("error", () => response.headersSent || response.writeHead(502).end());
    request.pipe(passed);
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
