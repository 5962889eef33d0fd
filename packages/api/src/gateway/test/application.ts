import { exportJWK, generateKeyPair } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomPKCECodeVerifier,
  refreshTokenGrant,
} from "openid-client";
import type { RegisteredClient } from "../../oidc/oidc-provider.adapter.ts";
import type { Browser } from "./browser.ts";

export const belair = "http://belair.localhost:3000";
export const intact = "http://intact.localhost:3000";
export const callback = "https://claims.example/callback";
export const afterLogout = "https://claims.example/bye";
export const clientSecret = "the-secret-of-the-claims-application";

export const claims: RegisteredClient = {
  id: "claims",
  name: { en: "Claims", fr: "Réclamations" },
  type: "confidential",
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  scopes: ["email", "profile", "policies", "offline_access"],
  secret: clientSecret,
};
/** Runs in the browser, on another host. */
export const publicClient: RegisteredClient = {
  ...claims,
  id: "quotes",
  type: "public",
  redirectUris: ["https://quotes.example/callback"],
  secret: undefined,
};

export const clientKeys = await generateKeyPair("ES256", { extractable: true });
/** Authenticates by `private_key_jwt`. */
export const keyClient: RegisteredClient = {
  ...claims,
  id: "with-key",
  secret: undefined,
  jwks: { keys: [{ ...(await exportJWK(clientKeys.publicKey)), kty: "EC", alg: "ES256" }] },
};
/** A request that an application may push. */
export const pushedParameters = {
  response_type: "code",
  redirect_uri: callback,
  scope: "openid",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbwTT4DKbZXI",
  code_challenge_method: "S256",
};
/** The body of a request that `keyClient` pushes with an assertion. */
export const pushedWith = (assertion: string) =>
  new URLSearchParams({
    ...pushedParameters,
    client_id: keyClient.id,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  });

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

  /** Reads the provider's metadata. `fetch` calls the server under test. */
  static async discover(
    { fetch }: { fetch(request: Request): Response | Promise<Response> },
    origin = belair,
    client: Pick<RegisteredClient, "id" | "secret" | "redirectUris"> = claims,
  ): Promise<Application> {
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

  /** Starts a sign-in: returns its URL, and what the application keeps until the person returns. */
  async start(parameters: Record<string, string> = {}) {
    const { verifier, request } = await this.#requestFor(parameters);
    return { url: buildAuthorizationUrl(this.configuration, request), verifier };
  }

  /** Starts a sign-in by a pushed request (RFC 9126). */
  async push(parameters: Record<string, string> = {}) {
    const { verifier, request } = await this.#requestFor(parameters);
    return { url: await buildAuthorizationUrlWithPAR(this.configuration, request), verifier };
  }

  async #requestFor(parameters: Record<string, string>) {
    const verifier = randomPKCECodeVerifier();
    return {
      verifier,
      request: {
        redirect_uri: this.redirectUri,
        scope: "openid email profile policies",
        state: "kept-state",
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...parameters,
      },
    };
  }

  finish(returned: string, verifier: string) {
    return authorizationCodeGrant(this.configuration, new URL(returned), {
      pkceCodeVerifier: verifier,
      expectedState: "kept-state",
      idTokenExpected: true,
    });
  }

  refresh(refreshToken = "") {
    return refreshTokenGrant(this.configuration, refreshToken);
  }

  /** Signs in the person of a browser whose session is active, and returns the tokens. */
  async signInAgain(browser: Browser, parameters: Record<string, string> = {}) {
    const { url, verifier } = await this.start(parameters);
    return this.finish(await follow(browser, url.href, this.origin), verifier);
  }
}

/** Pages of the portal, which the server under test does not serve. */
const portalPages = ["/webseal.do", "/two-factor"];

/** Follows redirects within the portal and returns the URL of the first one that leaves it, or that is no redirect. */
export async function follow(browser: Browser, url: string, origin = belair): Promise<string> {
  let next = url;
  for (let redirects = 0; redirects < 6; redirects += 1) {
    const { origin: target, pathname, search } = new URL(next, origin);
    if (target === origin && pathname === "/") return loginPageOf(new URL(next, origin));
    if (target !== origin || portalPages.includes(pathname)) return new URL(next, origin).href;
    const response = await browser.send("GET", `${pathname}${search}`, { headers: { accept: "text/html" } });
    const location = response.headers.get("location");
    if (location === null) {
      const page = await response.text();
      browser.interaction = /href="\/\?interaction=([\w-]+)/.exec(page)?.[1] ?? browser.interaction;
      return `${response.status} ${page}`;
    }
    next = location;
  }
  return next;
}

/** URL of a login page without its interaction, which the browser keeps. */
function loginPageOf(url: URL): string {
  url.searchParams.delete("interaction");
  return url.href;
}
