import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { puzzleIds } from "@vestibule/catalogue/puzzle.table.ts";
import { raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { afterAll, expect } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import pageRoutes from "../../web/app/routes.ts";
import { spawnServer, untilAccepted } from "./spawned-server.ts";

export const serviceCredential = "a-credential-of-the-insurers-own-systems-1";
const host = "belair.localhost";
export const origin = `https://${host}`;

/** A server of a portal, API and gateway for one test file, behind a proxy that ends TLS; until its last test. */
export async function openServerBehindProxy() {
  const database = await testDatabase();
  afterAll(() => database.close());
  const server = await spawnServer({
    environment: {
      DEMO: "1",
      DATABASE_URL: database.url,
      SERVICE_CREDENTIALS: serviceCredential,
      TRUSTED_PROXIES: "127.0.0.1",
      TRUST_FORWARDED_HOST: "1",
    },
  });
  afterAll(() => server.end("SIGKILL"));
  return {
    /** Sends a request as the proxy forwards it, from a new client IP. */
    send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
      const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": host, "x-forwarded-for": randomIp() };
      const sent = { redirect: "manual", ...init, headers: { ...forwarded, ...(headers as object) } } as const;
      return untilAccepted(() => fetch(server.url + path, sent));
    },
    /** Sends a request target as it is, where `fetch` would normalise it. */
    sendRaw(path: string, headers: Record<string, string> = {}) {
      const { hostname, port } = new URL(server.url);
      return untilAccepted(async () => {
        const sent = request({ hostname, port, path, agent: false, headers: { host, ...headers } }).end();
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        return {
          status: response.statusCode ?? 0,
          location: response.headers.location ?? "",
          body: await text(response),
        };
      });
    },
  };
}

const randomIp = () => `203.0.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;

const parameters: Readonly<Record<string, readonly string[]>> = {
  roadblock: raisedRoadblockIds.map((id) => roadblocks[id].path.split("/").at(-1) ?? ""),
  document: ["privacy", "terms", "security", "accessibility"],
  brand: ["belair"],
  form: puzzleIds,
};
/** Every path of the portal, with each value of its parameter. */
export const pages = pageRoutes
  .flatMap(({ children, ...page }) => children ?? [page])
  .map(({ path = "" }) => `/${path.replace(/^\//, "")}`)
  .flatMap(withParameters);

function withParameters(path: string): string[] {
  const [, name] = /:(\w+)/.exec(path) ?? [];
  if (name === undefined) return [path.replace("*", "no-such-page")];
  const values = parameters[name];
  if (values === undefined) throw new Error(`no values of the parameter ${name}`);
  return values.flatMap((value) => withParameters(path.replace(new RegExp(`:${name}\\??`), value)));
}

const isPublic = (path: string) => /^\/(robots\.txt|\.well-known\/security\.txt|brand\/|api\/docs)/.test(path);

/** A picture of a screen, which a page of the team shows in a frame. */
const isFramed = (path: string) => /^\/team\/brands\/\w+\/picture\b/.test(path);

/** Headers that every response has, and those that none has. */
export function expectHeaders(path: string, { status, headers }: Response): void {
  const found = (name: string) => headers.get(name);
  expect(status, path).toBeLessThan(500);
  expect({ ...Object.fromEntries(headers), path }).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("geolocation=()"),
    "strict-transport-security": expect.stringMatching(/^max-age=\d{8,}; includeSubDomains$/),
    "x-request-id": expect.any(String),
    "x-frame-options": isFramed(path) ? "SAMEORIGIN" : "DENY",
  });
  if (!isPublic(path)) expect(found("cache-control"), path).toBe("no-store");
  for (const name of ["server", "x-powered-by", "access-control-allow-credentials"])
    expect(found(name), path).toBeNull();
  // Browser applications read the provider's documents and their own tokens.
  if (!path.startsWith("/oidc/")) expect(found("access-control-allow-origin"), path).toBeNull();
  const policy = (found("content-security-policy") ?? "").split("; ");
  expect(policy, path).toContain("default-src 'none'");
  // A brand's drawing has inline styles and runs nothing.
  if (policy.includes("sandbox")) return;
  const ancestors = isFramed(path) ? "frame-ancestors 'self'" : "frame-ancestors 'none'";
  expect(policy, path).toEqual(expect.arrayContaining([ancestors, "base-uri 'none'"]));
  expect(
    policy.filter((directive) => /unsafe|\*|http:/.test(directive)),
    path,
  ).toEqual([]);
}
