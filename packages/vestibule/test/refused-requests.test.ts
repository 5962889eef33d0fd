import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slowPost } from "./slow-post.ts";
import { type SpawnedServer, spawnServer, untilAccepted } from "./spawned-server.ts";

const registration = { "api-key": "belair", province: "QC", language: "fr" };
let server: SpawnedServer;

beforeAll(async () => {
  server = await spawnServer({ arguments: ["--only", "api"], environment: { DATA_DIR: "memory:" } });
});
afterAll(() => server.end("SIGTERM"));

test("A-164 a request that takes longer than fifteen seconds to arrive is refused while others are served", async () => {
  const slow = slowPost(new URL(server.url).port);
  const other = await untilAccepted(() => fetch(`${server.url}/api/v2/registration`, { headers: registration }));
  expect(other.status).toBe(200);
  expect(await slow.status).toBe(408);
});

test("A-164 each version of the API refuses a large body in its own format", async () => {
  const send = async (path: string) => {
    const headers = { ...registration, "content-type": "application/json" };
    const response = await fetch(server.url + path, { method: "POST", headers, body: `"${"x".repeat(17_000)}"` });
    return [response.status, await response.json()];
  };
  expect(await send("/api/v1/accounts/find")).toMatchObject([413, { errorCode: 1000 }]);
  expect(await send("/api/v2/registration/account-type")).toMatchObject([413, { error: "PAYLOAD_TOO_LARGE" }]);
});

test("A-050 a header of 100 kB is refused with 431", async () => {
  const response = await fetch(`${server.url}/api/v2/registration`, {
    headers: { ...registration, x: "x".repeat(100_000) },
  });
  expect(response.status).toBe(431);
});

test("a TRACE request is refused", async () => {
  const asked = request(server.url, { method: "TRACE" }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(405);
});
