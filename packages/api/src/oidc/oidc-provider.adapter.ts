import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type AcrLevel, acrLevels, oidcScopes, plainLoopback } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { decodeJwt, type JWK } from "jose";
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import type { FallbackDocument } from "../platform/fallback-page.message.ts";
import { asksForStronger, isAcrAllowed, reachesMinimum } from "./authentication-context.rule.ts";
import { readAccountClaims } from "./claims.store.ts";
import { clientMetadata } from "./client-metadata.rule.ts";
import { assertClaimsAllowed, consentPrompt, loadGrant } from "./consent.adapter.ts";
import { checkAssertionTimes, issueInDatabaseTime, moveTokenToDatabaseTime } from "./library-time.adapter.ts";
import { oidcAdapter } from "./oidc-adapter.adapter.ts";
import { oidcErrorPage, oidcFormPostPage, oidcLoginPage, oidcSignOutPage } from "./oidc-page.message.ts";
import { interactionPath, oidcPath } from "./oidc-path.rule.ts";
import { presentClaims } from "./present-claims.ts";
import { providerRequests } from "./provider-request.ts";
import { claimsOfScopes, requestedScopes } from "./requested-scopes.rule.ts";
import { resourceIndicators } from "./resource-server.rule.ts";
import { allowTokenExchange } from "./token-exchange.adapter.ts";
import { languageOf } from "./ui-locales.rule.ts";

export type { RegisteredClient } from "./client-metadata.rule.ts";

export type OidcProviderDeps = Pick<
  ApiDeps,
  "database" | "directory" | "keys" | "random" | "oidcClients" | "oidcResources"
>;

const hours = 3600;
/** The largest difference between a server's clock and the database's at which applications are still served. */
const clockDifferenceSeconds = 15 * 60;

/** Creates the OpenID provider of one brand at one origin. */
export function createOidcProvider(
  deps: OidcProviderDeps,
  { brand, origin, keys }: { brand: Brand; origin: string; keys: JWK[] },
): Provider {
  const issuer = `${origin}${oidcPath}`;
  const findClient = (id: string | undefined) => deps.oidcClients(brand, origin).find((client) => client.id === id);
  const consentDeps = { database: deps.database, isThirdParty: (id: string) => findClient(id)?.thirdParty ?? false };
  const provider = new Provider(issuer, {
    adapter: oidcAdapter(deps, issuer),
    clients: deps.oidcClients(brand, origin).map(clientMetadata),
    jwks: { keys },
    findAccount: async (_ctx, accountId, token) => {
      // The application's file may have begun to demand a stronger sign-in since the token was issued.
      const isRefresh = token?.kind === "RefreshToken" && "acr" in token;
      if (isRefresh && !reachesMinimum(findClient(token.clientId)?.minimumAcr, token.acr)) return undefined;
      const claims = await readAccountClaims(deps.database, { accountId, brandId: brand.id });
      if (claims === undefined) return undefined;
      const present = (scope: string) => presentClaims(deps, { brand, accountId, claims, scope });
      return { accountId, claims: async (_use, scope) => ({ sub: accountId, ...(await present(scope)) }) };
    },
    ...protocol,
    ...pages(brand),
    loadExistingGrant: (ctx) => loadGrant(consentDeps, ctx),
    interactions: {
      policy: promptPolicy((id) => findClient(id)?.minimumAcr, consentPrompt(consentDeps)),
      url: (_ctx, { uid }) => `${interactionPath}/${uid}`,
    },
    features: {
      ...features(brand),
      resourceIndicators: resourceIndicators(deps.oidcResources(brand, origin), () => deps.oidcClients(brand, origin)),
    },
  });
  provider.silent = true;
  allowTokenExchange(provider, deps);
  provider.use(async (ctx, next) => {
    await next();
    const successor = providerRequests.getStore()?.successor;
    const isToken = (ctx as KoaContextWithOIDC).oidc?.route === "token" && ctx.status === 200;
    if (successor !== undefined && isToken) ctx.body = { ...(ctx.body as object), refresh_token: successor };
    const form = formOf(ctx as KoaContextWithOIDC);
    if (form === undefined) return;
    // The library answers a refusal with the status of an error, whose page a proxy may replace.
    ctx.status = 200;
    send(ctx, oidcFormPostPage({ brand, request: requestOf(ctx as KoaContextWithOIDC), form }));
  });
  issueInDatabaseTime(provider, keys);
  const recordFault = (fault: Error) => {
    const request = providerRequests.getStore();
    if (request) request.fault ??= fault;
  };
  provider.on("server_error", (_ctx, fault) => recordFault(fault));
  // Faults after the response was prepared, such as in saving the session. The library's types omit this event.
  (provider as EventEmitter).on("error", recordFault);
  const recordRefusal = ({ oidc }: KoaContextWithOIDC, fault: errors.OIDCProviderError) => {
    const request = providerRequests.getStore();
    const client = oidc?.client;
    const isPublic = client?.clientAuthMethod === "none";
    const reason = [fault.error_description, fault.error_detail].filter(Boolean).join(": ");
    if (request) request.refused = { error: fault.error, reason, clientId: client?.clientId, isPublic };
  };
  provider.on("authorization.error", recordRefusal);
  provider.on("grant.error", recordRefusal);
  provider.on("revocation.error", recordRefusal);
  provider.on("introspection.error", recordRefusal);
  provider.on("pushed_authorization_request.error", recordRefusal);
  provider.on("userinfo.error", recordRefusal);
  provider.on("end_session.error", recordRefusal);
  provider.on("end_session_confirm.error", recordRefusal);
  provider.on("authorization.success", ({ oidc }) => {
    const request = providerRequests.getStore();
    const clientId = oidc.client?.clientId;
    const accountId = oidc.session?.accountId;
    if (request && clientId && accountId) request.authorized = { clientId, accountId, scopes: requestedScopes(oidc) };
  });
  provider.on("end_session.success", () => {
    const request = providerRequests.getStore();
    if (request) request.signedOut = true;
  });
  return provider;
}

/** The form of a response with `response_mode=form_post`, from the library's page, whose script the policy forbids. */
function formOf({ body, oidc }: KoaContextWithOIDC): string | undefined {
  if (oidc?.params?.response_mode !== "form_post" || typeof body !== "string") return undefined;
  const [, action, fields] = /<form method="post" action="([^"]*)">((?:\s*<input [^>]*>)*)/.exec(body) ?? [];
  return action && `<form id="response" method="post" action="${action}">${fields}</form>`;
}

/**
 * Prompts of the provider. `acr_values` asks for a stronger sign-in once, because it is voluntary; the minimum of the
 * application's file is not.
 */
function promptPolicy(
  minimumOf: (clientId: string | undefined) => AcrLevel | undefined,
  consent: interactionPolicy.Prompt,
) {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(consent);
  const { Check } = interactionPolicy;
  const isRequested = ({ oidc }: KoaContextWithOIDC) =>
    !oidc.prompts.has("none") && !oidc.result?.login && asksForStronger(oidc.params?.acr_values, oidc.acr);
  const minimumOfClient = ({ oidc }: KoaContextWithOIDC) => minimumOf(oidc.client?.clientId);
  const isBelowMinimum = (ctx: KoaContextWithOIDC) => !reachesMinimum(minimumOfClient(ctx), ctx.oidc.acr);
  const details = (ctx: KoaContextWithOIDC) => ({ minimumAcr: minimumOfClient(ctx) });
  const checks = policy.get("login")?.checks;
  checks?.add(new Check("acr_values", "a stronger sign-in is requested", isRequested));
  const description = "the application accepts only a stronger sign-in";
  checks?.add(new Check("minimum_acr", description, "login_required", isBelowMinimum, details));
  checks?.add(new Check("other_person", "another person is requested", refuseOtherPerson));
  return policy;
}

/**
 * Refuses a person who has signed in where the request names another one (OpenID Connect Core 3.1.2.2). The library
 * reads an ID token's hint before the sign-in alone, and asks for a `sub` of `claims` without end.
 */
function refuseOtherPerson(ctx: KoaContextWithOIDC): boolean {
  const { oidc } = ctx;
  const { client, session, params, claims } = oidc;
  if (!oidc.result?.login || client === undefined || session?.accountId === undefined) return false;
  // The library has verified the hint before the person was asked to sign in.
  const hint = typeof params?.id_token_hint === "string" ? decodeJwt(params.id_token_hint).sub : undefined;
  const sub = protocol.pairwiseIdentifier(ctx, session.accountId, client);
  if ([hint, claims.id_token?.sub?.value].every((named) => named === undefined || named === sub)) return false;
  throw new errors.LoginRequired("another person has signed in than the request names");
}

/** The origin of a page; on loopback without the port, which does not count in redirect URLs either. */
function corsOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url !== null && plainLoopback.test(`${url.origin}/`)) url.port = "";
  return url?.origin;
}

const protocol = {
  scopes: ["openid", ...oidcScopes],
  claims: claimsOfScopes,
  conformIdTokenClaims: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  acrValues: [...acrLevels],
  responseTypes: ["code"],
  subjectTypes: ["pairwise"],
  clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
  enabledJWA: {
    idTokenSigningAlgValues: ["RS256", "ES256"],
    clientAuthSigningAlgValues: ["RS256", "PS256", "ES256"],
  },
  formats: { customizers: { jwt: (ctx, _token, { payload }) => completeApiToken(ctx, payload) } },
  pkce: { required: () => true },
  // The insurer's own files say which host counts; the previous host may be gone.
  sectorIdentifierUriValidate: () => false,
  // A person has another subject in each application, and keeps it when keys are rotated.
  pairwiseIdentifier: (_ctx, accountId, { sectorIdentifier }) =>
    createHash("sha256")
      .update(JSON.stringify([sectorIdentifier, accountId]))
      .digest("base64url"),
  rotateRefreshToken: () => providerRequests.getStore()?.successor === undefined,
  // The database decides deadlines; the library compares them again with this process's clock, which may be off.
  clockTolerance: clockDifferenceSeconds,
  assertJwtClientAuthClaimsAndHeader: (_ctx, claims) => checkAssertionTimes(claims),
  clientBasedCORS: (_ctx, origin, { redirectUris }) =>
    // A page with a hidden origin and an app's own scheme both have the origin "null".
    origin !== "null" && (redirectUris ?? []).some((url) => corsOrigin(url) === corsOrigin(origin)),
  // Without the library's guard against private networks: the URLs are the insurer's own.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  routes: { authorization: "/authorize", end_session: "/logout", pushed_authorization_request: "/par" },
  cookies: { names: { session: "session", interaction: "interaction", resume: "resume" } },
  ttl: {
    AuthorizationCode: 60,
    AccessToken: ttl.oidcAccessTokenMinutes * 60,
    IdToken: ttl.oidcAccessTokenMinutes * 60,
    Interaction: ttl.oidcInteractionMinutes * 60,
    Session: ttl.gatewayAbsoluteMinutes * 60,
    RefreshToken: ttl.oidcRefreshTokenDays * 24 * hours,
    Grant: ttl.oidcRefreshTokenDays * 24 * hours,
  },
} satisfies Configuration;

/** Adds the person's sign-in to a token that an API checks by itself (RFC 9068 2.2.1). */
function completeApiToken({ oidc }: KoaContextWithOIDC, payload: Record<string, unknown>): void {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities;
  const { acr, amr, authTime } = code ?? refreshToken ?? {};
  Object.assign(payload, { acr, amr, auth_time: authTime });
  moveTokenToDatabaseTime(payload);
}

function send(ctx: Pick<KoaContextWithOIDC, "set" | "body">, { headers, body }: FallbackDocument): void {
  ctx.set({ ...headers });
  ctx.body = body;
}

function pages(brand: Brand): Configuration {
  return {
    renderError: (ctx, { error }) => {
      const action = ctx.oidc?.route?.startsWith("end_session") ? "signOut" : "signIn";
      send(ctx, oidcErrorPage({ brand, request: requestOf(ctx), error, action }));
    },
  };
}

function features(brand: Brand): NonNullable<Configuration["features"]> {
  return {
    devInteractions: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    introspection: {
      enabled: true,
      // An application asks about its own tokens; a public one cannot prove that it asks.
      allowedPolicy: (_ctx, client, token) => client.clientAuthMethod !== "none" && token.clientId === client.clientId,
    },
    claimsParameter: {
      enabled: true,
      assertClaimsParameter: ({ oidc }, claims, client) => {
        const acr = claims.id_token?.acr;
        if (!isAcrAllowed(acr, acrLevels)) throw new errors.UnmetAuthenticationRequirements();
        // The library would put the voluntary `acr_values` in the place of an essential `acr`.
        if (acr?.essential && oidc.params) oidc.params.acr_values = undefined;
        assertClaimsAllowed(claims, client);
      },
    },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => send(ctx, oidcSignOutPage({ brand, request: requestOf(ctx), form })),
      postLogoutSuccessSource: (ctx) => send(ctx, oidcLoginPage({ brand, request: requestOf(ctx) }, "signedOut")),
    },
  };
}

/** URL and headers for choosing a language; `ui_locales` counts like a query with the language. */
function requestOf({ oidc, req }: KoaContextWithOIDC): { url: string; headers: Headers } {
  const language = languageOf(oidc?.params?.ui_locales) ?? "";
  const headers = new Headers();
  for (const name of ["cookie", "accept-language"] as const) headers.set(name, req.headers[name] ?? "");
  return { url: `http://portal/?language=${language}`, headers };
}
