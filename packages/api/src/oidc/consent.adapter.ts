import { errors, interactionPolicy, type KoaContextWithOIDC, type Provider } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import { hasConsent } from "./allowed-application.store.ts";
import { providerRequests } from "./provider-request.ts";
import { requestedScopes, scopesOfClaims } from "./requested-scopes.rule.ts";

type ConsentDeps = Pick<ApiDeps, "database"> & {
  isThirdParty(clientId: string): boolean;
};

/**
 * The prompt for consent. An application of the insurer asks for none: `prompt=consent` is accepted, since libraries
 * send it for refresh tokens. One of another company asks for what the person has not allowed yet, and again for
 * `prompt=consent`.
 */
export function consentPrompt(deps: ConsentDeps) {
  const { Check, Prompt } = interactionPolicy;
  const isMissing = async ({ oidc }: KoaContextWithOIDC) => {
    const consent = consentOf(deps, oidc);
    return consent !== undefined && (oidc.promptPending("consent") || !(await hasConsent(deps.database, consent)));
  };
  const details = ({ oidc }: KoaContextWithOIDC) => ({ scopes: requestedScopes(oidc) });
  const description = "the person has not allowed what the application asks for";
  const prompt = new Prompt({ name: "consent", requestable: true });
  prompt.checks.clear();
  prompt.checks.add(new Check("consent_missing", description, "consent_required", isMissing, details));
  return prompt;
}

/** The consent that a request needs; undefined for an application of the insurer. */
function consentOf({ isThirdParty }: ConsentDeps, oidc: KoaContextWithOIDC["oidc"]) {
  const clientId = oidc.client?.clientId;
  const accountId = oidc.session?.accountId;
  if (clientId === undefined || accountId === undefined || !isThirdParty(clientId)) return undefined;
  return { clientId, accountId, scopes: requestedScopes(oidc) };
}

/**
 * The grant of the session, with what the request asks for; undefined until the person has consented, where they must.
 * The storage checks the consent again, in the transaction that saves the grant.
 */
export async function loadGrant(deps: ConsentDeps, { oidc }: KoaContextWithOIDC) {
  const { client, session, provider, account } = oidc;
  if (!client || !account) return undefined;
  const { requestParamOIDCScopes: scopes, requestParamScopes, resourceServers } = oidc;
  if (scopes.size === 0 && Object.keys(resourceServers ?? {}).length === 0)
    throw new errors.InvalidScope("none of the scopes is known", [...requestParamScopes].join(" "));
  const consent = consentOf(deps, oidc);
  if (consent !== undefined && !(await hasConsent(deps.database, consent))) return undefined;
  const request = providerRequests.getStore();
  if (request !== undefined && consent !== undefined) request.consent = consent;
  const grantId = session?.grantIdFor(client.clientId);
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = found ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope([...scopes].join(" "));
  for (const [id, { scope }] of Object.entries(resourceServers ?? {})) grant.addResourceScope(id, scope);
  await grant.save();
  return grant;
}

type RequestedClaims = Partial<Record<"id_token" | "userinfo", Readonly<Record<string, unknown>>>>;

/** Refuses single claims of a scope that the application's file does not allow: the library gives every one. */
export function assertClaimsAllowed(
  { id_token: idToken, userinfo }: RequestedClaims,
  client: Pick<InstanceType<Provider["Client"]>, "scope">,
): void {
  const allowed = client.scope?.split(" ") ?? [];
  const requested = scopesOfClaims([...Object.keys(idToken ?? {}), ...Object.keys(userinfo ?? {})]);
  if (requested.some((scope) => !allowed.includes(scope)))
    throw new errors.InvalidRequest("claims asks for more than the application may see");
}
