import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { openPatiently } from "../../../../../test/database.ts";
import { collectStatements } from "../../../../../test/query-plans.ts";
import type { ApiDeps } from "../../deps.ts";
import type { RegisteredClient } from "../../oidc/oidc-provider.adapter.ts";
import { type OidcProviders, oidcProviders } from "../../oidc/oidc-providers.adapter.ts";
import { gatewayRoutes } from "../gateway.route.ts";
import { oidcRoutes } from "../oidc.route.ts";
import { belair, claims, follow, publicClient } from "./application.ts";
import { Browser } from "./browser.ts";
import { createGatewayTestApi, type GatewayTestApi, password } from "./gateway-test-api.ts";

export interface OidcTestApi extends GatewayTestApi {
  /** Two servers on one database, each with its own connections and providers. */
  servers: readonly [OidcServer, OidcServer];
}

export interface OidcServer {
  deps: ApiDeps & { oidcProviders: OidcProviders };
  fetch(request: Request): Response | Promise<Response>;
}

/** An application that Belair alone has. */
const travel: RegisteredClient = { ...claims, id: "travel" };

/** Applications of a brand; `more`: further ones of every brand. */
const clientsOf =
  (more: readonly RegisteredClient[] = []) =>
  ({ id }: Pick<Brand, "id">) => [claims, publicClient, ...(id === "belair" ? [travel] : []), ...more];

/** The gateway and the provider over the dependencies of a test API. `more`: further applications of every brand. */
export function oidcServer(deps: ApiDeps, more: readonly RegisteredClient[] = []): OidcServer {
  const withProviders = { ...deps, oidcProviders: oidcProviders({ ...deps, oidcClients: clientsOf(more) }) };
  const app = new Hono().route("/", gatewayRoutes(withProviders)).route("/", oidcRoutes(withProviders));
  return { deps: withProviders, fetch: (request) => app.fetch(request) };
}

export async function createOidcTestApi(
  more: Partial<ApiDeps> = {},
  clients: readonly RegisteredClient[] = [],
): Promise<OidcTestApi> {
  const testApi = await createGatewayTestApi({ oidcClients: clientsOf(clients), ...more });
  const second = openPatiently(testApi.url);
  collectStatements(second.pool);
  return {
    ...testApi,
    servers: [oidcServer(testApi.deps, clients), oidcServer({ ...testApi.deps, database: second.database }, clients)],
    close: async () => {
      await second.database.destroy();
      await testApi.close();
    },
  };
}

export const openBrowser = ({ fetch }: Pick<OidcServer, "fetch">, origin = belair) =>
  new Browser((request) => fetch(request), origin);

/** Asks the provider about the person of an access token, as an application does. */
export async function userInfo({ fetch }: Pick<OidcServer, "fetch">, accessToken: string, origin = belair) {
  return fetch(new Request(`${origin}/oidc/me`, { headers: { authorization: `Bearer ${accessToken}` } }));
}

/** Arrives from an application without a session, signs in, and returns the URL that leads back to the application. */
export async function signInFor(browser: Browser, url: URL, email: string, origin = belair): Promise<string> {
  await follow(browser, url.href, origin);
  const response = await browser.signIn(email, password);
  return follow(browser, response.headers.get("location") ?? "", origin);
}
