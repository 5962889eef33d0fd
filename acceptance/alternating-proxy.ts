import { createServer, request as forward } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Forwards the requests of one port to several servers in turn, so that a story fails if a server keeps state of its
 * own.
 */
export async function alternate(ports: readonly number[], at: number): Promise<{ stop(): Promise<void> }> {
  let turn = 0;
  const proxy = createServer((request, response) => {
    const port = ports[turn++ % ports.length];
    const passed = forward(
      { port, host: "127.0.0.1", method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.headersSent || response.writeHead(502).end());
    request.pipe(passed);
  });
  await new Promise<void>((resolve, reject) => proxy.once("error", reject).listen(at, "127.0.0.1", () => resolve()));
  return { stop: () => new Promise((resolve) => proxy.close(() => resolve())) };
}

/** Resolves once `url` responds 200; rejects after a minute. */
export async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error(`${url} does not answer`);
}
