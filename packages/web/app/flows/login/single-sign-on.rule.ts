import { type LinkSource, linkSources } from "@vestibule/catalogue/link.table.ts";
import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { EntryQuery } from "../../request/entry-query.rule.ts";
import type { SessionOf } from "../../session/session-slice.server.ts";
import type { loginSlices } from "./session-slice.server.ts";

/** In characters; the session cookie has no space for more. */
const maxRequestLength = 1000;

/**
 * Saves the sign-in parameters of an incoming link until sign-in, because the gateway remembers only the portal's URL
 * as the one that was requested. Returns the mailing that the link came from; undefined without one, or if it was
 * counted before.
 */
export function keepSingleSignOn(
  session: SessionOf<typeof loginSlices>,
  { entryQuery, brand }: { entryQuery: EntryQuery; brand: Pick<BrandData, "clientLoginActions"> },
): LinkSource | undefined {
  const { ssoRequest = "", clientLoginAction, emailSource } = entryQuery;
  const request =
    ssoRequest.length <= maxRequestLength && /^[^\p{Cc}\p{Cs}]+$/u.test(ssoRequest) ? ssoRequest : undefined;
  const action = requestedApplicationUrl(brand, clientLoginAction) === undefined ? undefined : clientLoginAction;
  const source = linkSources.find((known) => known === emailSource);
  const isNew = source !== undefined && source !== session.singleSignOn?.emailSource;
  if (request === undefined && action === undefined && source === undefined) return undefined;
  const known = session.singleSignOn;
  session.singleSignOn = {
    request: request ?? known?.request,
    clientLoginAction: action ?? known?.clientLoginAction,
    emailSource: source ?? known?.emailSource,
  };
  return isNew ? source : undefined;
}
