import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { type HttpServer, listen } from "./http-server.adapter.ts";
import type { AppEnv } from "./request-facts.ts";

const brands = await testBrands();
let server: HttpServer;
beforeAll(async () => {
  const app = new Hono<AppEnv>().all("*", (c) => c.text("the page"));
  server = await listen({ app, port: 0, host: "127.0.0.1", brands });
});
afterAll(() => server.close(1000));

/** Everything received on a new connection until the server closes it. `firstBytes`: length of the first packet. */
async function send(text: string, firstBytes = text.length) {
  const socket = connect({ host: "127.0.0.1", port: server.port });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "connect");
  if (firstBytes < text.length) {
    socket.setNoDelay().write(text.slice(0, firstBytes));
    // Long enough for a separate packet.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  socket.end(firstBytes < text.length ? text.slice(firstBytes) : text);
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const agent = "host: localhost\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64)\r\nconnection: close\r\n";
const withCookies = (count: number, bytes: number) => {
  const cookies = Array.from({ length: count }, (_, index) => `c${index}=${"x".repeat(bytes)}`);
  return `GET /login HTTP/1.1\r\n${agent}cookie: ${cookies.join("; ")}\r\n\r\n`;
};

test.each([
  ["200 cookies", 200, 100],
  ["as many large cookies as a browser keeps of one site", 180, 4000],
])("A-148 %s are answered with a bilingual page that clears them", async (_what, count, bytes) => {
  const { status, head, body } = await send(withCookies(count, bytes));
  expect(status).toBe(431);
  expect(head).toContain('\r\nclear-site-data: "cookies"');
  expect(head).toContain("\r\ncontent-security-policy: default-src 'none'");
  expect(head).toContain("\r\ncache-control: no-store");
  expect(head).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}`);
  expect(body).toContain('<section lang="fr-CA"><h1>Votre navigateur envoie trop de données à la fois.');
  expect(body).toContain('<section lang="en-CA"><h2>Your browser sends too much data at once.');
});

test("A-148 the page for too many cookies has the brand of its host and the language of the request", async () => {
  const named = "host: servus.localhost\r\naccept-language: en-CA\r\nconnection: close\r\n";
  const cookies = Array.from({ length: 200 }, (_, index) => `c${index}=${"x".repeat(100)}`).join("; ");
  const { body } = await send(`GET / HTTP/1.1\r\n${named}cookie: ${cookies}\r\n\r\n`);
  expect(body).toContain(brands.byId("servus")?.wordmarkSvg);
  expect(body).toContain('<html lang="en-CA">');
});

test("A-148 an ordinary number of cookies reaches the handler", async () => {
  expect(await send(withCookies(20, 100))).toMatchObject({ status: 200, body: "the page" });
});

test("A-148 an overlong URL does not clear cookies", async () => {
  const { status, head } = await send(`GET /?${"a".repeat(17_000)} HTTP/1.1\r\n${agent}cookie: a=b; c=d\r\n\r\n`);
  expect(status).toBe(431);
  expect(head).not.toContain("clear-site-data");
});

test.each([
  ["in the middle of the path", 17_000, 15_000],
  ["shortly before the end of a path that leaves little room", 14_000, 13_900],
])("A-148 an overlong URL in pieces does not clear cookies, cut %s", async (_where, length, firstBytes) => {
  const start = `GET /?${"a".repeat(length)} HTTP/1.1\r\n${agent}`;
  const { status, head } = await send(`${start}cookie: ${"a=b; ".repeat(700)}c=d\r\n\r\n`, firstBytes);
  expect(status).toBe(431);
  expect(head).not.toContain("clear-site-data");
});

test("A-148 clears too many cookies that arrive in several packets", async () => {
  const { status, head } = await send(withCookies(200, 100), 12_000);
  expect(status).toBe(431);
  expect(head).toContain('\r\nclear-site-data: "cookies"');
});

test("a malformed request is refused without a page and its connection is closed", async () => {
  expect(await send("HELLO\r\n\r\n")).toMatchObject({ status: 400, body: "" });
});
