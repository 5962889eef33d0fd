import type { Provider } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import { readAheadSeconds } from "./library-time.adapter.ts";
import { revokeGrant } from "./oidc-artifact.store.ts";
import { oidcPath } from "./oidc-path.rule.ts";
import type { OidcProviders } from "./oidc-providers.adapter.ts";
import { deleteOidcSession, type EndedOidcSession, leaseEndedOidcSessions } from "./oidc-session.store.ts";
import { providerRequests } from "./provider-request.ts";

export type AnnounceLogoutDeps = Pick<ApiDeps, "database" | "brands" | "log"> & { oidcProviders: OidcProviders };

/**
 * Announces some ended gateway sessions to the applications that signed in through them, and revokes their tokens. An
 * announcement that an application did not receive is repeated every minute, for an hour after the session's latest
 * end. Several servers may run this at once.
 */
export async function announceLogouts(deps: AnnounceLogoutDeps): Promise<void> {
  const ended = await leaseEndedOidcSessions(deps.database);
  const request = { session: undefined, aheadSeconds: await readAheadSeconds(deps.database) };
  await providerRequests.run(request, () => Promise.all(ended.map((session) => announceLogout(deps, session))));
}

/** The client, with a method that the library's types omit. */
type BackchannelClient = InstanceType<Provider["Client"]> & {
  backchannelLogout(accountId: string, sid?: string): Promise<void>;
};

async function announceLogout(deps: AnnounceLogoutDeps, ended: EndedOidcSession): Promise<void> {
  const brand = deps.brands.byId(ended.brandId);
  const provider = brand && deps.oidcProviders.find({ brand, origin: ended.issuer.slice(0, -oidcPath.length) });
  const applications = Object.entries(ended.payload.authorizations ?? {});
  const received = await Promise.all(
    applications.map(async ([clientId, { sid, grantId, persistsLogout }]) => {
      if (grantId !== undefined && !persistsLogout) await revokeGrant(deps.database, grantId);
      const client = (await provider?.Client.find(clientId)) as BackchannelClient | undefined;
      if (client?.backchannelLogoutUri === undefined) return true;
      return client.backchannelLogout(ended.accountId, sid).then(
        () => true,
        (fault: unknown) => {
          deps.log.warn("oidc.logoutNotReceived", { brand: ended.brandId, client: clientId, fault });
          return false;
        },
      );
    }),
  );
  if (received.every(Boolean)) await deleteOidcSession(deps.database, ended.idHash);
}
