import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomPKCECodeVerifier,
} from "openid-client";
import { openPatiently } from "../../../../../test/database.ts";
import { collectStatements } from "../../../../../test/query-plans.ts";
import type { ApiDeps } from "../../deps.ts";
import type { RegisteredClient } from "../../oidc/oidc-provider.adapter.ts";
import { type OidcProviders, oidcProviders } from "../../oidc/oidc-providers.adapter.ts";
import { gatewayRoutes } from "../gateway.route.ts";
import { oidcRoutes } from "../oidc.route.ts";
import { Browser } from "./browser.ts";
import { createGatewayTestApi, type GatewayTestApi, password } from "./gateway-test-api.ts";

export const belair = "http://belair.localhost:3000";
export const intact = "http://intact.localhost:3000";
export const callback = "https://claims.example/callback";
export const afterLogout = "https://claims.example/bye";
export const clientSecret = "the-secret-of-the-claims-application";

const claims: RegisteredClient = {
  id: "claims",
  name: { en: "Claims", fr: "Réclamations" },
  type: "confidential",
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  scopes: ["email", "profile", "policies", "offline_access"],
  secret: clientSecret,
};
/** Runs in the browser, on another host. */
const quotes: RegisteredClient = {
  ...claims,
  id: "quotes",
  type: "public",
  redirectUris: ["https://quotes.example/callback"],
  secret: undefined,
};

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

/** The gateway and the provider over the dependencies of a test API. `more`: further applications of every brand. */
export function oidcServer(deps: ApiDeps, more: readonly RegisteredClient[] = []): OidcServer {
  const oidcClients = ({ id }: Pick<Brand, "id">) => [claims, quotes, ...(id === "belair" ? [travel] : []), ...more];
  const withProviders = { ...deps, oidcProviders: oidcProviders({ ...deps, oidcClients }) };
  const app = new Hono().route("/", gatewayRoutes(withProviders)).route("/", oidcRoutes(withProviders));
  return { deps: withProviders, fetch: (request) => app.fetch(request) };
}

export async function createOidcTestApi(
  more: Partial<ApiDeps> = {},
  clients: readonly RegisteredClient[] = [],
): Promise<OidcTestApi> {
  const testApi = await createGatewayTestApi(more);
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

/** An application that signs people in, with the library of another author. */
export class Application {
  readonly configuration: Configuration;
  readonly redirectUri: string;
  readonly origin: string;

  private constructor(configuration: Configuration, { redirectUri, origin }: { redirectUri: string; origin: string }) {
    this.configuration = configuration;
    this.redirectUri = redirectUri;
    this.origin = origin;
  }

  /** `fetch`: of the server that it calls. */
  static async discover({ fetch }: Pick<OidcServer, "fetch">, origin = belair, client = claims): Promise<Application> {
    const call = async (url: string, options: object) => fetch(new Request(url, options as RequestInit));
    const configuration = await discovery(
      new URL(`${origin}/oidc`),
      client.id,
      client.secret,
      client.secret === undefined ? None() : undefined,
      { execute: [allowInsecureRequests], [customFetch]: call },
    );
    return new Application(configuration, { redirectUri: client.redirectUris[0] ?? "", origin });
  }

  /** The URL that signs a person in, and what the application keeps until they return. */
  async start(parameters: Record<string, string> = {}) {
    const verifier = randomPKCECodeVerifier();
    const url = buildAuthorizationUrl(this.configuration, {
      redirect_uri: this.redirectUri,
      scope: "openid email profile policies",
      state: "kept-state",
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...parameters,
    });
    return { url, verifier };
  }

  finish(returned: string, verifier: string) {
    return authorizationCodeGrant(this.configuration, new URL(returned), {
      pkceCodeVerifier: verifier,
      expectedState: "kept-state",
      idTokenExpected: true,
    });
  }

  /** Signs in the person of a browser whose session is active, and returns the tokens. */
  async signInAgain(browser: Browser, parameters: Record<string, string> = {}) {
    const { url, verifier } = await this.start(parameters);
    return this.finish(await follow(browser, url.href), verifier);
  }
}

export const publicClient = quotes;

export const openBrowser = ({ fetch }: Pick<OidcServer, "fetch">, origin = belair) =>
  new Browser((request) => fetch(request), origin);

/** Follows redirects within the portal and returns the URL of the first one that leaves it, or that is no redirect. */
export async function follow(browser: Browser, url: string, origin = belair): Promise<string> {
  let next = url;
  for (let redirects = 0; redirects < 6; redirects += 1) {
    const { origin: target, pathname, search } = new URL(next, origin);
    if (target !== origin || pathname === "/" || pathname === "/webseal.do") return new URL(next, origin).href;
    const response = await browser.send("GET", `${pathname}${search}`, { headers: { accept: "text/html" } });
    const location = response.headers.get("location");
    if (location === null) return `${response.status} ${await response.text()}`;
    next = location;
  }
  return next;
}

/** Arrives from an application without a session, signs in, and returns the URL that leads back to the application. */
export async function signInFor(browser: Browser, url: URL, email: string, origin = belair): Promise<string> {
  await follow(browser, url.href, origin);
  const response = await browser.signIn(email, password);
  return follow(browser, response.headers.get("location") ?? "", origin);
}
