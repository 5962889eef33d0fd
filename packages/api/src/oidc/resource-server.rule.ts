import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { type Configuration, errors } from "oidc-provider";

type ResourceIndicators = NonNullable<NonNullable<Configuration["features"]>["resourceIndicators"]>;

/** Access tokens as JWT (RFC 9068) for the brand's resources that an application's file names (RFC 8707). */
export function resourceIndicators(
  resources: Brand["resources"],
  clients: () => readonly OidcClient[],
): ResourceIndicators {
  return {
    enabled: true,
    // An application that asked for one resource gets its token without naming it again.
    defaultResource: async (_ctx, _client, granted) => (granted?.length === 1 ? granted[0] : granted) ?? [],
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_ctx, indicator, { clientId }) => {
      const resource = resources.find(({ id }) => id === indicator);
      const allowed = clients().find(({ id }) => id === clientId)?.resources ?? [];
      if (resource === undefined || !allowed.includes(resource.id)) throw new errors.InvalidTarget();
      return {
        scope: resource.scopes.join(" "),
        audience: resource.audience ?? resource.id,
        accessTokenFormat: "jwt",
        accessTokenTTL: ttl.oidcAccessTokenMinutes * 60,
        jwt: { sign: { alg: resource.signedBy } },
      };
    },
  };
}
