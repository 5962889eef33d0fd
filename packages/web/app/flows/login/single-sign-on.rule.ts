import { type LinkSource, linkSources } from "@vestibule/catalogue/link.table.ts";
import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { EntryQuery } from "../../request/entry-query.rule.ts";
import type { PortalSession } from "../../session/portal-session.server.ts";
import { singleSignOnSlice } from "../../shared-slices/login-slices.server.ts";

/** In characters; the session cookie has no space for more. */
const maxRequestLength = 1000;

/**
 * Saves the sign-in parameters of an incoming link until sign-in, because the gateway remembers only the portal's URL
 * as the one that was requested. Returns the mailing that the link came from; undefined without one, or if it was
 * counted before.
 */
export function keepSingleSignOn(
  session: PortalSession,
  { entryQuery, brand }: { entryQuery: EntryQuery; brand: Pick<BrandData, "clientLoginActions"> },
): LinkSource | undefined {
  const { ssoRequest = "", clientLoginAction, emailSource } = entryQuery;
  const request =
    ssoRequest.length <= maxRequestLength && /^[^\p{Cc}\p{Cs}]+$/u.test(ssoRequest) ? ssoRequest : undefined;
  const action = requestedApplicationUrl(brand, clientLoginAction) === undefined ? undefined : clientLoginAction;
  const source = linkSources.find((known) => known === emailSource);
  const known = session.get(singleSignOnSlice);
  const isNew = source !== undefined && source !== known?.emailSource;
  if (request === undefined && action === undefined && source === undefined) return undefined;
  session.set(singleSignOnSlice, {
    request: request ?? known?.request,
    clientLoginAction: action ?? known?.clientLoginAction,
    emailSource: source ?? known?.emailSource,
  });
  return isNew ? source : undefined;
}
