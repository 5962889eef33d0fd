import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, listen } from "./http-server.adapter.ts";
import type { AppEnv } from "./request-facts.ts";

let server: HttpServer;
let reached = 0;
const held = Promise.withResolvers<void>();
beforeAll(async () => {
  const app = new Hono<AppEnv>()
    .get("/held", async (c) => {
      reached += 1;
      await held.promise;
      return c.text("the page");
    })
    .get("/quick", (c) => c.text("the page"));
  server = await listen({ app, port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close(1000));

/** Everything received until the server closes the connection. */
async function pipeline(requests: string[]): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port: server.port });
  await once(socket, "connect");
  socket.write(requests.map((lines) => `${lines}\r\nhost: localhost\r\n\r\n`).join(""));
  return text(socket);
}

test("A-104 answers 503 and closes a connection with too many unanswered requests", async () => {
  const response = await pipeline(Array.from({ length: 200 }, () => "GET /held HTTP/1.1"));
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response.toLowerCase()).toMatch(/\r\nretry-after: 1\r\n.*\r\nconnection: close\r\n/s);
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(reached).toBeLessThanOrEqual(8);
  held.resolve();
});

test("answers a few pipelined requests in order", async () => {
  const last = "GET /quick HTTP/1.1\r\nconnection: close";
  const response = await pipeline([...Array.from({ length: 5 }, () => "GET /quick HTTP/1.1"), last]);
  expect(response.match(/HTTP\/1\.1 200/g)).toHaveLength(6);
});

test("accepts a proxy that keeps many connections open and reuses each", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const request = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ agent, host: "127.0.0.1", port: server.port, path: "/quick" }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      }).once("error", reject);
    });
  const statuses = await Promise.all(Array.from({ length: 1000 }, request));
  agent.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
});
