import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ProxiedDatabase, proxiedDatabase } from "../../../../test/proxied-database.ts";
import { type SpawnedServer, spawnServer, temporaryFolder } from "../../test/spawned-server.ts";

let proxied: ProxiedDatabase;
let server: SpawnedServer;
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(async () => {
  folder = temporaryFolder();
  proxied = await proxiedDatabase();
  const environment = { DEMO: "1", DATABASE_URL: proxied.url, DATA_DIR: folder.path, CLIENT_IP_LIMIT_FACTOR: "1000" };
  server = await spawnServer({ arguments: ["--only", "api"], environment });
});
afterEach(async () => {
  await server.end("SIGKILL");
  await proxied.close();
  folder.remove();
});

const start = () =>
  fetch(`${server.url}/api/v2/registration`, { headers: { "api-key": "belair", province: "QC", language: "fr" } }).then(
    ({ status }) => status,
  );
const hasEnded = () => server.process.exitCode !== null || server.process.signalCode !== null;
const isServedAgain = () => expect.poll(start, { timeout: 30_000 }).toBe(200);
/** Opens several connections to the database, each of which may take too long on a busy machine. */
const openConnections = () =>
  expect
    .poll(() => Promise.all([start(), start(), start(), start()]), { timeout: 30_000 })
    .toEqual([200, 200, 200, 200]);

describe("a server whose database connections break", () => {
  it("A-195 keeps running and recovers when they are reset during requests", async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const responses = Promise.all([start(), start(), start(), start()]);
      // The delay grows each round, so that a reset meets every statement of a request.
      await pause(round * 2);
      proxied.proxy.resetConnections();
      statuses.push(...(await responses));
    }
    expect(hasEnded()).toBe(false);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await isServedAgain();
  });

  it("recovers when they stop responding", async () => {
    await openConnections();
    proxied.proxy.blackHoleConnections();
    await isServedAgain();
    expect(hasEnded()).toBe(false);
  });

  it("F-22 exits after SIGTERM while neither open nor new connections respond", async () => {
    await openConnections();
    proxied.proxy.freeze();
    const answered = start().catch(() => {});
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    await answered;
  });
});
