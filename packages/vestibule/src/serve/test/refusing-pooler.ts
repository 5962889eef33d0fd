import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a PgBouncer that refuses each connection with this message, until the test has finished. Returns its URL. */
export function startRefusingPooler(message: string): Promise<string> {
  return startPooler((socket) => socket.once("data", () => socket.end(refusal(message))));
}

/** Starts a PgBouncer that keeps each connection waiting for PostgreSQL, until the test has finished. Returns its URL. */
export function startWaitingPooler(): Promise<string> {
  return startPooler((socket) => socket.resume());
}

/**
 * Starts a PgBouncer with `ignore_startup_parameters = options` before a database, until the test has finished. Returns
 * the database's URL at the pooler.
 */
export function startDroppingPooler(databaseUrl: string): Promise<string> {
  return startPoolerBefore(databaseUrl, (socket, server) => {
    socket.once("data", (startup) => {
      server.write(withoutOptions(startup));
      socket.pipe(server).pipe(socket);
    });
  });
}

/** Starts a PgBouncer with `pool_mode = statement` before a database, as `startDroppingPooler` does. */
export function startStatementPooler(databaseUrl: string): Promise<string> {
  return startPoolerBefore(databaseUrl, (socket, server) => {
    server.pipe(socket);
    socket.on("data", (message) => {
      if (message.toString("latin1", 5).startsWith("begin")) socket.end(refusal(statementModeWords));
      else server.write(message);
    });
  });
}

const statementModeWords = "transaction blocks not allowed in statement pooling mode";

async function startPoolerBefore(databaseUrl: string, join: (socket: Socket, server: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  const pooler = new URL(
    await startPooler((socket) => {
      const server = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => server.destroy());
      server.on("error", () => socket.destroy());
      join(socket, server);
    }),
  );
  url.host = pooler.host;
  return url.href;
}

/** The driver's first message without the options of the connection. */
function withoutOptions(startup: Buffer): Buffer {
  const kept = startup.toString("latin1", 8).replace(/options\0[^\0]*\0/, "");
  const message = Buffer.concat([startup.subarray(0, 8), Buffer.from(kept, "latin1")]);
  message.writeInt32BE(message.length, 0);
  return message;
}

async function startPooler(accept: (socket: Socket) => void): Promise<string> {
  const pooler = createServer(accept);
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  onTestFinished(() => void pooler.close());
  const { port } = pooler.address() as AddressInfo;
  return `postgres://vestibule@127.0.0.1:${port}/vestibule`;
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from("E    ");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
