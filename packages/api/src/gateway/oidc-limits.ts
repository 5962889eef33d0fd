import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { LimitedDeps } from "../deps.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import type { LimitReached } from "../limits/limit.port.ts";
import { oidcPaths } from "../oidc/oidc-path.rule.ts";
import type { OidcProviders } from "../oidc/oidc-providers.adapter.ts";
import type { ProviderRequest } from "../oidc/provider-request.ts";
import { busyResponse } from "./busy-page.message.ts";
import type { GatewayContext, GatewayRequestContext } from "./gateway-request-context.rule.ts";

type OidcLimitDeps = LimitedDeps<"database"> & { oidcProviders: OidcProviders };

/**
 * Counts the requests that store something before anybody has proven who they are: those of people, and the pushed ones
 * of public and unknown applications.
 */
export async function refuseByLimit(
  { database, limits, oidcProviders }: OidcLimitDeps,
  context: GatewayContext,
  path: string,
): Promise<Response | undefined> {
  const { brand, origin, clientIp: subject } = context.get("requestContext");
  if (path !== oidcPaths.authorize && path !== oidcPaths.push) return undefined;
  if (path === oidcPaths.push) {
    const clientId = new URLSearchParams(await context.req.raw.clone().text()).get("client_id");
    const client = oidcProviders.clientsOf({ brand, origin }).find(({ id }) => id === clientId);
    if (clientId === null || client?.type === "confidential") return undefined;
  }
  const counted = await limits.consume(database, { limit: "oidcAuthorizeClientIp", subject });
  if (counted.kind === "allowed") return undefined;
  if (path === oidcPaths.push) return tooManyRequests(context, counted);
  const { body, status, headers } = busyResponse(brand, preferredLanguage(context.req.raw, brand));
  return context.body(body, status, headers);
}

export function tooManyRequests(context: GatewayContext, { retryAfterSeconds }: LimitReached): Response {
  return context.json({ error: "temporarily_unavailable" }, 429, { "retry-after": String(retryAfterSeconds) });
}

/**
 * Counts a wrong secret by its application, which a right one passes, so that another's guesses cannot stop it. Codes
 * and tokens of a public application, and unknown applications, are counted by network too.
 */
export async function countRefusal(
  { database, limits }: OidcLimitDeps,
  { brand, clientIp }: GatewayRequestContext,
  { error, clientId, isPublic }: NonNullable<ProviderRequest["refused"]>,
): Promise<LimitReached | undefined> {
  const isGuess = error === "invalid_client" || (isPublic && error === "invalid_grant");
  if (!isGuess) return undefined;
  const application = JSON.stringify([brand.id, clientId]);
  const counted = await limits.consume(
    database,
    clientId === undefined || isPublic
      ? { limit: "oidcPublicRefused", subject: `${application} ${clientNetwork(clientIp)}` }
      : { limit: "oidcClientRefused", subject: application },
  );
  return counted.kind === "exceeded" ? counted : undefined;
}
