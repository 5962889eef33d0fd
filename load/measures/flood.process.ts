import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { times } from "../generator.ts";
import { formType, newClientIp } from "../http.ts";

export interface FloodResponse {
  status: number;
  retryAfter: number;
  /** Time from the request to the first byte of its response, in milliseconds. */
  millis: number;
}

// Writes prepared bytes on open connections: an HTTP client would use more CPU time for 500 requests than the measured
// server on the same cores, and make the server look slower.
const [port, waves, atOnce] = process.argv.slice(2).map(Number) as [number, number, number];
const responses: FloodResponse[] = [];
for (let wave = 0; wave < waves; wave += 1) {
  const sockets = await Promise.all(times(atOnce).map(openSocket));
  const pending = sockets.map((socket, index) => send(socket, requestOf(`flood${wave}x${index}@courrier.example`)));
  responses.push(...(await Promise.all(pending)));
}
process.send?.(responses);

async function openSocket(): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

async function send(socket: Socket, request: string): Promise<FloodResponse> {
  const startedAt = performance.now();
  socket.write(request);
  const [head] = (await once(socket, "data")) as [Buffer];
  const millis = performance.now() - startedAt;
  const text = head.toString("latin1");
  socket.destroy();
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
    retryAfter: Number(/^retry-after: (\d+)\r$/im.exec(text)?.[1] ?? 0),
    millis,
  };
}

function requestOf(username: string): string {
  const body = new URLSearchParams({ username, password: "Not-The-One-1", "login-form-type": "pwd" }).toString();
  const headers = {
    host: "localhost",
    "x-forwarded-for": newClientIp(),
    "accept-encoding": "gzip",
    ...formType,
    "content-length": body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /pkmslogin.form HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
