import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import type { ListedApplication } from "@vestibule/contract/account/application.endpoint.ts";
import { type OidcScope, oidcScopes } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { Unserialised } from "@vestibule/contract/endpoint.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { lockAccountOfSession } from "../../accounts/gateway-session.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { deleteAllowedApplication, listAllowedApplications } from "../../oidc/allowed-application.store.ts";
import { revokeGrantsOfApplication } from "../../oidc/oidc-artifact.store.ts";
import { detachApplication } from "../../oidc/oidc-session.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/** Lists the applications that the person signed in to. One that is no longer connected has no access, and is left out. */
export async function listApplications(
  { database, oidcClients }: Pick<ApiDeps, "database" | "oidcClients">,
  { requestContext, session }: AccountCall,
): Promise<Unserialised<ListedApplication>[]> {
  const { brand, visibleOrigin, language } = requestContext;
  const clients = oidcClients(brand, visibleOrigin);
  const allowed = await listAllowedApplications(database, session.accountId);
  return allowed.flatMap(({ clientId: id, scopes, allowedAt, signedInAt }) => {
    const client = clients.find((one) => one.id === id);
    if (client === undefined) return [];
    const seen = oidcScopes.filter((scope) => scopes.includes(scope));
    const usesApis = scopes.some((scope) => !isOidcScope(scope));
    const { name, thirdParty: isThirdParty = false } = client;
    return [{ id, name: name[language], allowedAt, signedInAt, scopes: seen, usesApis, isThirdParty }];
  });
}

const isOidcScope = (scope: string): scope is OidcScope => isOneOf(oidcScopes, scope);

/** Ends the access of an application and signs the person out there. Returns whether it had access. */
export function endApplication(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  call: AccountCall,
  clientId: string,
): Promise<boolean> {
  const { accountId, brandId } = call.session;
  return transact(database, async (transaction) => {
    // A grant is saved under the same lock, so none is saved while this one is ended.
    if ((await lockAccountOfSession(transaction, call.session)) === undefined) return false;
    if (!(await deleteAllowedApplication(transaction, { accountId, clientId }))) return false;
    await detachApplication(transaction, { accountId, brandId, clientId });
    await revokeGrantsOfApplication(transaction, { accountId, clientId });
    await auditor.record(
      transaction,
      accountEvent(call, { event: "application.ended", facts: { application: clientId } }),
    );
    return true;
  });
}
