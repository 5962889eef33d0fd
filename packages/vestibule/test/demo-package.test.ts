import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testSecret } from "../../../test/book-file.ts";
import { testDatabase } from "../../../test/database.ts";
import { type ServerOptions, type SpawnedServer, spawnServer, temporaryFolder } from "./spawned-server.ts";

const folder = temporaryFolder();
const database = await testDatabase();
const servers: SpawnedServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end("SIGKILL")));
  await database.close();
  folder.remove();
});

const secretNames = ["TOKEN_SECRETS", "HASH_SECRETS", "LOOKUP_SECRETS", "COOKIE_SECRETS", "AUDIT_SECRETS"];
const production = {
  NODE_ENV: "production",
  BRANDS: "belair",
  ...Object.fromEntries(secretNames.map((name) => [name, testSecret(name)])),
};

/** Starts a server whose module loader runs `hooks`, the argument of `registerHooks`. */
async function serveWithHooks(hooks: string, { environment, ...options }: ServerOptions): Promise<SpawnedServer> {
  const script = `import { registerHooks } from "node:module"; import { appendFileSync } from "node:fs"; registerHooks(${hooks});`;
  const server = await spawnServer({
    ...options,
    environment: {
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    },
  });
  servers.push(server);
  return server;
}

test("A-197 production loads no file of the demo and has no pages under /demo", async () => {
  const file = join(folder.path, "modules");
  const record = `{ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + "\\n"); return next(url, context); } }`;
  const server = await serveWithHooks(record, { environment: production });
  const modules = readFileSync(file, "utf8").split("\n");
  expect(modules.filter((url) => url.endsWith("/packages/vestibule/src/serve/open-server.ts"))).toHaveLength(1);
  expect(modules.filter((url) => url.includes("/packages/demo/"))).toEqual([]);
  for (const path of ["screens.json", "screens/login", "screens/create", "outbox.json"])
    expect((await fetch(`${server.url}/demo/${path}`)).status, path).toBe(404);
});

test("demo mode does not start without the demo's package and names it", async () => {
  // From the root folder, no package is found.
  const missing = `{ resolve: (name, context, next) => next(name, name === "@vestibule/demo" ? { ...context, parentURL: "file:///" } : context) }`;
  const server = await serveWithHooks(missing, { environment: { DEMO: "1" }, waitFor: "nothing" });
  expect((await server.exited).code).toBe(1);
  expect(server.output()).toContain("demo mode needs the package @vestibule/demo");
});
