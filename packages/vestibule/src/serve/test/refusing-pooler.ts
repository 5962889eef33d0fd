import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a PgBouncer that refuses each connection with this message, until the test has finished. Returns its URL. */
export function startRefusingPooler(message: string): Promise<string> {
  return startPooler((socket) => socket.once("data", () => socket.end(refusal(message))));
}

/** Starts a PgBouncer that keeps each connection waiting for PostgreSQL, until the test has finished. Returns its URL. */
export function startWaitingPooler(): Promise<string> {
  return startPooler((socket) => socket.resume());
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
