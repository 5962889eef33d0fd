import { afterEach, describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { proxiedDatabase } from "../../../../test/proxied-database.ts";
import { openDatabase } from "../platform/database.adapter.ts";
import { Application, belair, callback, clientSecret, follow } from "./test/application.ts";
import { createOidcTestApi, oidcServer, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [healthy] = testApi.servers;
const proxied = closeAfterTests(await proxiedDatabase(testApi));
/** A server whose connections can be broken, with the timeouts of the product. */
const { database, pool } = openDatabase({ url: proxied.url, poolSize: 4 });
closeAfterTests({ close: () => database.destroy() });
const server = oidcServer({ ...testApi.deps, database });
const application = await Application.discover(healthy);

const outages = {
  "is away": { start: proxied.disconnect, end: proxied.reconnect },
  "does not answer": { start: proxied.proxy.freeze, end: proxied.proxy.thaw },
  "is read-only": {
    start: () => alterDatabase("set default_transaction_read_only = on"),
    end: () => alterDatabase("reset default_transaction_read_only"),
  },
  "is full": { start: fillDisk, end: emptyDisk },
};

async function alterDatabase(change: string) {
  const { rows } = await testApi.pool.query("select quote_ident(current_database()) as name");
  await testApi.pool.query(`alter database ${rows[0].name} ${change}`);
  proxied.proxy.resetConnections();
}

/** Makes each write fail with the code of a full disk. */
async function fillDisk() {
  await testApi.pool.query(`
    create or replace function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on oidc_artifact execute function refuse_write();
    create trigger full_disk before insert or update on limit_window execute function refuse_write();
    create trigger full_disk before insert or update on gateway_session execute function refuse_write()`);
}

async function emptyDisk() {
  for (const table of ["oidc_artifact", "limit_window", "gateway_session"])
    await testApi.pool.query(`drop trigger if exists full_disk on ${table}`);
}

afterEach(async () => {
  for (const { end } of Object.values(outages)) await end();
});

async function signedIn() {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(healthy);
  const { url, verifier } = await application.start({ scope: "openid offline_access", prompt: "consent" });
  const back = new URL(await signInFor(browser, url, email));
  return { cookie: browser.cookieHeader, code: back.searchParams.get("code") ?? "", verifier };
}

const send = (path: string, init: RequestInit = {}) => server.fetch(new Request(`${belair}${path}`, init));

describe.each(Object.entries(outages))("while the database %s", (_name, { start, end }) => {
  test("F-36 shows people a page in both languages that repeats the request", async () => {
    const { cookie } = await signedIn();
    const { url } = await application.start();
    const target = `${url.pathname}${url.search}`;
    const paths = [target, "/oidc/logout?state=s", "/oidc/interaction/an-interaction-of-twenty-or-more"];
    await start();
    for (const path of paths) {
      const response = await send(path, { headers: { accept: "text/html", cookie } });
      const page = await response.text();
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(page).toContain("This page isn’t available right now");
      expect(page).toContain("Cette page n’est pas disponible pour le moment");
      expect(page).toContain(`href="${path.replaceAll("&", "&amp;")}"`);
    }
    await end();
    await expect.poll(async () => (await send(target, { headers: { cookie } })).status, { timeout: 15_000 }).toBe(303);
  });

  test("F-36 answers applications temporarily_unavailable, and its keys and metadata as ever", async () => {
    const { cookie, code, verifier: code_verifier } = await signedIn();
    const form = { client_id: "claims", client_secret: clientSecret, code, code_verifier, redirect_uri: callback };
    const exchange = () =>
      send("/oidc/token", {
        method: "POST",
        body: new URLSearchParams({ ...form, grant_type: "authorization_code" }),
        headers: { accept: "application/json" },
      });
    await start();
    const response = await exchange();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toEqual({ error: "temporarily_unavailable" });
    for (const path of ["/oidc/jwks", "/oidc/.well-known/openid-configuration"])
      expect((await send(path, { headers: { cookie } })).status).toBe(200);
    await end();
    await expect.poll(async () => (await exchange()).status, { timeout: 15_000 }).toBe(200);
  });
});

test("F-36 logs an outage as one line a minute, with the number of requests", async () => {
  testApi.logged.length = 0;
  const { fetch } = oidcServer({ ...testApi.deps, database });
  await outages["is away"].start();
  const { url } = await application.start();
  for (let count = 0; count < 20; count += 1) expect((await fetch(new Request(url))).status).toBe(503);
  const lines = testApi.logged.map((line) => JSON.parse(line));
  expect(lines).toEqual([expect.objectContaining({ level: "error", event: "oidc.unavailable", count: 1 })]);
  expect(pool.totalCount).toBeLessThanOrEqual(4);
  await follow(openBrowser(healthy), url.href);
});
