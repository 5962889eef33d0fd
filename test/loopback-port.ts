import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/** Listens on a port of 127.0.0.1, a free one by default. Returns the port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  await closed;
}

/**
 * Returns a free port below those that a system gives to sockets without one, so that no other socket takes it before
 * it is used.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server, randomInt(10_000, 20_000)).catch(() => undefined);
  await closeServer(server);
  return port ?? freePort();
}
