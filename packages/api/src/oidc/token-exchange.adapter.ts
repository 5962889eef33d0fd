import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { errors, type Provider, type TokenEndpointGrantContext } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import { issueHandover } from "./handover.store.ts";
import { providerRequests } from "./provider-request.ts";

/** Grant of RFC 8693. */
export const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";
const refreshTokenType = "urn:ietf:params:oauth:token-type:refresh_token";
/** Type of the token that a browser opens a session with. */
export const handoverType = "urn:vestibule:token-type:handover";

interface ExchangeParams {
  subject_token?: string;
  subject_token_type?: string;
  requested_token_type?: string;
  actor_token?: string;
}

/**
 * Lets an application exchange its refresh token for a token with which its person's browser opens a session. It takes
 * no access token, because an application sends those to APIs.
 */
export function allowTokenExchange(provider: Provider, deps: Pick<ApiDeps, "database" | "keys" | "random">): void {
  provider.registerGrantType<ExchangeParams>(
    tokenExchange,
    async (ctx) => {
      const token = await findSubject(provider, ctx);
      const { accountId, clientId = "", grantId = "", acr, amr, authTime } = token;
      const issued = await issueHandover(deps, provider.issuer, { accountId, clientId, grantId, acr, amr, authTime });
      ctx.body = {
        access_token: issued,
        issued_token_type: handoverType,
        token_type: "N_A",
        expires_in: ttl.oidcHandoverSeconds,
      };
    },
    ["subject_token", "subject_token_type", "requested_token_type", "actor_token"],
  );
}

/** Finds the refresh token to exchange, which is still the application's newest. It is not used up. */
async function findSubject(provider: Provider, { oidc }: TokenEndpointGrantContext<ExchangeParams>) {
  const { params, client } = oidc;
  if (params.subject_token === undefined) throw new errors.InvalidRequest("missing required parameter subject_token");
  if (params.subject_token_type !== refreshTokenType)
    throw new errors.InvalidRequest(`subject_token_type is ${refreshTokenType}`);
  if ((params.requested_token_type ?? handoverType) !== handoverType)
    throw new errors.InvalidRequest(`requested_token_type is ${handoverType}`);
  if (params.actor_token !== undefined) throw new errors.InvalidRequest("no actor_token is accepted");
  const token = await provider.RefreshToken.find(params.subject_token);
  const isReplaced = providerRequests.getStore()?.successor !== undefined;
  if (token === undefined || token.clientId !== client.clientId || !token.isValid || isReplaced)
    throw new errors.InvalidGrant("subject_token is not valid");
  const grant = await provider.Grant.find(token.grantId ?? "");
  if (grant?.accountId !== token.accountId) throw new errors.InvalidGrant("the application's access has ended");
  return token;
}
