import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testSecret } from "../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { freePort } from "../../../test/loopback-port.ts";
import { isWholeMatrix } from "../../../test/matrix.ts";
import { slowPost } from "./slow-post.ts";
import {
  type ServerOptions,
  type SpawnedServer,
  spawnServer,
  temporaryFolder,
  untilAccepted,
} from "./spawned-server.ts";

const secrets = {
  TOKEN_SECRETS: testSecret("t"),
  HASH_SECRETS: testSecret("h"),
  LOOKUP_SECRETS: testSecret("l"),
  COOKIE_SECRETS: testSecret("c"),
  AUDIT_SECRETS: testSecret("a"),
};
const api = ["--only", "api"];
const registration = { "api-key": "belair", province: "QC", language: "fr" };

let folder: ReturnType<typeof temporaryFolder>;
let databases: TestDatabase[] = [];
let servers: SpawnedServer[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  // A server with an embedded PostgreSQL is stopped with SIGTERM so that it stops that too; others are killed to save
  // time.
  await Promise.all(servers.map((server) => server.end(databases.length > 0 ? "SIGKILL" : "SIGTERM")));
  servers = [];
  await Promise.all(databases.map((one) => one.close()));
  databases = [];
  folder.remove();
});

async function serve(options: ServerOptions = {}): Promise<SpawnedServer> {
  const environment = { DATA_DIR: folder.path, ...options.environment };
  const server = await spawnServer({ arguments: api, ...options, environment });
  servers.push(server);
  return server;
}

async function database(): Promise<TestDatabase> {
  const one = await testDatabase();
  databases.push(one);
  return one;
}

/** Begins a registration and returns its token, which is valid at another server too. */
async function start(server: SpawnedServer): Promise<string> {
  const response = await untilAccepted(() => fetch(`${server.url}/api/v2/registration`, { headers: registration }));
  expect(response.status).toBe(200);
  return response.headers.get("x-registration-session") ?? "";
}

async function choose(server: SpawnedServer, token: string): Promise<Response> {
  return fetch(`${server.url}/api/v2/registration/account-type`, {
    method: "POST",
    headers: { ...registration, "x-registration-session": token, "content-type": "application/json" },
    body: JSON.stringify({ accountType: "policyHolder" }),
  });
}

describe("demo mode", () => {
  test("starts without settings, prints its URL, and restarts with its data", async () => {
    const first = await serve();
    const demoUrl = `${first.url.replace("127.0.0.1", "localhost")}/demo`;
    await expect.poll(() => first.output(), { timeout: 20_000 }).toContain(demoUrl);
    const token = await start(first);
    expect(await first.end("SIGTERM")).toEqual({ code: 0, signal: null });
    const second = await serve();
    expect((await choose(second, token)).status).toBe(200);
  });
});

test("the internal API and the pages of the insurer's staff are served only at INTERNAL_PORT, and health checks at both ports", async () => {
  const internalPort = String(await freePort());
  const environment = { INTERNAL_PORT: internalPort, SERVICE_CREDENTIALS: testSecret("s") };
  const server = await serve({ arguments: [], environment });
  const statusAt = async (origin: string, path: string) => {
    const headers = { authorization: `Bearer ${testSecret("s")}` };
    return (await fetch(`${origin}${path}`, { headers, redirect: "manual" })).status;
  };
  const internal = `http://127.0.0.1:${internalPort}`;
  for (const path of ["/internal/v1/openapi.json", "/internal/v1/metrics", "/agent", "/team"])
    expect([await statusAt(internal, path), await statusAt(server.url, path)]).toEqual([200, 404]);
  for (const path of ["/health/live", "/health/ready", "/"])
    expect([await statusAt(internal, path), await statusAt(server.url, path)]).toEqual([200, 200]);
  await expect.poll(() => server.output(), { timeout: 20_000 }).toContain(`http://localhost:${internalPort}/agent`);
});

const production = async () => {
  const { url } = await database();
  return { NODE_ENV: "production", BRANDS: "belair", DATABASE_URL: url, ...secrets };
};

describe("production", () => {
  test("A-196 F-30 refuses to start without its database and secrets and names each", async () => {
    const server = await serve({ environment: { NODE_ENV: "production" }, waitFor: "nothing" });
    expect(await server.exited).toMatchObject({ code: 1 });
    for (const name of ["DATABASE_URL", ...Object.keys(secrets)])
      expect(server.output()).toContain(`${name} is missing`);
  });

  test("A-197 serves nothing under /demo and logs one line of JSON per event", async () => {
    const environment = { ...(await production()), SMS_URL: "http://10.0.0.9/send" };
    const server = await serve({ environment });
    expect((await fetch(`${server.url}/demo`)).status).toBe(404);
    expect((await fetch(`${server.url}/demo/outbox.json`)).status).toBe(404);
    const events = () => {
      const lines = server.output().trim().split("\n");
      return lines.map((line) => JSON.parse(line).event);
    };
    await vi.waitFor(
      () => expect(events()).toEqual(expect.arrayContaining(["settings.warning", "server.listening", "request.done"])),
      { timeout: 20_000 },
    );
  });

  test("F-01 listens once its database is available, and is ready from its first response", async () => {
    const { url } = await database();
    const proxy = await lateProxy(url);
    const environment = { NODE_ENV: "production", BRANDS: "belair", ...secrets, DATABASE_URL: proxy.url };
    const server = await serve({ environment, waitFor: "nothing" });
    await expect.poll(() => server.output(), { timeout: 30_000 }).toContain("database.away");
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow("fetch failed");
    await proxy.open();
    expect(await firstResponse(`${server.url}/health/ready`)).toBe(200);
    await start(server);
    await server.end("SIGKILL");
    proxy.close();
  });
});

test("F-22 a server that shuts down is not ready, finishes running requests and exits with code 0", async () => {
  const { url } = await database();
  const server = await serve({
    environment: { NODE_ENV: "production", BRANDS: "belair", DATABASE_URL: url, ...secrets },
  });
  const slow = slowPost(new URL(server.url).port);
  await pause(200);
  const ended = server.end("SIGTERM");
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status, { timeout: 15_000 }).toBe(503);
  // A proxy that has not noticed yet is still served.
  await start(server);
  slow.finish();
  expect(await slow.status).toBe(400);
  expect(await ended).toEqual({ code: 0, signal: null });
});

/** Each start takes seconds of the processor, so these run in the whole matrix. */
if (isWholeMatrix) {
  describe("demo mode each night", () => {
    test("F-21 loses nothing when it is killed during a registration", async () => {
      const first = await serve();
      const token = await start(first);
      await first.end("SIGKILL");
      const second = await serve();
      expect((await choose(second, token)).status).toBe(200);
    });

    test("F-25 two servers started at once on one folder share one registration", async () => {
      const [one, two] = (await Promise.all([serve(), serve()])) as [SpawnedServer, SpawnedServer];
      const token = await start(one);
      const chosen = await choose(two, token);
      expect(chosen.status).toBe(200);
      const next = chosen.headers.get("x-registration-session") ?? "";
      const page = await fetch(`${one.url}/api/v2/registration/page`, {
        headers: { ...registration, "x-registration-session": next },
      });
      expect(await page.json()).toMatchObject({ page: "EMAIL_IDENTIFICATION" });
      // A server's shutdown does not affect the other.
      expect(await one.end("SIGTERM")).toEqual({ code: 0, signal: null });
      await start(two);
    });

    test("prints warnings and starts", async () => {
      const server = await serve({
        environment: { DATABASE_ULR: "postgres://db/portal", SMS_URL: "http://10.0.0.9/send" },
      });
      expect(server.output()).toContain("Warning: DATABASE_ULR is not a setting: did you mean DATABASE_URL?\n");
      expect(server.output()).toContain("Warning: SMS_URL leads to another machine without TLS");
    });

    test("leaves no files with memory:", async () => {
      const server = await serve({ environment: { DATA_DIR: "memory:", TMPDIR: folder.path } });
      await start(server);
      expect(readdirSync(folder.path)).not.toEqual([]);
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(readdirSync(folder.path)).toEqual([]);
    });

    test("shuts down cleanly on Ctrl-C, also when the parent process forwards the signal", async () => {
      const server = await serve();
      server.process.kill("SIGINT");
      server.process.kill("SIGINT");
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(existsSync(join(folder.path, "postgresql", "data", "postmaster.pid"))).toBe(false);
    });

    test("reports a port in use and an unavailable database in one line without a stack trace", async () => {
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const { port } = taken.address() as AddressInfo;
      const starts: Record<string, string>[] = [
        { PORT: String(port) },
        { DEMO: "1", DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" },
      ];
      const [onPort, onDatabase] = await Promise.all(
        starts.map(async (environment) => {
          const server = await serve({ environment, waitFor: "nothing" });
          expect(await server.exited).toMatchObject({ code: 1 });
          // A database that responds late is logged before the reason.
          return server.output().replace(/^\{.*\}\n/gm, "");
        }),
      );
      expect(onPort).toBe(
        `Vestibule does not start:\n  PORT ${port} is already in use: stop the other program, or set another port\n`,
      );
      expect(onDatabase).toBe(
        "Vestibule does not start:\n  DATABASE_URL: PostgreSQL does not respond (ECONNREFUSED)\n",
      );
      taken.close();
    });

    test("does not start with an invalid row in its book, and reports file, line and reason", async () => {
      const server = await serve({ environment: { DEMO_BOOK: import.meta.filename }, waitFor: "nothing" });
      expect(await server.exited).toMatchObject({ code: 1 });
      expect(server.output()).toMatch(/does not start:\n {2}\S+serve\.test\.ts:1: /);
    });
  });

  describe("production each night", () => {
    test("A-197 protects its database from demo mode, even with DEMO=1", async () => {
      const environment = await production();
      const { DATABASE_URL } = environment;
      const [{ pool }] = databases as [TestDatabase];
      const rows = async () =>
        (await pool.query("select (select count(*)::int from account) + (select count(*)::int from book_row) as n"))
          .rows[0].n;
      await (await serve({ environment })).end("SIGKILL");
      const attempts: Record<string, string>[] = [
        { DATABASE_URL, NODE_ENV: "production " },
        { DATABASE_URL, DEMO: "1" },
      ];
      for (const attempt of attempts) {
        const server = await serve({ environment: attempt, waitFor: "nothing" });
        expect(await server.exited).toMatchObject({ code: 1 });
        expect(server.output()).toMatch(/^Vestibule does not start:\n {2}(DATABASE_URL|NODE_ENV) [^\n]+\n/);
        expect(await rows()).toBe(0);
      }
    });

    test("F-01 F-22 exits with code 0 after SIGTERM while it waits for its database", async () => {
      const environment = { ...(await production()), DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" };
      const server = await serve({ environment, waitFor: "nothing" });
      await expect.poll(() => server.output(), { timeout: 30_000 }).toContain("database.away");
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    });

    test("F-33 refuses to start with a truncated list of common passwords", async () => {
      const truncate = `
      import { registerHooks } from "node:module";
      registerHooks({ load: (url, context, next) => {
        const loaded = next(url, context);
        if (!url.endsWith("/passwords.json.cjs")) return loaded;
        return { ...loaded, source: String(loaded.source).replace("123456", "") };
      } });`;
      const environment = {
        ...(await production()),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(truncate)}`,
      };
      const server = await serve({ environment, waitFor: "nothing" });
      expect(await server.exited).toMatchObject({ code: 1 });
      expect(server.output()).toContain("the list of common passwords is not whole");
    });

    test("F-27 refuses a database from which a newer version removed what it needs", async () => {
      const environment = await production();
      const [{ pool }] = databases as [TestDatabase];
      await pool.query("insert into kysely_migration (name, timestamp) values ('9999-from-the-future', now())");
      await pool.query("update schema_compatibility set oldest_migration = '9999-from-the-future'");
      const server = await serve({ environment, waitFor: "nothing" });
      expect(await server.exited).toMatchObject({ code: 1 });
      expect(server.output()).toContain("9999-from-the-future");
    });
  });
}

/** The status of the first response, once something listens. */
async function firstResponse(url: string): Promise<number> {
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== undefined) return status;
    await pause(20);
  }
}

/** A URL of a PostgreSQL that is reachable only after `open`. */
async function lateProxy(url: string) {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString: url });
  const real = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = createServer((socket) => {
    const inside = connect(real);
    socket.pipe(inside).pipe(socket);
    for (const end of [socket, inside]) end.on("error", () => {});
  });
  const databasePort = await freePort();
  return {
    url: `postgresql://${user}:${password ?? ""}@127.0.0.1:${databasePort}/${name}`,
    open: () => new Promise<void>((resolve) => proxy.listen(databasePort, "127.0.0.1", resolve)),
    close: () => proxy.close(),
  };
}
