import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { listen } from "./http-server.adapter.ts";
import { readiness } from "./readiness.route.ts";
import type { AppEnv } from "./request-facts.ts";
import { buildTestApp } from "./test/open-app.ts";

/** A keep-alive connection. */
async function keptOpen(port: number, path: string) {
  const socket = connect({ host: "127.0.0.1", port });
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return { closed: once(socket, "close"), received: () => received };
}

test("F-22 a connection with a response in progress gets it and then does not keep the server open", async () => {
  let respond = () => {};
  const asked = Promise.withResolvers<void>();
  const app = new Hono<AppEnv>().get("/slow", async (c) => {
    const wait = new Promise<void>((resolve) => {
      respond = resolve;
    });
    asked.resolve();
    await wait;
    return c.text("done");
  });
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const connection = await keptOpen(server.port, "/slow");
  await asked.promise;
  const closing = server.close(20_000);
  respond();
  const result = await Promise.race([closing.then(() => "closed"), connection.closed.then(() => "closed")]);
  expect(result).toBe("closed");
  await closing;
  expect(connection.received()).toContain("done");
});

/** Opens three connections from another thread while this one is busy, and posts what all of them receive. */
const threeClients = `
  const { connect } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  for (const nth of [0, 1, 2]) {
    const socket = connect({ host: "127.0.0.1", port: workerData.port });
    let received = "";
    socket.on("data", (data) => { received += data; });
    socket.on("error", (error) => { received += error.code; });
    socket.on("close", () => parentPort.postMessage(received.slice(-4)));
    socket.write("GET / HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\n\\r\\n", () => {
      Atomics.store(workerData.written, nth, 1);
      Atomics.notify(workerData.written, nth);
    });
  }
`;

test("F-22 connections that wait to be accepted while the server begins to close get their responses", async () => {
  const app = new Hono<AppEnv>().get("/", (c) => c.text("done"));
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const written = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(threeClients, { eval: true, workerData: { port: server.port, written } });
  const received: string[] = [];
  worker.on("message", (text) => received.push(text));
  for (const nth of [0, 1, 2]) Atomics.wait(written, nth, 0);
  await server.close(20_000);
  await once(worker, "exit");
  expect(received).toEqual(["done", "done", "done"]);
});

test("F-22 a request that does not finish in time is cut off", async () => {
  const app = new Hono<AppEnv>().get("/never", () => new Promise<Response>(() => {}));
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const connection = await keptOpen(server.port, "/never");
  await server.close(300);
  await connection.closed;
  expect(connection.received()).toBe("");
});

test("keeps an idle connection for longer than a proxy does", async () => {
  const app = new Hono<AppEnv>().get("/", (c) => c.text("here"));
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(600);
  await response.text();
  await server.close(300);
});

test("A-494 a connection whose request was answered before all of it arrived takes no other request", async () => {
  const app = new Hono<AppEnv>().post("/", (c) => c.text("refused", 401));
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const socket = connect({ host: "127.0.0.1", port: server.port });
  const received: string[] = [];
  const requestStart = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n";
  socket.on("data", (data) => {
    received.push(...(String(data).match(/^HTTP.*\d/gm) ?? []));
    // The rest of the request, and another.
    if (received.length === 1) socket.write(`hello${requestStart}`);
    else socket.destroy();
  });
  socket.write(requestStart);
  await once(socket, "close");
  expect(received).toEqual(["HTTP/1.1 401"]);
  await server.close(300);
});

test("keeps the connection of a request whose short body was not read", async () => {
  const app = new Hono<AppEnv>().post("/", (c) => c.text("refused", 401));
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const isReused = async () => {
    const sent = request({ agent, host: "127.0.0.1", port: server.port, method: "POST" }).end("hello");
    const [response] = await once(sent, "response");
    await once(response.resume(), "end");
    return sent.reusedSocket;
  };
  expect([await isReused(), await isReused(), await isReused()]).toEqual([false, true, true]);
  agent.destroy();
  await server.close(300);
});

test("answers a health check without a Host, as HAProxy sends it, and refuses a page to it", async () => {
  const state = readiness(async () => {});
  state.markReady();
  const app = buildTestApp({ readiness: state, unknownHosts: "refused" });
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  const statusOf = async (path: string) => {
    const socket = connect({ host: "127.0.0.1", port: server.port });
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    const [data] = await once(socket, "data");
    socket.destroy();
    return Number(String(data).split(" ")[1]);
  };
  expect([await statusOf("/health/accepting"), await statusOf("/")]).toEqual([200, 421]);
  await server.close(300);
});
